import type { Detection, Format } from "../../parser.ts";
import { documentParser } from "../../text/document.ts";
import { decodeHead } from "../../text/text-encoding.ts";
import { FIRST_LINE, readReportText } from "./read-report-text.ts";

export const vegetaReportText: Format = {
  id: "vegeta-report-text",
  tool: "vegeta",
  title: "vegeta report (text)",
  reads: "document",
  role: "run",
  detect: detection,
  open: (sink, options) => documentParser(options, (text, findings) => readReportText(text, sink, findings)),
};

function detection(head: Uint8Array): Detection {
  if (FIRST_LINE.test(decodeHead(head))) return { match: true };
  return { match: false, reason: 'it has no vegeta line "Requests [total, rate, throughput]"' };
}
