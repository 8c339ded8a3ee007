import type { Detection, Format } from "../../parser.ts";
import { headLines } from "../../text/head-lines.ts";
import { rowParser } from "../../text/row-parser.ts";
import { DrillReport, DURATION, NAME } from "./drill-report.ts";

export const drillReport: Format = {
  id: "drill-report",
  tool: "drill",
  title: "drill requests (--report)",
  reads: "lines",
  role: "run",
  detect: detection,
  // Its lines are read whole: a name may hold any character.
  open: (sink, options) =>
    rowParser(options, { delimiter: "\0", quotes: false }, (findings) => new DrillReport(sink, findings)),
};

function detection(head: Uint8Array): Detection {
  const [name = "", duration = ""] = headLines(head, 2);
  return NAME.test(name) && DURATION.test(duration)
    ? { match: true }
    : { match: false, reason: 'its first lines are not the "- name:" and "duration:" of a request' };
}
