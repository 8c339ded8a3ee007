import { ProtoWriter } from "@headroom/core/wire";
import type { OtlpEncoding } from "./decode-otlp.ts";

/**
 * The answer to a request that was read, in the encoding of the request. A client doesn't send the refused points
 * again; it logs the reason.
 */
export function otlpAnswer(refused: number, reason: string, encoding: OtlpEncoding): Uint8Array {
  if (encoding === "json") {
    const partial = { rejectedDataPoints: String(refused), errorMessage: reason };
    return Buffer.from(JSON.stringify(refused === 0 ? {} : { partialSuccess: partial }));
  }
  const answer = new ProtoWriter();
  if (refused > 0) answer.message(1, (partial) => partial.int(1, refused).text(2, reason));
  return answer.finish();
}

/** The answer to a request that failed: a `google.rpc.Status`, whose code clients ignore. */
export function otlpFailure(message: string, encoding: OtlpEncoding): Uint8Array {
  return encoding === "json"
    ? Buffer.from(JSON.stringify({ message }))
    : new ProtoWriter().text(2, message).finish();
}
