import type { Detection } from "../../parser.ts";
import { asObject, readJsonHead } from "../../text/json-head.ts";

/** By its first line, of which a body may leave only the beginning in the head. */
export function detection(head: Uint8Array): Detection {
  const first = asObject(readJsonHead(head));
  if (first === null) return { match: false, reason: "its first line is not a JSON object" };
  const isResult =
    typeof first.attack === "string" &&
    typeof first.code === "number" &&
    typeof first.timestamp === "string" &&
    typeof first.latency === "number" &&
    typeof first.bytes_in === "number" &&
    typeof first.bytes_out === "number";
  return isResult
    ? { match: true }
    : { match: false, reason: "its first line lacks vegeta's attack, code, timestamp, latency and bytes" };
}
