import type { Detection, Format } from "../../parser.ts";
import { documentParser, parseJson } from "../../text/document.ts";
import { asObject, readJsonHead } from "../../text/json-head.ts";
import { decodeHead } from "../../text/text-encoding.ts";
import { printedResult } from "./printed-result.ts";
import { readSiegeJson } from "./read-siege-json.ts";

export const siegeJson: Format = {
  id: "siege-json",
  tool: "siege",
  title: "siege result (JSON)",
  reads: "document",
  role: "run",
  detect: detection,
  open: (sink, options) =>
    documentParser(options, (text, findings) =>
      readSiegeJson(parseJson(printedResult(text)), sink, findings),
    ),
};

const MARKS = ["transactions", "availability", "elapsed_time", "failed_transactions", "longest_transaction"];

function detection(head: Uint8Array): Detection {
  const result = asObject(readJsonHead(Buffer.from(printedResult(decodeHead(head)))));
  if (result === null)
    return { match: false, reason: "it is not a siege JSON object and does not contain one" };
  const missing = MARKS.find((name) => typeof result[name] !== "number");
  return missing === undefined ? { match: true } : { match: false, reason: `it has no "${missing}" number` };
}
