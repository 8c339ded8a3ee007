import type { Detection, Format } from "../../parser.ts";
import { jsonParser } from "../../text/document.ts";
import { asObject, readJsonHead } from "../../text/json-head.ts";
import { readAutocannon } from "./read-autocannon.ts";

export const autocannonJson: Format = {
  id: "autocannon-json",
  tool: "autocannon",
  title: "autocannon result (JSON)",
  reads: "document",
  role: "run",
  detect: detection,
  open: (sink, options) => jsonParser(options, (value, findings) => readAutocannon(value, sink, findings)),
};

function detection(head: Uint8Array): Detection {
  const result = asObject(readJsonHead(head));
  if (result === null) return { match: false, reason: "it is not a JSON object" };
  const isResult =
    typeof result.connections === "number" &&
    typeof result.pipelining === "number" &&
    typeof result.non2xx === "number" &&
    asObject(result.latency) !== null;
  return isResult
    ? { match: true }
    : { match: false, reason: "it lacks autocannon's connections, pipelining, non2xx and latency" };
}
