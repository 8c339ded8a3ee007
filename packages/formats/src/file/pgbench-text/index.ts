import type { Detection, Format } from "../../parser.ts";
import { documentParser } from "../../text/document.ts";
import { decodeHead } from "../../text/text-encoding.ts";
import { PROGRESS } from "./progress.ts";
import { PROCESSED, readPgbench, TRANSACTION_TYPE } from "./read-pgbench.ts";

export const pgbenchText: Format = {
  id: "pgbench-text",
  tool: "pgbench",
  title: "pgbench report (text)",
  reads: "document",
  role: "run",
  detect: detection,
  open: (sink, options) =>
    documentParser(options, (text, findings) => readPgbench(text, sink, findings, options)),
};

/** Progress every second pushes the report far down. */
function detection(head: Uint8Array): Detection {
  const text = decodeHead(head);
  return (TRANSACTION_TYPE.test(text) && PROCESSED.test(text)) || PROGRESS.test(text)
    ? { match: true }
    : {
        match: false,
        reason:
          'it has neither "transaction type:" with "number of transactions actually processed:" nor its progress',
      };
}
