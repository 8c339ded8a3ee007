import type { Detection } from "../../parser.ts";
import { decodeHead } from "../../text/text-encoding.ts";

/** There is no header: time in nanoseconds, status, latency, bytes out, bytes in, error, and what later versions add. */
const ROW = /^\d{18,19},\d{1,3},\d{1,18},\d{1,18},\d{1,18},/;

/** By its first line: the columns that vegeta writes, in its order. Bodies may make it longer than the head. */
export function detection(head: Uint8Array): Detection {
  const line = decodeHead(head)
    .split("\n", 64)
    .find((text) => text.trim() !== "");
  if (line === undefined) return { match: false, reason: "there is no text" };
  return isRow(line) ? { match: true } : { match: false, reason: REASON };
}

export function isRow(line: string): boolean {
  return ROW.test(line.replace(/^\uFEFF/, ""));
}

export const REASON =
  "its first line does not start with nanoseconds, a status, a latency and two byte counts";
