import type { Detection, Format } from "../../parser.ts";
import { jsonParser } from "../../text/document.ts";
import { asObject, readJsonHead } from "../../text/json-head.ts";
import { readOhaJson } from "./read-oha-json.ts";

export const ohaJson: Format = {
  id: "oha-json",
  tool: "oha",
  title: "oha report (JSON)",
  reads: "document",
  role: "run",
  detect: detection,
  open: (sink, options) => jsonParser(options, (value, findings) => readOhaJson(value, sink, findings)),
};

function detection(head: Uint8Array): Detection {
  const report = asObject(readJsonHead(head));
  if (report === null) return { match: false, reason: "it is not a JSON object" };
  const isOha =
    asObject(report.summary)?.successRate !== undefined &&
    asObject(report.responseTimeHistogram) !== null &&
    asObject(report.latencyPercentiles) !== null;
  return isOha
    ? { match: true }
    : {
        match: false,
        reason: "it lacks oha's summary.successRate, responseTimeHistogram and latencyPercentiles",
      };
}
