import { DAY_MICROS, Sketch } from "@headroom/core";
import { inflateSync } from "node:zlib";
import { WordReader } from "./word-reader.ts";

/** What one encoded histogram holds, in microseconds. */
export interface DecodedHistogram {
  count: number;
  sumMicros: number;
  /** The lowest and the highest value that its lowest and its highest used bucket may hold. */
  minMicros: number;
  maxMicros: number;
  sketch: Sketch;
  /** Half a bucket's width as a share of its value, at most. */
  relativeError: number;
  /** What its smallest buckets hold: 1 unless it was made coarser on purpose. */
  unitMicros: number;
}

const COMPRESSED_V2 = 0x1c849304;
const PLAIN_V2 = 0x1c849303;
/** These bits say how wide words are, which version 2 does not use. */
const WORD_BITS = 0xf0;
const HEADER_BYTES = 40;
/** A histogram has few bytes, as runs of zeros are one number; what grows more than this is made to fill the memory. */
const MAX_INFLATED = 8 * 1024 * 1024;
const MAX_GROWTH = 100;
const SMALL = 65_536;
const MAX_MICROS = 30 * DAY_MICROS;

/**
 * Decodes a histogram of version 2 (base64 of zlib) into a sketch: each count at the middle of its bucket, which is
 * what HdrHistogram makes its mean of. Only the used buckets cost anything. A string says why it cannot be read.
 *
 * HdrHistogram's own library is not asked, as it inflates without a limit: one line of 400 KB takes 600 MB of it.
 */
export function decodeHistogram(base64: string, unitMicros: number): DecodedHistogram | string {
  const bytes = inflate(Buffer.from(base64, "base64"));
  if (typeof bytes === "string") return bytes;
  if (bytes.length < HEADER_BYTES || (bytes.readUInt32BE(0) & ~WORD_BITS) >>> 0 !== PLAIN_V2) {
    return "it contains no version 2 histogram";
  }
  const payload = bytes.readUInt32BE(4);
  const digits = bytes.readUInt32BE(12);
  const lowest = Number(bytes.readBigUInt64BE(16));
  if (payload > bytes.length - HEADER_BYTES) return "it ends before its counts";
  if (digits > 5 || lowest < 1) return "it has an impossible precision";
  return countsOf(new WordReader(bytes, HEADER_BYTES, HEADER_BYTES + payload), digits, lowest, unitMicros);
}

function inflate(bytes: Buffer): Buffer | string {
  if (bytes.length < 8 || (bytes.readUInt32BE(0) & ~WORD_BITS) >>> 0 !== COMPRESSED_V2) {
    return "it is not a compressed version 2 histogram";
  }
  const length = bytes.readUInt32BE(4);
  if (length > bytes.length - 8) return "it is cut off";
  const maxOutputLength = Math.min(MAX_INFLATED, SMALL + MAX_GROWTH * length);
  try {
    return inflateSync(bytes.subarray(8, 8 + length), { maxOutputLength });
  } catch (error) {
    const isLarge = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    return isLarge
      ? "it decompresses to more than a histogram can contain"
      : "its compressed data is corrupt";
  }
}

function countsOf(
  words: WordReader,
  digits: number,
  lowest: number,
  unitMicros: number,
): DecodedHistogram | string {
  const grid = gridOf(digits, lowest);
  const sketch = new Sketch();
  let index = 0;
  let sumMicros = 0;
  let min = Number.NaN;
  let max = 0;
  while (!words.isAtEnd) {
    const word = words.next();
    if (Number.isNaN(word)) return "a count is cut off or too large";
    if (word <= 0) {
      index += word < 0 ? -word : 1;
      continue;
    }
    const low = grid.lowestOf(index);
    const width = grid.widthOf(index);
    max = low + width - 1;
    if (!(max * unitMicros <= MAX_MICROS))
      return "it contains a latency of more than 30 days; check the unit";
    if (Number.isNaN(min)) min = low;
    const middleMicros = (low + Math.floor(width / 2)) * unitMicros;
    sketch.add(Math.round(middleMicros), word);
    sumMicros += middleMicros * word;
    if (!Number.isSafeInteger(sketch.count)) return "its count is too large to be exact";
    index += 1;
  }
  return {
    count: sketch.count,
    sumMicros,
    minMicros: min * unitMicros,
    maxMicros: max * unitMicros,
    sketch,
    relativeError: grid.relativeError,
    unitMicros: grid.unit * unitMicros,
  };
}

/** HdrHistogram's buckets: `half` of equal width for each doubling of the value, and as many for all below the first. */
function gridOf(digits: number, lowest: number) {
  const unit = 2 ** Math.floor(Math.log2(lowest));
  const half = 2 ** Math.max(0, Math.ceil(Math.log2(2 * 10 ** digits)) - 1);
  const doublingOf = (index: number) => Math.max(0, Math.floor(index / half) - 1);
  return {
    unit,
    /** From the second doubling on a value is `half` to twice that many widths. */
    relativeError: 0.5 / half,
    widthOf: (index: number) => unit * 2 ** doublingOf(index),
    lowestOf: (index: number) =>
      index < half ? index * unit : ((index % half) + half) * unit * 2 ** doublingOf(index),
  };
}
