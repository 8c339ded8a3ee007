import type { Detection, Format } from "../../parser.ts";
import { documentParser } from "../../text/document.ts";
import { decodeHead } from "../../text/text-encoding.ts";
import { readOhaText } from "./read-oha-text.ts";

export const ohaText: Format = {
  id: "oha-text",
  tool: "oha",
  title: "oha report (text)",
  reads: "document",
  role: "run",
  detect: detection,
  open: (sink, options) => documentParser(options, (text, findings) => readOhaText(text, sink, findings)),
};

function detection(head: Uint8Array): Detection {
  const text = decodeHead(head);
  const isOha =
    /^ {2}Success rate:\t/m.test(text) &&
    /^ {2}Requests\/sec:\t/m.test(text) &&
    /^Response time histogram:\r?$/m.test(text);
  if (isOha) return { match: true };
  return {
    match: false,
    reason: 'it lacks "Success rate", "Requests/sec" and "Response time histogram"',
  };
}
