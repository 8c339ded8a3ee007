import { HeadroomError } from "@headroom/core";

/** Memory that each part of a JSON text takes once parsed, in bytes, as measured: `{}` is two bytes in a file. */
const OBJECT_BYTES = 100;
const ARRAY_BYTES = 50;
const VALUE_BYTES = 16;
/** For an object with so many members that it becomes a table: its name, and its place in it. */
const TABLE_FROM = 1_000;
const ENTRY_BYTES = 100;

/** Several times as much as the largest report of any tool. */
const MAX_HELD_BYTES = 384 * 1024 * 1024;
/** Reports nest a dozen levels. */
const MAX_DEPTH = 1_000;

const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
const OPEN_ARRAY = 91;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/**
 * Refuses a text that would take far more memory than its length, before JSON.parse reads it. Invalid JSON is left
 * to JSON.parse.
 */
export function limitJson(text: string, heldMostBytes = MAX_HELD_BYTES): void {
  /** For each open object or array: members so far; below zero for an array, whose length makes no table. */
  const members = new Float64Array(MAX_DEPTH + 1);
  let depth = 0;
  let held = text.length;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case COMMA: {
        const count = (members[depth] as number) + 1;
        members[depth] = count;
        held += count > TABLE_FROM ? ENTRY_BYTES : VALUE_BYTES;
        break;
      }
      case OPEN_OBJECT:
      case OPEN_ARRAY: {
        depth = deeper(depth, text, at);
        if (text.charCodeAt(at) === OPEN_OBJECT) {
          members[depth] = 0;
          held += OBJECT_BYTES;
        } else {
          members[depth] = Number.NEGATIVE_INFINITY;
          held += ARRAY_BYTES;
        }
        break;
      }
      case CLOSE_OBJECT:
      case CLOSE_ARRAY:
        depth = Math.max(0, depth - 1);
    }
    if (held > heldMostBytes) throw tooLarge(text, at);
  }
}

function deeper(depth: number, text: string, at: number): number {
  if (depth === MAX_DEPTH) throw tooDeep(text, at);
  return depth + 1;
}

/** The position of the quote that closes the string at `from`, or the text's end. */
function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}

function tooLarge(text: string, at: number): HeadroomError {
  const byte = Buffer.byteLength(text.slice(0, at));
  return new HeadroomError("document-too-large", `The JSON contains too many values, at byte ${byte}.`, {
    byte,
    hint: "This format is read all at once. Send the tool's raw results instead, which are read as a stream.",
  });
}

function tooDeep(text: string, at: number): HeadroomError {
  const byte = Buffer.byteLength(text.slice(0, at));
  const line = text.slice(0, at).split("\n").length;
  return new HeadroomError("file-unreadable", `The JSON is nested deeper than ${MAX_DEPTH} levels.`, {
    line,
    byte,
    hint: "Wait for the run to finish, then send the file exactly as the tool wrote it.",
  });
}
