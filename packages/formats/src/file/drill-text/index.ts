import type { Detection, Format } from "../../parser.ts";
import { documentParser } from "../../text/document.ts";
import { decodeHead } from "../../text/text-encoding.ts";
import { DURATION, plainText, readDrill } from "./read-drill.ts";

export const drillText: Format = {
  id: "drill-text",
  tool: "drill",
  title: "drill statistics (text)",
  reads: "document",
  role: "run",
  detect: detection,
  open: (sink, options) => documentParser(options, (text, findings) => readDrill(text, sink, findings)),
};

/** Its statistics come behind a line for each request, if it is not told to be quiet. */
const BEGINNING = /^Concurrency \d+\r?\nIterations \d+\r?\nRampup \d+\r?\nBase URL /m;

function detection(head: Uint8Array): Detection {
  const text = plainText(decodeHead(head));
  return BEGINNING.test(text) || DURATION.test(text)
    ? { match: true }
    : {
        match: false,
        reason: 'it has none of "Concurrency", "Iterations", "Rampup" and "Time taken for tests"',
      };
}
