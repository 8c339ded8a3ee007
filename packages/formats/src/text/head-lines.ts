import { decodeHead } from "./text-encoding.ts";

/** The first lines of a file that are not blank and that its first bytes hold to their ends, at most `most` of them. */
export function headLines(head: Uint8Array, most: number): string[] {
  const text = decodeHead(head).replace(/^\uFEFF/, "");
  const lines = text.split(/\r?\n/);
  // What stands behind the last newline may go on behind the head.
  if (lines.length > 1) lines.pop();
  return lines.filter((line) => line.trim() !== "").slice(0, most);
}
