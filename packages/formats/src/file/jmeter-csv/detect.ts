import type { Detection } from "../../parser.ts";
import { decodeHead } from "../../text/text-encoding.ts";
import { readLayout } from "./layout.ts";

/** By the first line that is not blank: a header of JMeter's names, or a row in its default order. */
export function detection(head: Uint8Array): Detection {
  const line = decodeHead(head)
    .split(/\r?\n/, 64)
    .find((text) => text.trim() !== "");
  if (line === undefined) return { match: false, reason: "there is no text" };
  const reading = readLayout(line.trimEnd());
  return reading.kind === "none" ? { match: false, reason: reading.reason } : { match: true };
}
