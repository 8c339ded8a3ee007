import { decodeHead } from "./text-encoding.ts";

/** The first complete, non-blank lines of a file's first bytes, at most `most` of them. */
export function headLines(head: Uint8Array, most: number): string[] {
  const text = decodeHead(head).replace(/^\uFEFF/, "");
  const lines = text.split(/\r?\n/);
  // What follows the last newline may continue after the first bytes.
  if (lines.length > 1) lines.pop();
  return lines.filter((line) => line.trim() !== "").slice(0, most);
}
