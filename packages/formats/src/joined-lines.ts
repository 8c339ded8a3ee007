import { HeadroomError } from "@headroom/core";
import { decodeHead } from "./text/text-encoding.ts";

/** More separators than any header or single row that a tool writes. */
const MANY = 60;

/** Refuses rows or NDJSON without a single line break: `curl -d` removes them, and the rows can't be told apart. */
export function refuseJoinedLines(head: Uint8Array): void {
  if (head.includes(0) || head.includes(10) || head.includes(13)) return;
  const text = decodeHead(head);
  const isJoined = /^\s*\{/.test(text)
    ? /\}\s*\{\s*"/.test(text)
    : /^[^[<]/.test(text) && (text.match(/[,;\t|]/g)?.length ?? 0) >= MANY;
  if (!isJoined) return;
  throw new HeadroomError("format-unknown", "The file has no line breaks, so its rows run together.", {
    byte: 0,
    hint: "curl -d removes line breaks. Send the file with --data-binary @FILE.",
  });
}
