import type { SeriesLimits } from "../series-limits.ts";
import { sortTags, tagProblem } from "../tags.ts";
import type { Tag } from "../tags.ts";
import { BACKSLASH, COMMA, EQUALS } from "./line-bytes.ts";

export interface LineKey {
  name: string;
  tags: readonly Tag[];
}

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Reads a measurement and its tags. A text says why they can't be used. */
export function readLineKey(bytes: Uint8Array, limits: SeriesLimits): LineKey | string {
  const first = findByte(bytes, COMMA, 0);
  const name = lineText(bytes.subarray(0, first), false);
  if (name === null) return "the measurement isn't UTF-8";
  const tags: Tag[] = [];
  for (let start = first + 1; start <= bytes.length && tags.length <= limits.tags;) {
    const end = findByte(bytes, COMMA, start);
    const tag = readTag(bytes.subarray(start, end));
    if (typeof tag === "string") return tag;
    tags.push(tag);
    start = end + 1;
  }
  sortTags(tags);
  const twice = tags.find(([key], index) => index > 0 && key === tags[index - 1]?.[0]);
  if (twice !== undefined) return `the tag ${twice[0]} is there twice`;
  return tagProblem(name, tags, limits) ?? { name, tags };
}

/** A backslash escapes only a comma or a space and, outside a measurement, an equals sign. Any other stays. null if it isn't UTF-8. */
export function lineText(bytes: Uint8Array, equals: boolean): string | null {
  let text: string;
  try {
    text = UTF8.decode(bytes);
  } catch {
    return null;
  }
  if (!bytes.includes(BACKSLASH)) return text;
  return text.replace(equals ? /\\([,= ])/g : /\\([, ])/g, "$1");
}

function readTag(bytes: Uint8Array): Tag | string {
  const equals = findByte(bytes, EQUALS, 0);
  const key = lineText(bytes.subarray(0, equals), true);
  const value = lineText(bytes.subarray(equals + 1), true);
  if (key === null || value === null) return "a tag isn't UTF-8";
  if (key === "") return "a tag has no name";
  return value === "" ? "a tag has no value" : [key, value];
}

/** Answers the length if no such byte is left. */
function findByte(bytes: Uint8Array, byte: number, from: number): number {
  let at = bytes.indexOf(byte, from);
  while (at > from && bytes[at - 1] === BACKSLASH) at = bytes.indexOf(byte, at + 1);
  return at < 0 ? bytes.length : at;
}
