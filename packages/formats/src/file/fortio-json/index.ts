import type { Detection, Format } from "../../parser.ts";
import { jsonParser } from "../../text/document.ts";
import { asObject, readJsonHead } from "../../text/json-head.ts";
import { readFortio } from "./read-fortio.ts";

export const fortioJson: Format = {
  id: "fortio-json",
  tool: "fortio",
  title: "Fortio result (JSON)",
  reads: "document",
  role: "run",
  detect: detection,
  open: (sink, options) => jsonParser(options, (value, findings) => readFortio(value, sink, findings)),
};

function detection(head: Uint8Array): Detection {
  const result = asObject(readJsonHead(head));
  if (result === null) return { match: false, reason: "it is not a JSON object" };
  const isResult = typeof result.RequestedQPS === "string" && asObject(result.DurationHistogram) !== null;
  return isResult
    ? { match: true }
    : { match: false, reason: "it has no RequestedQPS and DurationHistogram" };
}
