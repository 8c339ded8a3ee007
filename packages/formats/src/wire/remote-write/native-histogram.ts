import type { ProtoReader } from "../protobuf/proto-reader.ts";
import { isStaleMarker } from "./stale-marker.ts";

/** One native histogram as it is on the wire, in both versions of remote write. */
export interface NativeHistogram {
  count: number;
  sum: number;
  /** The source marks the end of its series with a sum that is a certain NaN. */
  stale: boolean;
  schema: number;
  zeroThreshold: number;
  zeroCount: number;
  negative: NativeBuckets;
  positive: NativeBuckets;
  resetHint: number;
  timestampMillis: number;
  /** 0: it doesn't say. */
  startMillis: number;
  customBounds: number[];
}

export interface NativeBuckets {
  /** Offset and length in turn: the gap since the span before, and how many buckets follow. */
  spans: number[];
  /** Each bucket's count less the count of the one before. */
  deltas: number[];
  /** Each bucket's count. */
  counts: number[];
}

const FIELDS: Readonly<Record<number, (histogram: NativeHistogram, reader: ProtoReader) => void>> = {
  1: (histogram, reader) => {
    histogram.count = reader.uint();
  },
  2: (histogram, reader) => {
    histogram.count = reader.double();
  },
  3: (histogram, reader) => {
    histogram.sum = reader.double();
    histogram.stale = Number.isNaN(histogram.sum) && isStaleMarker(reader);
  },
  4: (histogram, reader) => {
    histogram.schema = reader.sint();
  },
  5: (histogram, reader) => {
    histogram.zeroThreshold = reader.double();
  },
  6: (histogram, reader) => {
    histogram.zeroCount = reader.uint();
  },
  7: (histogram, reader) => {
    histogram.zeroCount = reader.double();
  },
  8: (histogram, reader) => readSpan(reader, histogram.negative.spans),
  9: (histogram, reader) => reader.sints(histogram.negative.deltas),
  10: (histogram, reader) => reader.doubles(histogram.negative.counts),
  11: (histogram, reader) => readSpan(reader, histogram.positive.spans),
  12: (histogram, reader) => reader.sints(histogram.positive.deltas),
  13: (histogram, reader) => reader.doubles(histogram.positive.counts),
  14: (histogram, reader) => {
    histogram.resetHint = reader.uint();
  },
  15: (histogram, reader) => {
    histogram.timestampMillis = reader.int();
  },
  16: (histogram, reader) => reader.doubles(histogram.customBounds),
  17: (histogram, reader) => {
    histogram.startMillis = reader.int();
  },
};

/** Reads the histogram that the current field holds. */
export function readNativeHistogram(reader: ProtoReader): NativeHistogram {
  const histogram: NativeHistogram = {
    count: 0,
    sum: 0,
    stale: false,
    schema: 0,
    zeroThreshold: 0,
    zeroCount: 0,
    negative: { spans: [], deltas: [], counts: [] },
    positive: { spans: [], deltas: [], counts: [] },
    resetHint: 0,
    timestampMillis: 0,
    startMillis: 0,
    customBounds: [],
  };
  const outer = reader.enter();
  while (reader.next()) {
    const read = FIELDS[reader.field];
    if (read === undefined) reader.skip();
    else read(histogram, reader);
  }
  reader.leave(outer);
  return histogram;
}

function readSpan(reader: ProtoReader, spans: number[]): void {
  let offset = 0;
  let length = 0;
  const outer = reader.enter();
  while (reader.next()) {
    if (reader.field === 1) offset = reader.sint();
    else if (reader.field === 2) length = reader.uint();
    else reader.skip();
  }
  reader.leave(outer);
  reader.limitList(spans.length);
  spans.push(offset, length);
}
