import type { Detection, Format } from "../../parser.ts";
import { headLines } from "../../text/head-lines.ts";
import { rowParser } from "../../text/row-parser.ts";
import { DUMP } from "./stats-line.ts";
import { TsungLog } from "./tsung-log.ts";

export const tsungLog: Format = {
  id: "tsung-log",
  tool: "tsung",
  title: "Tsung statistics (tsung.log)",
  reads: "lines",
  role: "run",
  detect: detection,
  // Its lines are read whole: no character of theirs splits them.
  open: (sink, options) =>
    rowParser(options, { delimiter: "\0", quotes: false }, (findings) => new TsungLog(sink, findings)),
};

function detection(head: Uint8Array): Detection {
  const [first = ""] = headLines(head, 1);
  return DUMP.test(first)
    ? { match: true }
    : { match: false, reason: 'its first line is not "# stats: dump at" and a time' };
}
