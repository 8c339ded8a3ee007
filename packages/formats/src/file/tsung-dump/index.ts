import type { Detection, Format } from "../../parser.ts";
import { headLines } from "../../text/head-lines.ts";
import { rowParser } from "../../text/row-parser.ts";
import { TsungDump } from "./tsung-dump.ts";

export const tsungDump: Format = {
  id: "tsung-dump",
  tool: "tsung",
  title: "Tsung requests (tsung.dump, protocol)",
  reads: "lines",
  role: "run",
  detect: detection,
  open: (sink, options) =>
    rowParser(options, { delimiter: ";", quotes: false }, (findings) => new TsungDump(sink, findings)),
};

function detection(head: Uint8Array): Detection {
  const [first = ""] = headLines(head, 1);
  return first.startsWith("#date;pid;id;")
    ? { match: true }
    : { match: false, reason: 'its first line does not start with "#date;pid;id;"' };
}
