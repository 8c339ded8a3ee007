import { HeadroomError } from "@headroom/core";
import type { Warnings } from "../findings.ts";
import { TextEncoding } from "./text-encoding.ts";

export const NEWLINE = 10;

/** Reads the lines that a `LineFeed` cuts. Positions are in `bytes`; `base` is the position of bytes[0] in the file. */
export interface LineReader {
  /**
   * Reads bytes[from..to), which ends with a newline. Returns where a record begins that needs more bytes,
   * or `to`. It is called again with that record from its beginning, and the next line.
   */
  readLines(bytes: Buffer, from: number, to: number, base: number): number;
  /** Refuses the too long record at the front of bytes[0..to). Returns where to continue, past 0. */
  refuseLong(bytes: Uint8Array, to: number, base: number): number;
  /** The end of the file without its newline: bytes[0..to), to which the feed has added one. */
  readRest(bytes: Buffer, to: number, base: number): void;
}

/**
 * Cuts chunks with any borders at their last newline. Copies only the beginning of a line that crosses a border, and
 * never holds more than `maxLineBytes` of it.
 */
export class LineFeed {
  readonly #reader: LineReader;
  readonly #maxLineBytes: number;
  readonly #encoding: TextEncoding;
  #offset = 0;
  #held = Buffer.alloc(4_096);
  #heldBytes = 0;
  #heldOffset = 0;
  /** Inside a line that was refused for its length: everything up to its newline is skipped. */
  #skipping = false;

  constructor(reader: LineReader, maxLineBytes: number, warnings: Warnings) {
    this.#reader = reader;
    this.#maxLineBytes = maxLineBytes;
    this.#encoding = new TextEncoding(warnings);
  }

  write(chunk: Uint8Array): void {
    this.#read(this.#encoding.decode(chunk));
  }

  end(): void {
    this.#read(this.#encoding.end());
    if (this.#offset === 0) {
      throw new HeadroomError("file-empty", "The file is empty (0 bytes).", {
        byte: 0,
        hint: "Send the result file of a finished run.",
      });
    }
    if (this.#heldBytes === 0) return;
    this.#makeRoom(this.#heldBytes + 1);
    this.#held[this.#heldBytes] = NEWLINE;
    this.#reader.readRest(this.#held, this.#heldBytes + 1, this.#heldOffset);
    this.#heldBytes = 0;
  }

  #read(bytes: Uint8Array): void {
    // Readers see only one class of bytes, which keeps their loops fast, and a Buffer's indexOf is the fast one.
    const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    if (this.#offset === 0) this.#offset = this.#encoding.markBytes;
    let from = this.#skipping ? this.#endOfSkipped(chunk) : 0;
    while (this.#heldBytes > 0 && from < chunk.length) from = this.#extendHeld(chunk, from);
    if (from < chunk.length) {
      const to = chunk.lastIndexOf(NEWLINE) + 1;
      const read = to > from ? this.#reader.readLines(chunk, from, to, this.#offset) : from;
      if (read < chunk.length) this.#hold(chunk, read, chunk.length);
    }
    this.#offset += chunk.length;
  }

  #endOfSkipped(chunk: Uint8Array): number {
    const newline = chunk.indexOf(NEWLINE);
    if (newline < 0) return chunk.length;
    this.#skipping = false;
    return newline + 1;
  }

  #extendHeld(chunk: Uint8Array, from: number): number {
    const newline = chunk.indexOf(NEWLINE, from);
    const to = newline < 0 ? chunk.length : newline + 1;
    this.#hold(chunk, from, to);
    if (newline >= 0 && this.#heldBytes > 0) {
      this.#dropHeld(this.#reader.readLines(this.#held, 0, this.#heldBytes, this.#heldOffset));
    }
    return to;
  }

  #hold(chunk: Uint8Array, from: number, to: number): void {
    if (this.#heldBytes === 0) this.#heldOffset = this.#offset + from;
    const wanted = this.#heldBytes + to - from;
    this.#makeRoom(wanted);
    this.#held.set(chunk.subarray(from, to), this.#heldBytes);
    this.#heldBytes = wanted;
    while (this.#heldBytes > this.#maxLineBytes) this.#refuseHeld();
  }

  #refuseHeld(): void {
    const endsInLine = this.#held[this.#heldBytes - 1] !== NEWLINE;
    this.#dropHeld(this.#reader.refuseLong(this.#held, this.#heldBytes, this.#heldOffset));
    this.#skipping = this.#heldBytes === 0 && endsInLine;
    // After a refused record of several lines, the lines after its first are read separately.
    const lines = this.#held.subarray(0, this.#heldBytes).lastIndexOf(NEWLINE) + 1;
    if (lines > 0) this.#dropHeld(this.#reader.readLines(this.#held, 0, lines, this.#heldOffset));
  }

  #makeRoom(bytes: number): void {
    if (bytes <= this.#held.length) return;
    const grown = Buffer.alloc(Math.max(bytes, 2 * this.#held.length));
    grown.set(this.#held.subarray(0, this.#heldBytes));
    this.#held = grown;
  }

  #dropHeld(bytes: number): void {
    this.#held.copyWithin(0, bytes, this.#heldBytes);
    this.#heldBytes -= bytes;
    this.#heldOffset += bytes;
  }
}

/** Only spaces and control characters. */
export function isBlank(bytes: Uint8Array, at: number, end: number): boolean {
  for (let index = at; index < end; index++) if ((bytes[index] as number) > 32) return false;
  return true;
}
