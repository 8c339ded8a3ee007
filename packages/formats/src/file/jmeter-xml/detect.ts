import type { Detection } from "../../parser.ts";
import { decodeHead } from "../../text/text-encoding.ts";

/** What may stand before the root, and how it ends: the declaration and other instructions, comments. */
const BEFORE_ROOT = [
  ["<?", "?>"],
  ["<!--", "-->"],
] as const;

/** By the root element, which is JMeter's `testResults`. */
export function detection(head: Uint8Array): Detection {
  const text = decodeHead(head).replace(/^\uFEFF/, "");
  const root = text.slice(rootOf(text)).trimStart();
  if (!root.startsWith("<")) return { match: false, reason: "it is not XML" };
  if (/^<testResults[\s>/]/.test(root)) return { match: true };
  return { match: false, reason: "its root is not <testResults>" };
}

function rootOf(text: string): number {
  let at = 0;
  for (;;) {
    while (/\s/.test(text[at] ?? "x")) at += 1;
    const before = BEFORE_ROOT.find(([start]) => text.startsWith(start, at));
    const end = before === undefined ? -1 : text.indexOf(before[1], at + before[0].length);
    if (before === undefined || end < 0) return at;
    at = end + before[1].length;
  }
}
