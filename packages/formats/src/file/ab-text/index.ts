import type { Detection, Format } from "../../parser.ts";
import { documentParser } from "../../text/document.ts";
import { decodeHead } from "../../text/text-encoding.ts";
import { readAbText } from "./read-ab-text.ts";

export const abText: Format = {
  id: "ab-text",
  tool: "ab",
  title: "ab report (text)",
  reads: "document",
  role: "run",
  detect: detection,
  open: (sink, options) => documentParser(options, (text, findings) => readAbText(text, sink, findings)),
};

function detection(head: Uint8Array): Detection {
  const text = decodeHead(head);
  const isAb =
    /^Concurrency Level: {2,}\d/m.test(text) &&
    /^Complete requests: {2,}\d/m.test(text) &&
    /^Requests per second: {2,}\S+ \[#\/sec\] \(mean\)/m.test(text);
  if (isAb) return { match: true };
  return {
    match: false,
    reason: 'it lacks "Concurrency Level", "Complete requests" and "Requests per second … [#/sec]"',
  };
}
