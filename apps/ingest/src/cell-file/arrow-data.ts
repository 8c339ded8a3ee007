import {
  Field,
  Float64,
  Int32,
  Int64,
  List,
  makeData,
  Struct,
  TimestampMillisecond,
  Utf8,
} from "apache-arrow";
import type { Data, DataType } from "apache-arrow";
import type { ListedBucket } from "@headroom/core";
import type { CellRow } from "./cell-row.ts";
import type { Column, ColumnType } from "./columns.ts";

const BUCKET = new Struct([
  new Field("low_micros", new Int64(), false),
  new Field("high_micros", new Int64(), true),
  new Field("count", new Int64(), false),
]);

export const ARROW_TYPES = {
  text: new Utf8(),
  int32: new Int32(),
  int64: new Int64(),
  double: new Float64(),
  instant: new TimestampMillisecond("UTC"),
  buckets: new List(new Field("element", BUCKET, false)),
} as const satisfies Record<ColumnType, DataType>;

/** The values of a column in Arrow's layout. Packed by hand: the library's builders take seconds for a million buckets. */
export function arrowDataOf(column: Column, rows: readonly CellRow[]): Data {
  switch (column.type) {
    case "text":
      return textsOf(rows.map(column.value));
    case "buckets":
      return listsOf(rows.map(column.value));
    case "int32":
      return makeData({ type: ARROW_TYPES.int32, ...packed(Int32Array, rows.map(column.value), Number) });
    case "double":
      return makeData({ type: ARROW_TYPES.double, ...packed(Float64Array, rows.map(column.value), Number) });
    case "int64":
      return makeData({ type: ARROW_TYPES.int64, ...packed(BigInt64Array, rows.map(column.value), whole) });
    case "instant":
      return makeData({ type: ARROW_TYPES.instant, ...packed(BigInt64Array, rows.map(column.value), whole) });
  }
}

function textsOf(texts: readonly (string | null)[]): Data {
  const encoded = texts.map((text) => Buffer.from(text ?? ""));
  return makeData({
    type: ARROW_TYPES.text,
    length: texts.length,
    ...validityOf(texts),
    valueOffsets: offsetsOf(encoded),
    data: Buffer.concat(encoded),
  });
}

function listsOf(lists: readonly (readonly ListedBucket[] | null)[]): Data {
  const buckets = lists.flatMap((list) => list ?? []);
  const int64 = (values: readonly (number | null)[]) =>
    makeData({ type: ARROW_TYPES.int64, ...packed(BigInt64Array, values, whole) });
  const child = makeData({
    type: BUCKET,
    length: buckets.length,
    nullCount: 0,
    children: [
      int64(buckets.map(({ lowMicros }) => lowMicros)),
      int64(buckets.map(({ highMicros }) => highMicros)),
      int64(buckets.map(({ count }) => count)),
    ],
  });
  const valueOffsets = offsetsOf(lists);
  return makeData({
    type: ARROW_TYPES.buckets,
    length: lists.length,
    ...validityOf(lists),
    valueOffsets,
    child,
  });
}

/** Where each begins in all of them together, and where the last one ends. */
function offsetsOf(lists: readonly ({ length: number } | null)[]): Int32Array {
  const offsets = new Int32Array(lists.length + 1);
  lists.forEach((list, at) => {
    offsets[at + 1] = (offsets[at] ?? 0) + (list?.length ?? 0);
  });
  return offsets;
}

const whole = (value: number) => BigInt(Math.round(value));

interface Packed<Values> {
  length: number;
  nullCount: number;
  nullBitmap?: Uint8Array;
  data: Values;
}

function packed<Value, Values extends { [at: number]: Value }>(
  kind: new (length: number) => Values,
  values: readonly (number | null)[],
  convert: (value: number) => Value,
): Packed<Values> {
  const data = new kind(values.length);
  values.forEach((value, at) => {
    if (value !== null) data[at] = convert(value);
  });
  return { length: values.length, ...validityOf(values), data };
}

/** One bit for each value, the first in the lowest. Without nulls, Arrow needs none. */
function validityOf(values: readonly unknown[]): { nullCount: number; nullBitmap?: Uint8Array } {
  const nullCount = values.filter((value) => value === null).length;
  if (nullCount === 0) return { nullCount };
  const nullBitmap = new Uint8Array(Math.ceil(values.length / 8));
  values.forEach((value, at) => {
    if (value !== null) nullBitmap[at >> 3] = (nullBitmap[at >> 3] ?? 0) | (1 << (at & 7));
  });
  return { nullCount, nullBitmap };
}
