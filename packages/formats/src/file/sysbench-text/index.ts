import type { Detection, Format } from "../../parser.ts";
import { documentParser } from "../../text/document.ts";
import { headLines } from "../../text/head-lines.ts";
import { readSysbench, SYSBENCH } from "./read-sysbench.ts";

export const sysbenchText: Format = {
  id: "sysbench-text",
  tool: "sysbench",
  title: "sysbench report (text)",
  reads: "document",
  role: "run",
  detect: detection,
  open: (sink, options) =>
    documentParser(options, (text, findings) => readSysbench(text, sink, findings, options)),
};

/** By its first line: reports every second push the rest far down. */
function detection(head: Uint8Array): Detection {
  return headLines(head, 20).some((line) => SYSBENCH.test(line))
    ? { match: true }
    : { match: false, reason: 'it has no "sysbench" line with a version' };
}
