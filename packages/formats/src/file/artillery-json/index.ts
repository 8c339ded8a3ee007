import type { Detection, Format } from "../../parser.ts";
import { jsonParser } from "../../text/document.ts";
import { asObject, readJsonHead } from "../../text/json-head.ts";
import { readArtillery } from "./read-artillery.ts";

export const artilleryJson: Format = {
  id: "artillery-json",
  tool: "artillery",
  title: "Artillery report (JSON)",
  reads: "document",
  role: "run",
  detect: detection,
  open: (sink, options) => jsonParser(options, (value, findings) => readArtillery(value, sink, findings)),
};

function detection(head: Uint8Array): Detection {
  const report = asObject(readJsonHead(head));
  if (report === null) return { match: false, reason: "it is not a JSON object" };
  const counters = asObject(asObject(report.aggregate)?.counters);
  if (counters === null) return { match: false, reason: "it has no aggregate counters" };
  const isReport = Object.keys(counters).some((name) => name.startsWith("vusers."));
  return isReport ? { match: true } : { match: false, reason: 'its aggregate has no "vusers." counters' };
}
