import type { Warnings } from "../findings.ts";

const NOTHING = new Uint8Array(0);

/**
 * Converts any file to UTF-8: removes a byte order mark, and converts UTF-16 (with a mark, or recognized by
 * the zero bytes of its first two letters) to UTF-8. Single-byte encodings are left for `decodeText`.
 */
export class TextEncoding {
  readonly #warnings: Warnings;
  /** The first bytes, until there are enough to decide. */
  #head: Uint8Array | null = NOTHING;
  #utf16: InstanceType<typeof TextDecoder> | null = null;
  /** How many bytes of a mark were removed before UTF-8. */
  markBytes = 0;

  constructor(warnings: Warnings) {
    this.#warnings = warnings;
  }

  decode(chunk: Uint8Array): Uint8Array {
    if (this.#head !== null) {
      const head = joined(this.#head, chunk);
      if (head.length < 4) {
        this.#head = head;
        return NOTHING;
      }
      return this.#begin(head);
    }
    return this.#utf16 === null
      ? chunk
      : new TextEncoder().encode(this.#utf16.decode(chunk, { stream: true }));
  }

  end(): Uint8Array {
    if (this.#head !== null) return this.#begin(this.#head);
    return this.#utf16 === null ? NOTHING : new TextEncoder().encode(this.#utf16.decode());
  }

  #begin(head: Uint8Array): Uint8Array {
    this.#head = null;
    const encoding = utf16Of(head);
    if (encoding !== null) {
      this.#utf16 = new TextDecoder(encoding);
      this.#warnings.add("utf-16", "The file is UTF-16. Byte positions refer to its text in UTF-8.");
      return this.decode(head);
    }
    if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) this.markBytes = 3;
    return head.subarray(this.markBytes);
  }
}

/** The first bytes of a file as text, for detection: never throws, and drops a letter cut at the end. */
export function decodeHead(head: Uint8Array): string {
  return new TextDecoder(utf16Of(head) ?? "utf-8").decode(head, { stream: true });
}

/** Reads bytes that aren't UTF-8 as Latin-1, in which every byte is a letter, and calls `onLatin1`. */
export function decodeText(bytes: Uint8Array, onLatin1: () => void): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    onLatin1();
    return new TextDecoder("latin1").decode(bytes);
  }
}

type Utf16 = "utf-16le" | "utf-16be";

function utf16Of(head: Uint8Array): Utf16 | null {
  return markedUtf16(head) ?? unmarkedUtf16(head);
}

function markedUtf16([a, b]: Uint8Array): Utf16 | null {
  if (a === 0xff && b === 0xfe) return "utf-16le";
  return a === 0xfe && b === 0xff ? "utf-16be" : null;
}

function unmarkedUtf16([a, b, c, d]: Uint8Array): Utf16 | null {
  if (a === undefined || b === undefined) return null;
  if (a !== 0 && b === 0 && c !== 0 && d === 0) return "utf-16le";
  return a === 0 && b !== 0 && c === 0 && d !== 0 ? "utf-16be" : null;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
