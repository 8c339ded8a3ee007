import type { Detection, Format } from "../../parser.ts";
import { jsonParser } from "../../text/document.ts";
import { asObject, readJsonHead } from "../../text/json-head.ts";
import { readReport } from "./read-report.ts";

export const vegetaReportJson: Format = {
  id: "vegeta-report-json",
  tool: "vegeta",
  title: "vegeta report (JSON)",
  reads: "document",
  role: "run",
  detect: detection,
  open: (sink, options) => jsonParser(options, (value, findings) => readReport(value, sink, findings)),
};

function detection(head: Uint8Array): Detection {
  const report = asObject(readJsonHead(head));
  if (report === null) return { match: false, reason: "it is not a JSON object" };
  const isReport =
    typeof asObject(report.latencies)?.["99th"] === "number" &&
    asObject(report.bytes_in) !== null &&
    asObject(report.bytes_out) !== null &&
    asObject(report.status_codes) !== null;
  return isReport
    ? { match: true }
    : {
        match: false,
        reason: 'it lacks latencies with a "99th", bytes_in, bytes_out and status_codes',
      };
}
