import { HeadroomError } from "@headroom/core";
import { quoted, type Refusals, type Warnings } from "../findings.ts";
import type { RowRefusal } from "./delimited.ts";
import { asObject } from "./json-head.ts";
import { LineFeed, type LineReader, NEWLINE } from "./line-feed.ts";
import { decodeText } from "./text-encoding.ts";

export interface JsonLinesOptions {
  maxLineBytes: number;
  refusals: Refusals;
  warnings: Warnings;
  /** Takes one line's object; answers why it cannot be read. */
  object: (value: Record<string, unknown>, line: number) => RowRefusal | null;
}

/** Reads an object a line, from chunks with any borders. Blank lines are passed over. */
export class JsonLinesFeed implements LineReader {
  readonly #options: JsonLinesOptions;
  readonly #feed: LineFeed;
  #line = 1;
  #lines = 0;
  #atRest = false;

  constructor(options: JsonLinesOptions) {
    this.#options = options;
    this.#feed = new LineFeed(this, options.maxLineBytes, options.warnings);
  }

  write(chunk: Uint8Array): void {
    this.#feed.write(chunk);
  }

  /** Throws `file-empty` for a file without a single line. */
  end(): void {
    this.#feed.end();
    if (this.#lines === 0)
      throw new HeadroomError("file-empty", "The file contains only blank lines.", { byte: 0 });
  }

  readLines(bytes: Uint8Array, from: number, to: number, base: number): number {
    for (let at = from; at < to;) {
      const end = bytes.indexOf(NEWLINE, at) + 1;
      if (end - at > this.#options.maxLineBytes) this.#refuseLong(base + at);
      else this.#readLine(Buffer.from(bytes.buffer, bytes.byteOffset + at, end - at), base + at);
      this.#line += 1;
      at = end;
    }
    return to;
  }

  refuseLong(_bytes: Uint8Array, to: number, base: number): number {
    this.#refuseLong(base);
    this.#line += 1;
    return to;
  }

  readRest(bytes: Uint8Array, to: number, base: number): void {
    this.#atRest = true;
    this.readLines(bytes, 0, to, base);
  }

  #readLine(line: Buffer, byte: number): void {
    const { object } = this.#options;
    const decoded = line.toString();
    // The letter that stands for bytes that are none; where it comes up, they are looked at with more care.
    const isWhole = !decoded.includes("\uFFFD");
    const text = isWhole ? decoded.trim() : decodeText(line, () => this.#warnLatin1()).trim();
    if (text === "") return;
    this.#lines += 1;
    const value = objectIn(text);
    const refusal =
      value === null
        ? { column: null, reason: () => `is not a JSON object: ${quoted(text)}` }
        : object(value, this.#line);
    if (refusal !== null) this.#refuse(byte, refusal);
  }

  #warnLatin1(): void {
    this.#options.warnings.add("latin-1", "A line is not UTF-8 and was read as Latin-1.", this.#line);
  }

  #refuseLong(byte: number): void {
    this.#lines += 1;
    this.#refuse(byte, {
      column: null,
      reason: () => `is longer than ${this.#options.maxLineBytes} bytes`,
    });
  }

  #refuse(byte: number, { column, reason }: RowRefusal): void {
    const named = this.#atRest ? () => `the last line is incomplete: ${reason()}` : reason;
    this.#options.refusals.add(this.#line, byte, column, named);
  }
}

/** The object that a line is, or null. */
export function objectIn(line: string): Record<string, unknown> | null {
  try {
    return asObject(JSON.parse(line));
  } catch {
    return null;
  }
}
