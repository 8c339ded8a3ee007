import type { Detection, Format } from "../../parser.ts";
import { jsonParser } from "../../text/document.ts";
import { asObject, readJsonHead } from "../../text/json-head.ts";
import { readGhz } from "./read-ghz.ts";

export const ghzJson: Format = {
  id: "ghz-json",
  tool: "ghz",
  title: "ghz report (JSON)",
  reads: "document",
  role: "run",
  detect: detection,
  open: (sink, options) => jsonParser(options, (value, findings) => readGhz(value, sink, findings)),
};

function detection(head: Uint8Array): Detection {
  const report = asObject(readJsonHead(head));
  if (report === null) return { match: false, reason: "it is not a JSON object" };
  const isReport = typeof report.endReason === "string" && typeof report.rps === "number";
  return isReport && asObject(report.statusCodeDistribution) !== null
    ? { match: true }
    : { match: false, reason: "it lacks ghz's endReason, rps and statusCodeDistribution" };
}
