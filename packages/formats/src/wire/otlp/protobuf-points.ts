import type { ProtoReader } from "../protobuf/proto-reader.ts";
import type { WireExemplar } from "../exemplar.ts";
import { emptyExponential, emptyHistogram, emptyNumber, emptySummary } from "./otlp-metric.ts";
import type {
  ExponentialPoint,
  HistogramPoint,
  NumberPoint,
  OffsetBuckets,
  OtlpPoint,
  SummaryPoint,
} from "./otlp-metric.ts";
import { readAttribute } from "./protobuf-attributes.ts";

/** What to do with each field of a point. Where they are the same in all points, the number still isn't. */
type Fields<Point> = Readonly<Record<number, (point: Point, reader: ProtoReader) => void>>;

interface Numbering {
  attributes: number;
  flags: number;
}

/** How one type of point is read. */
export interface PointReader<Point extends OtlpPoint> {
  empty: () => Point;
  fields: Fields<Point>;
  numbering: Numbering;
}

const START = 2;
const TIME = 3;

export const numberPoints: PointReader<NumberPoint> = {
  empty: emptyNumber,
  numbering: { attributes: 7, flags: 8 },
  fields: {
    4: (point, reader) => {
      point.value = reader.double();
    },
    5: (point, reader) => readExemplar(reader, point.exemplars),
    6: (point, reader) => {
      point.value = reader.sfixed();
    },
  },
};

export const histogramPoints: PointReader<HistogramPoint> = {
  empty: emptyHistogram,
  numbering: { attributes: 9, flags: 10 },
  fields: {
    4: (point, reader) => {
      point.count = reader.fixed();
    },
    5: (point, reader) => {
      point.sum = reader.double();
    },
    6: (point, reader) => reader.fixeds(point.counts),
    7: (point, reader) => reader.doubles(point.bounds),
    8: (point, reader) => readExemplar(reader, point.exemplars),
    11: (point, reader) => {
      point.min = reader.double();
    },
    12: (point, reader) => {
      point.max = reader.double();
    },
  },
};

export const exponentialPoints: PointReader<ExponentialPoint> = {
  empty: emptyExponential,
  numbering: { attributes: 1, flags: 10 },
  fields: {
    4: (point, reader) => {
      point.count = reader.fixed();
    },
    5: (point, reader) => {
      point.sum = reader.double();
    },
    6: (point, reader) => {
      point.scale = reader.sint();
    },
    7: (point, reader) => {
      point.zeroCount = reader.fixed();
    },
    8: (point, reader) => readBuckets(reader, point.positive),
    9: (point, reader) => readBuckets(reader, point.negative),
    11: (point, reader) => readExemplar(reader, point.exemplars),
    12: (point, reader) => {
      point.min = reader.double();
    },
    13: (point, reader) => {
      point.max = reader.double();
    },
    14: (point, reader) => {
      point.zeroThreshold = reader.double();
    },
  },
};

export const summaryPoints: PointReader<SummaryPoint> = {
  empty: emptySummary,
  numbering: { attributes: 7, flags: 8 },
  fields: {
    4: (point, reader) => {
      point.count = reader.fixed();
    },
    5: (point, reader) => {
      point.sum = reader.double();
    },
    6: (point, reader) => {
      reader.limitList(point.quantiles.length);
      point.quantiles.push(readQuantile(reader));
    },
  },
};

/** Reads the point that the current field holds. */
export function readPoint<Point extends OtlpPoint>(
  reader: ProtoReader,
  { empty, fields, numbering }: PointReader<Point>,
  mostLength: number,
): Point {
  const point = empty();
  const outer = reader.enter();
  while (reader.next()) {
    if (reader.field === START) point.startMicros = reader.nanosAsMicros();
    else if (reader.field === TIME) point.atMicros = reader.nanosAsMicros();
    else if (reader.field === numbering.attributes) readAttribute(reader, point.attributes, mostLength);
    else if (reader.field === numbering.flags) point.flags = reader.uint();
    else {
      const read = fields[reader.field];
      if (read === undefined) reader.skip();
      else read(point, reader);
    }
  }
  reader.leave(outer);
  return point;
}

function readBuckets(reader: ProtoReader, buckets: OffsetBuckets): void {
  const outer = reader.enter();
  while (reader.next()) {
    if (reader.field === 1) buckets.offset = reader.sint();
    else if (reader.field === 2) reader.uints(buckets.counts);
    else reader.skip();
  }
  reader.leave(outer);
}

function readExemplar(reader: ProtoReader, into: WireExemplar[]): void {
  const exemplar: WireExemplar = { traceId: null, value: 0, atMicros: 0 };
  const outer = reader.enter();
  while (reader.next()) {
    if (reader.field === 2) exemplar.atMicros = reader.nanosAsMicros();
    else if (reader.field === 3) exemplar.value = reader.double();
    else if (reader.field === 5) exemplar.traceId = Buffer.from(reader.bytes()).toString("hex") || null;
    else if (reader.field === 6) exemplar.value = reader.sfixed();
    else reader.skip();
  }
  reader.leave(outer);
  reader.limitList(into.length);
  into.push(exemplar);
}

function readQuantile(reader: ProtoReader): [number, number] {
  let share = 0;
  let value = 0;
  const outer = reader.enter();
  while (reader.next()) {
    if (reader.field === 1) share = reader.double();
    else if (reader.field === 2) value = reader.double();
    else reader.skip();
  }
  reader.leave(outer);
  return [share, value];
}
