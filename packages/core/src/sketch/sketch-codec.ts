import { HeadroomError } from "../problem.ts";
import { STORED_BUCKETS, bucketOf } from "./sketch-grid.ts";
import { ByteReader, putVarint, varintLength } from "./varint.ts";
import type { ByteWriter } from "./varint.ts";

/**
 * version 1 | count | sum | min | max - min | form | first bucket | buckets          (numbers as LEB128)
 *   form 0, sparse: used - 1, then for each used bucket after its predecessor: distance * 2 + (count > 1), [count - 2]
 *   form 1, dense:  span - 1, then the count of every bucket of the span
 * The smaller of the two is written, sparse when they tie, so equal sketches have equal bytes.
 * An empty sketch ends after its count.
 */
const VERSION = 1;
const SPARSE = 0;
const DENSE = 1;
/** A sum is a double: exact up to 2^53, and beyond that still a whole number that fits in sixteen groups of seven bits. */
const MAX_SUM = 2 ** 111;

export interface SketchFigures {
  count: number;
  sum: number;
  min: number;
  max: number;
}

export interface SketchState extends SketchFigures {
  start: number;
  counts: Uint32Array | Float64Array;
}

/** The used buckets, rising, and their counts: the first `length` entries of both lists. */
export interface UsedBuckets {
  buckets: Uint16Array;
  counts: Float64Array;
  length: number;
}

export function encodeSketch(out: ByteWriter, figures: SketchFigures, used: UsedBuckets): void {
  out.byte(VERSION);
  out.varint(figures.count);
  if (figures.count === 0) return;
  out.varint(figures.sum);
  out.varint(figures.min);
  out.varint(figures.max - figures.min);
  const dense = denseLength(used);
  const sparse = sparseLength(used);
  out.byte(dense < sparse ? DENSE : SPARSE);
  out.varint(used.buckets[0] as number);
  const length = Math.min(dense, sparse);
  const bytes = out.claim(length);
  const from = out.length - length;
  if (dense < sparse) writeDense(bytes, from, used);
  else writeSparse(bytes, from, used);
}

/** Refuses an unknown version and any bytes that no sketch could have written; allocates at most one grid. */
export function decodeSketch(bytes: Uint8Array): SketchState {
  const input = new ByteReader(bytes);
  const version = input.byte();
  if (version !== VERSION) {
    throw new HeadroomError("stored-version-unknown", `Sketch version ${version} is not known.`, {
      hint: "It was written by a newer Headroom: update this one.",
    });
  }
  const count = input.varint();
  if (count === 0) {
    input.end();
    return { count, sum: 0, min: Infinity, max: -Infinity, start: 0, counts: new Uint32Array(0) };
  }
  const sum = input.varint(MAX_SUM);
  const min = input.varint();
  const max = min + input.varint(Number.MAX_SAFE_INTEGER - min);
  const buckets = readBuckets(input, count);
  input.end();
  check({ count, sum, min, max, ...buckets }, input);
  return { count, sum, min, max, ...buckets };
}

function writeSparse(bytes: Uint8Array, from: number, { buckets, counts, length }: UsedBuckets): void {
  let at = putVarint(bytes, from, length - 1);
  let before = buckets[0] as number;
  for (let index = 0; index < length; index++) {
    const bucket = buckets[index] as number;
    const count = counts[index] as number;
    const token = (bucket - before) * 2 + (count > 1 ? 1 : 0);
    if (token < 128) bytes[at++] = token;
    else at = putVarint(bytes, at, token);
    if (count > 129) at = putVarint(bytes, at, count - 2);
    else if (count > 1) bytes[at++] = count - 2;
    before = bucket;
  }
}

function sparseLength({ buckets, counts, length }: UsedBuckets): number {
  let bytes = varintLength(length - 1);
  let before = buckets[0] as number;
  for (let at = 0; at < length; at++) {
    const bucket = buckets[at] as number;
    const count = counts[at] as number;
    bytes += bucket - before < 64 ? 1 : 2;
    if (count > 1) bytes += count < 130 ? 1 : varintLength(count - 2);
    before = bucket;
  }
  return bytes;
}

function writeDense(bytes: Uint8Array, from: number, { buckets, counts, length }: UsedBuckets): void {
  let next = buckets[0] as number;
  let at = putVarint(bytes, from, (buckets[length - 1] as number) - next);
  for (let index = 0; index < length; index++) {
    const bucket = buckets[index] as number;
    const count = counts[index] as number;
    for (; next < bucket; next++) bytes[at++] = 0;
    if (count < 128) bytes[at++] = count;
    else at = putVarint(bytes, at, count);
    next = bucket + 1;
  }
}

function denseLength({ buckets, counts, length }: UsedBuckets): number {
  const span = (buckets[length - 1] as number) - (buckets[0] as number);
  let bytes = varintLength(span) + span + 1 - length;
  for (let at = 0; at < length; at++) {
    const count = counts[at] as number;
    bytes += count < 128 ? 1 : varintLength(count);
  }
  return bytes;
}

/** Reading is synchronous: a sketch's list isn't needed once its window is filled. */
const read: Pick<UsedBuckets, "buckets" | "counts"> = {
  buckets: new Uint16Array(STORED_BUCKETS),
  counts: new Float64Array(STORED_BUCKETS),
};

function readBuckets(input: ByteReader, total: number): Pick<SketchState, "start" | "counts"> {
  const form = input.byte();
  const start = input.varint(STORED_BUCKETS - 1);
  if (form === DENSE) return { start, counts: readDense(input, start, total) };
  if (form === SPARSE) return { start, counts: readSparse(input, start, total) };
  throw input.broken("has an unknown form");
}

function readDense(input: ByteReader, start: number, total: number): Uint32Array | Float64Array {
  const span = input.varint(STORED_BUCKETS - 1 - start) + 1;
  const counts = room(span, total);
  for (let at = 0; at < span; at++) counts[at] = input.varint(total);
  return counts;
}

function readSparse(input: ByteReader, start: number, total: number): Uint32Array | Float64Array {
  const used = input.varint(STORED_BUCKETS - 1) + 1;
  const { buckets, counts: values } = read;
  let bucket = start;
  for (let at = 0; at < used; at++) {
    const token = input.varint(STORED_BUCKETS * 2);
    bucket += token >>> 1;
    if (at > 0 === token < 2) throw input.broken("lists its buckets out of order");
    if (bucket >= STORED_BUCKETS) throw input.broken("has a bucket past the last");
    buckets[at] = bucket;
    values[at] = token % 2 === 1 ? input.varint(total) + 2 : 1;
  }
  const counts = room(bucket - start + 1, total);
  for (let at = 0; at < used; at++) counts[(buckets[at] as number) - start] = values[at] as number;
  return counts;
}

function room(span: number, total: number): Uint32Array | Float64Array {
  return total > 0xffffffff ? new Float64Array(span) : new Uint32Array(span);
}

/** The totals must agree with the buckets, or a quantile could be outside of what was counted. */
function check(state: SketchState, input: ByteReader): void {
  const { counts } = state;
  let total = 0;
  for (let at = 0; at < counts.length; at++) total += counts[at] as number;
  if (total !== state.count) throw input.broken("counts other than it says");
  const last = state.start + counts.length - 1;
  if (!counts[0] || !counts.at(-1)) throw input.broken("begins or ends with an unused bucket");
  if (bucketOf(state.min) !== state.start || bucketOf(state.max) !== last) {
    throw input.broken("has a minimum or maximum outside of its buckets");
  }
  const slack = 1e-9 * state.sum;
  if (state.sum < state.min * state.count - slack || state.sum > state.max * state.count + slack) {
    throw input.broken("has a sum that its values cannot have");
  }
}
