import { HeadroomError } from "@headroom/core";

/**
 * The bytes in a Snappy block, as remote write sends it (not the framed format). The block starts with the length of
 * its content, so that the limit is checked before memory is taken.
 */
export function decodeSnappy(block: Uint8Array, maxBytes: number): Uint8Array {
  const { length, start } = contentLength(block);
  if (length > maxBytes) {
    throw new HeadroomError(
      "decompressed-too-large",
      `The decoded body would be larger than ${maxBytes} bytes.`,
      {
        hint: "Send fewer series in one request, or raise the limit.",
      },
    );
  }
  // An element takes at most 64 bytes from 3, so that a short block cannot hold much.
  if (length > 22 * block.length) throw broken("its content ends early", block.length);
  return fill(block, start, new Uint8Array(length));
}

function contentLength(block: Uint8Array): { length: number; start: number } {
  let length = 0;
  for (let at = 0; at < 5; at++) {
    const byte = block[at];
    if (byte === undefined) throw broken("its length is cut off", at);
    length += (byte & 0x7f) * 2 ** (7 * at);
    if (byte < 0x80) return { length, start: at + 1 };
  }
  throw broken("its length is invalid", 0);
}

function fill(block: Uint8Array, start: number, content: Uint8Array): Uint8Array {
  let at = start;
  let filled = 0;
  while (at < block.length) {
    const element = elementAt(block, at);
    if (element.length > content.length - filled) throw broken("it holds more than it says", at);
    if (element.offset === 0) {
      const from = element.end - element.length;
      content.set(block.subarray(from, element.end), filled);
    } else {
      if (element.offset > filled) throw broken("it refers to bytes before its start", at);
      copyBack(content, filled, element);
    }
    at = element.end;
    filled += element.length;
  }
  if (filled < content.length) throw broken("its content ends early", at);
  return content;
}

interface Element {
  /** How many bytes it adds. */
  length: number;
  /** How far back the bytes are that it repeats. 0: it brings them itself. */
  offset: number;
  /** Where the next element starts. */
  end: number;
}

function elementAt(block: Uint8Array, at: number): Element {
  const tag = block[at] as number;
  const kind = tag & 3;
  if (kind === 0) {
    const extra = extraLengthBytes(tag);
    const length = 1 + (extra === 0 ? tag >>> 2 : littleEndian(block, at + 1, extra));
    const end = at + 1 + extra + length;
    if (end > block.length) throw broken("its content ends early", at);
    return { length, offset: 0, end };
  }
  const size = kind === 1 ? 1 : kind === 2 ? 2 : 4;
  const low = littleEndian(block, at + 1, size);
  const offset = kind === 1 ? (tag >>> 5) * 256 + low : low;
  if (offset === 0) throw broken("it refers to bytes before its start", at);
  return { length: kind === 1 ? 4 + ((tag >>> 2) & 7) : 1 + (tag >>> 2), offset, end: at + 1 + size };
}

/** How many bytes after the tag hold a literal's length: short ones have it in the tag. */
function extraLengthBytes(tag: number): number {
  return Math.max(0, (tag >>> 2) - 59);
}

/** A copy may overlap itself: then it repeats what it has just written. */
function copyBack(content: Uint8Array, at: number, { length, offset }: Element): void {
  if (offset >= length) {
    content.copyWithin(at, at - offset, at - offset + length);
    return;
  }
  for (let index = at; index < at + length; index++) content[index] = content[index - offset] as number;
}

function littleEndian(block: Uint8Array, at: number, size: number): number {
  if (size > block.length - at) throw broken("its content ends early", at);
  let value = 0;
  for (let index = size - 1; index >= 0; index--) value = value * 256 + (block[at + index] as number);
  return value;
}

function broken(what: string, byte: number): HeadroomError {
  return new HeadroomError(
    "encoding-broken",
    `The body is not a valid Snappy block: ${what}, at byte ${byte}.`,
    {
      byte,
      hint: "Remote write sends Snappy's block format. The framed format of files cannot be read.",
    },
  );
}
