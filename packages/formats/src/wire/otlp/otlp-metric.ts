import type { WireExemplar } from "../exemplar.ts";
import type { Slices } from "../slices.ts";
import type { Tag } from "../tags.ts";

/** A metric as both encodings of OTLP give it. Its points are read one at a time, so that a large body needs little memory. */
export interface OtlpMetric {
  name: string;
  unit: string | null;
  data: OtlpData;
}

export type OtlpData =
  | { type: "gauge"; points: Iterable<NumberPoint> }
  | { type: "sum"; temporality: number; monotonic: boolean; points: Iterable<NumberPoint> }
  | { type: "histogram"; temporality: number; points: Iterable<HistogramPoint> }
  | { type: "exponential"; temporality: number; points: Iterable<ExponentialPoint> }
  | { type: "summary"; points: Iterable<SummaryPoint> };

export interface OtlpPoint {
  attributes: Tag[];
  /** 0: it doesn't say. */
  atMicros: number;
  startMicros: number;
  flags: number;
  exemplars: WireExemplar[];
}

export interface NumberPoint extends OtlpPoint {
  value: number | null;
}

export interface Distribution {
  count: number;
  sum: number | null;
  min: number | null;
  max: number | null;
}

export interface HistogramPoint extends OtlpPoint, Distribution {
  counts: number[];
  bounds: number[];
}

export interface OffsetBuckets {
  offset: number;
  counts: number[];
}

export interface ExponentialPoint extends OtlpPoint, Distribution {
  scale: number;
  zeroThreshold: number;
  zeroCount: number;
  positive: OffsetBuckets;
  negative: OffsetBuckets;
}

export interface SummaryPoint extends OtlpPoint {
  count: number;
  sum: number;
  quantiles: [share: number, value: number][];
}

/** Where an encoding hands over each metric with the attributes of its resource and scope, as tags. */
export interface OtlpVisitor {
  /** Once for each resource, before its metrics. */
  resource(attributes: readonly Tag[]): void;
  metric(common: readonly Tag[], metric: OtlpMetric): Slices<void>;
  /** A metric without data, or with data of a type that isn't known. */
  unknown(name: string): void;
}

export function emptyNumber(): NumberPoint {
  return { ...emptyPoint(), value: null };
}

export function emptyHistogram(): HistogramPoint {
  return { ...emptyPoint(), ...EMPTY, counts: [], bounds: [] };
}

export function emptyExponential(): ExponentialPoint {
  return {
    ...emptyPoint(),
    ...EMPTY,
    scale: 0,
    zeroThreshold: 0,
    zeroCount: 0,
    positive: { offset: 0, counts: [] },
    negative: { offset: 0, counts: [] },
  };
}

export function emptySummary(): SummaryPoint {
  return { ...emptyPoint(), count: 0, sum: 0, quantiles: [] };
}

const EMPTY: Distribution = { count: 0, sum: null, min: null, max: null };

function emptyPoint(): OtlpPoint {
  return { attributes: [], atMicros: 0, startMicros: 0, flags: 0, exemplars: [] };
}
