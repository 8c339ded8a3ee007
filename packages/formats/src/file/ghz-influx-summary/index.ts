import type { Detection, Format } from "../../parser.ts";
import { documentParser } from "../../text/document.ts";
import { headLines } from "../../text/head-lines.ts";
import { readGhzRun } from "./read-ghz-run.ts";

export const ghzInfluxSummary: Format = {
  id: "ghz-influx-summary",
  tool: "ghz",
  title: "ghz summary (InfluxDB line)",
  reads: "document",
  role: "run",
  detect: detection,
  open: (sink, options) => documentParser(options, (text, findings) => readGhzRun(text, sink, findings)),
};

/** The line has no end: what is there is looked at. */
function detection(head: Uint8Array): Detection {
  const [first = ""] = headLines(head, 1);
  return first.startsWith("ghz_run,")
    ? { match: true }
    : { match: false, reason: 'its first line does not start with "ghz_run,"' };
}
