import type { Detection, Format } from "../../parser.ts";
import { documentParser } from "../../text/document.ts";
import { decodeHead } from "../../text/text-encoding.ts";
import { readHeyText } from "./read-hey-text.ts";

export const heyText: Format = {
  id: "hey-text",
  tool: "hey",
  title: "hey report (text)",
  reads: "document",
  role: "run",
  detect: detection,
  open: (sink, options) => documentParser(options, (text, findings) => readHeyText(text, sink, findings)),
};

/** The reports of tools that took after hey look the same at first; only hey tells how long it wrote a request. */
function detection(head: Uint8Array): Detection {
  const text = decodeHead(head);
  const isHey =
    /^Summary:\s*$/m.test(text) &&
    /^ {2}Slowest:\t/m.test(text) &&
    /^ {2}Requests\/sec:\t/m.test(text) &&
    /^ {2}req write:\t/m.test(text);
  if (isHey) return { match: true };
  return {
    match: false,
    reason: 'it lacks "Summary:" with "Slowest", "Requests/sec" and "req write"',
  };
}
