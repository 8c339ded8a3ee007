import { HeadroomError } from "@headroom/core";

const FRAME = 0xfd2fb528;
/** The last four bits can have any value. */
const SKIPPABLE = 0x184d2a50;
const RAW_LENGTH_OF_RLE = 1;
const DICTIONARY_BYTES = [0, 1, 2, 4] as const;
const SIZE_BYTES = [0, 2, 4, 8] as const;

/** A part of a frame, in the order of RFC 8878. `bytes`: its length. */
type Part =
  | { name: "magic" | "header" | "length" | "block"; bytes: 4 | 1 | 3 }
  | { name: "body"; bytes: number };

const MAGIC: Part = { name: "magic", bytes: 4 };

/**
 * Splits a zstd stream at the ends of its frames. Node's decoder stops at the end of a frame if more follows in the same
 * chunk, and would silently drop the rest. `cat a.zst b.zst` and parallel compressors produce such streams.
 */
export async function* cutAtFrames(chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const walk = new FrameWalk();
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length;) {
      const end = walk.advance(chunk, at);
      yield chunk.subarray(at, end);
      at = end;
    }
  }
}

class FrameWalk {
  #part = MAGIC;
  /** The bytes of this part so far, least significant first. */
  #value = 0;
  #seen = 0;
  #passed = 0;
  #hasChecksum = false;
  /** Whether the frame ends with the current part. */
  #isLast = false;

  /** The end of the frame that continues at `from`, or of the chunk. */
  advance(chunk: Uint8Array, from: number): number {
    for (let at = from; at < chunk.length;) {
      const taken = Math.min(this.#part.bytes - this.#seen, chunk.length - at);
      if (this.#part.name !== "body") {
        for (let index = 0; index < taken; index++) {
          this.#value += (chunk[at + index] ?? 0) * 256 ** (this.#seen + index);
        }
      }
      at += taken;
      this.#seen += taken;
      this.#passed += taken;
      if (this.#seen === this.#part.bytes && this.#endPart()) return at;
    }
    return chunk.length;
  }

  /** Whether the frame has ended with it. */
  #endPart(): boolean {
    const value = this.#value;
    const next = this.#after(value);
    this.#part = next.bytes === 0 ? this.#afterBody() : next;
    this.#value = 0;
    this.#seen = 0;
    return this.#part === MAGIC;
  }

  #after(value: number): Part {
    switch (this.#part.name) {
      case "magic":
        this.#isLast = false;
        if (value === FRAME) return { name: "header", bytes: 1 };
        if (Math.floor(value / 16) * 16 === SKIPPABLE) return { name: "length", bytes: 4 };
        throw notZstd(this.#passed - MAGIC.bytes);
      case "length":
        this.#isLast = true;
        this.#hasChecksum = false;
        return { name: "body", bytes: value };
      case "header":
        this.#hasChecksum = (value & 4) !== 0;
        return { name: "body", bytes: headerBytes(value) };
      case "block":
        this.#isLast = (value & 1) !== 0;
        return { name: "body", bytes: ((value >> 1) & 3) === 1 ? RAW_LENGTH_OF_RLE : value >> 3 };
      case "body":
        return this.#afterBody();
    }
  }

  #afterBody(): Part {
    if (!this.#isLast) return { name: "block", bytes: 3 };
    if (!this.#hasChecksum) return MAGIC;
    this.#hasChecksum = false;
    return { name: "body", bytes: 4 };
  }
}

/** Behind its first byte. */
function headerBytes(descriptor: number): number {
  const isSingleSegment = (descriptor & 32) !== 0;
  const sizeFlag = descriptor >> 6;
  const size = sizeFlag === 0 && isSingleSegment ? 1 : (SIZE_BYTES[sizeFlag] ?? 0);
  return (isSingleSegment ? 0 : 1) + (DICTIONARY_BYTES[descriptor & 3] ?? 0) + size;
}

function notZstd(byte: number): HeadroomError {
  const what = byte === 0 ? "is not a valid zstd stream" : "contains other data after its zstd stream";
  return new HeadroomError("encoding-broken", `The body ${what}.`, {
    field: "Content-Encoding",
    byte,
    hint: "Check that the file is zstd and nothing else, or leave Content-Encoding out.",
  });
}
