import { bucketProblem, rising } from "../bucket-checks.ts";
import type {
  ExponentialValue,
  HistogramValue,
  SourceKind,
  MetricSink,
  MetricTime,
  Temporality,
} from "@headroom/core";
import { tooMany } from "../series-limits.ts";
import type { SeriesLimits } from "../series-limits.ts";
import type { Slices } from "../slices.ts";
import { SeriesTable } from "../series-table.ts";
import { sortTags, tagProblem } from "../tags.ts";
import type { Tag } from "../tags.ts";
import type {
  Distribution,
  ExponentialPoint,
  HistogramPoint,
  NumberPoint,
  OffsetBuckets,
  OtlpMetric,
  OtlpPoint,
  OtlpVisitor,
  SummaryPoint,
} from "./otlp-metric.ts";

const NO_RECORDED_VALUE = 1;
const POINTS_OF_A_SLICE = 20;
const DELTA = 1;
const CUMULATIVE = 2;
/** Beyond these, a double can't hold the bounds of the buckets. */
const SMALLEST_SCALE = -10;
const LARGEST_SCALE = 20;

interface Shape {
  kind: SourceKind;
  temporality: Temporality;
}

/** Checks the points of each metric and hands them over. Both encodings of OTLP end here. */
export class OtlpHandOver implements OtlpVisitor {
  points = 0;
  refused = 0;
  readonly #sink: MetricSink;
  readonly #limits: SeriesLimits;
  readonly #table: SeriesTable;
  readonly resource: OtlpVisitor["resource"];

  constructor(sink: MetricSink, limits: SeriesLimits, resource: OtlpVisitor["resource"]) {
    this.resource = resource;
    this.#sink = sink;
    this.#limits = limits;
    this.#table = new SeriesTable(sink, limits.series);
  }

  unknown(name: string): void {
    this.#limitPoints();
    this.#refuse(`the metric ${name} has no data of a known type`);
  }

  *metric(common: readonly Tag[], metric: OtlpMetric): Slices<void> {
    const shape = shapeOf(metric.data);
    for (const point of metric.data.points) {
      if ((this.points + this.refused) % POINTS_OF_A_SLICE === POINTS_OF_A_SLICE - 1) yield;
      this.#limitPoints();
      if (shape === null) {
        this.#refuse(`the metric ${metric.name} doesn't say if it's delta or cumulative`);
        continue;
      }
      const problem = this.#take({ common, metric, shape }, point);
      if (problem === null) this.points += 1;
      else this.#refuse(problem);
    }
  }

  #take(from: Origin, point: OtlpPoint): string | null {
    const { metric, shape } = from;
    const time = timeOf(point, shape);
    if (typeof time === "string") return time;
    const tags = mergedTags(from.common, point.attributes);
    const problem = tagProblem(metric.name, tags, this.#limits);
    if (problem !== null) return problem;
    const series = { name: metric.name, field: null, tags, unit: metric.unit, ...shape };
    if ((point.flags & NO_RECORDED_VALUE) === NO_RECORDED_VALUE) {
      this.#sink.stale(this.#table.numberOf(series), time);
      return null;
    }
    const hand = this.#checked(metric, point);
    if (typeof hand === "string") return `a point of ${metric.name} can't be used: ${hand}`;
    hand(this.#table.numberOf(series), time);
    for (const { traceId, ...request } of point.exemplars)
      if (traceId !== null) this.#sink.exemplar(series, { traceId, ...request });
    return null;
  }

  /** What hands the point over, or why it can't be used. */
  #checked({ data }: OtlpMetric, point: OtlpPoint): Hand | string {
    switch (data.type) {
      case "gauge":
        return this.#number(point as NumberPoint, false);
      case "sum":
        return this.#number(point as NumberPoint, data.monotonic);
      case "histogram":
        return this.#histogram(point as HistogramPoint);
      case "exponential":
        return this.#exponential(point as ExponentialPoint);
      case "summary":
        return this.#summary(point as SummaryPoint);
    }
  }

  #number({ value }: NumberPoint, monotonic: boolean): Hand | string {
    if (value === null) return "it has no value";
    if (monotonic && value < 0) return "it's a counter, but its value is negative";
    return (series, time) => this.#sink.number(series, time, value);
  }

  #histogram(point: HistogramPoint): Hand | string {
    // Without buckets, there's one: all values.
    const bare = point.counts.length === 0 && point.bounds.length === 0;
    const counts = bare ? [point.count] : point.counts;
    if (counts.length > this.#limits.buckets) return `it has more than ${this.#limits.buckets} buckets`;
    if (counts.length !== point.bounds.length + 1) {
      return `it has ${counts.length} buckets and ${point.bounds.length} bounds`;
    }
    if (!rising(point.bounds)) return "its bounds don't rise";
    const problem = bucketProblem(point.count, counts);
    if (problem !== null) return problem;
    const value: HistogramValue = { ...distributionOf(point), buckets: { bounds: point.bounds, counts } };
    return (series, time) => this.#sink.histogram(series, time, value);
  }

  #exponential(point: ExponentialPoint): Hand | string {
    const { scale, zeroThreshold, zeroCount, positive, negative } = point;
    if (!(scale >= SMALLEST_SCALE && scale <= LARGEST_SCALE)) return `its scale ${scale} is out of range`;
    if (!(zeroThreshold >= 0 && zeroThreshold < Number.POSITIVE_INFINITY)) {
      return "its zero threshold is out of range";
    }
    const problem = this.#rangeProblem(positive) ?? this.#rangeProblem(negative);
    if (problem !== null) return problem;
    const counts = [zeroCount, ...positive.counts, ...negative.counts];
    const wrong = bucketProblem(point.count, counts);
    if (wrong !== null) return wrong;
    const value: ExponentialValue = {
      ...distributionOf(point),
      scale,
      zeroThreshold,
      zeroCount,
      positive,
      negative,
    };
    return (series, time) => this.#sink.exponential(series, time, value);
  }

  #rangeProblem({ offset, counts }: OffsetBuckets): string | null {
    if (counts.length > this.#limits.buckets) return `it has more than ${this.#limits.buckets} buckets`;
    return Number.isSafeInteger(offset + counts.length) ? null : "its buckets are out of range";
  }

  #summary({ count, sum, quantiles }: SummaryPoint): Hand | string {
    if (!(count >= 0 && count <= Number.MAX_SAFE_INTEGER)) return "its count is out of range";
    if (quantiles.length > this.#limits.buckets)
      return `it has more than ${this.#limits.buckets} percentiles`;
    if (quantiles.some(([share]) => !(share >= 0 && share <= 1))) return "a percentile is outside of 0 to 1";
    // A percentile of no values is NaN.
    const known = quantiles.filter(([, value]) => Number.isFinite(value)).sort(([a], [b]) => a - b);
    const value = { count, sum: Number.isFinite(sum) ? sum : null, quantiles: known };
    return (series, time) => this.#sink.summary(series, time, value);
  }

  #limitPoints(): void {
    if (this.points + this.refused >= this.#limits.values) throw tooMany(this.#limits.values, "points");
  }

  #refuse(reason: string): void {
    this.refused += 1;
    this.#sink.refuse(this.points + this.refused, reason);
  }
}

type Hand = (series: number, time: MetricTime) => void;

interface Origin {
  common: readonly Tag[];
  metric: OtlpMetric;
  shape: Shape;
}

/** Null: it has to say if it's delta or cumulative, and doesn't. */
function shapeOf(data: OtlpMetric["data"]): Shape | null {
  if (data.type === "gauge") return { kind: "gauge", temporality: "each" };
  if (data.type === "summary") return { kind: "summary", temporality: "cumulative" };
  const temporality = temporalityOf(data.temporality);
  if (temporality === null) return null;
  if (data.type !== "sum") return { kind: "histogram", temporality };
  if (data.monotonic) return { kind: "counter", temporality };
  // A sum that can fall, such as the length of a queue: its value is a state, its delta a change of it.
  return { kind: "gauge", temporality: temporality === "delta" ? "delta" : "each" };
}

function temporalityOf(number: number): "delta" | "cumulative" | null {
  if (number === DELTA) return "delta";
  return number === CUMULATIVE ? "cumulative" : null;
}

function timeOf({ atMicros, startMicros }: OtlpPoint, { temporality }: Shape): MetricTime | string {
  if (!isTime(atMicros) || !isTime(startMicros)) return "a timestamp is out of range";
  return {
    atMicros: atMicros === 0 ? null : atMicros,
    startMicros: startMicros === 0 || temporality === "each" ? null : startMicros,
  };
}

function isTime(micros: number): boolean {
  return micros >= 0 && Number.isSafeInteger(micros);
}

/** What is said later is closer to the value: a point's attribute replaces its resource's. */
function mergedTags(common: readonly Tag[], own: readonly Tag[]): Tag[] {
  return sortTags([...new Map([...common, ...own])]);
}

/** Some clients send an infinite minimum and maximum of no values, and an infinite value makes the sum infinite. */
function distributionOf({ count, sum, min, max }: Distribution): Distribution {
  const finite = (value: number | null) => (Number.isFinite(value) ? value : null);
  return { count, sum: finite(sum), min: finite(min), max: finite(max) };
}
