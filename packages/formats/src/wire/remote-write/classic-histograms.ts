import {
  type ClassicPart,
  classicPart,
  type ExponentialValue,
  type HistogramValue,
  type MetricSeries,
  type MetricSink,
  type MetricTime,
} from "@headroom/core";
import { type ClassicBucket, classicValue } from "./classic-value.ts";

interface HeldSeries {
  series: MetricSeries;
  part: ClassicPart | null;
  histogram: HeldHistogram | null;
  /** Its number in the sink behind, once it has one. */
  passed: number | null;
}

interface HeldHistogram {
  series: MetricSeries;
  moments: Map<number | null, Moment>;
  hasBuckets: boolean;
  passed: number | null;
}

/** What a histogram's series say at one time. */
interface Moment {
  time: MetricTime;
  buckets: ClassicBucket[];
  sum: { held: HeldSeries; value: number } | null;
  count: { held: HeldSeries; value: number } | null;
  /** Those that end here. */
  ended: HeldSeries[];
}

/**
 * A sink that gathers `x_bucket{le}`, `x_sum` and `x_count` with equal labels and times into `histogram` calls on the
 * sink behind it. Everything else passes through immediately.
 *
 * Decode into it, then call `finish`. Prometheus splits its requests by series, so that the buckets of one histogram
 * can arrive in several bodies, seconds apart. Gather what belongs together: decode all bodies of a stretch of time
 * into one instance before `finish`. If the buckets are compared with earlier ones first, keep the series of numbers
 * instead, take each bucket's increase with `classicPart`, and gather the increases of one moment with `classicValue`.
 */
export class ClassicHistograms implements MetricSink {
  readonly #sink: MetricSink;
  readonly #series: HeldSeries[] = [];
  readonly #histograms = new Map<string, HeldHistogram>();
  #refused = 0;

  constructor(sink: MetricSink) {
    this.#sink = sink;
  }

  series(series: MetricSeries): number {
    const part = classicPart(series);
    const histogram = part === null ? null : this.#histogramOf(series, part);
    return this.#series.push({ series, part, histogram, passed: null }) - 1;
  }

  number(series: number, time: MetricTime, value: number): void {
    const held = this.#at(series);
    const { part, histogram } = held;
    if (part === null || histogram === null) return this.#sink.number(this.#pass(held), time, value);
    const moment = momentOf(histogram, time);
    if (part.part === "bucket") moment.buckets.push({ bound: part.bound, cumulative: value });
    else moment[part.part] ??= { held, value };
  }

  stale(series: number, time: MetricTime): void {
    const held = this.#at(series);
    if (held.histogram === null) this.#sink.stale(this.#pass(held), time);
    else momentOf(held.histogram, time).ended.push(held);
  }

  histogram(series: number, time: MetricTime, value: HistogramValue): void {
    this.#sink.histogram(this.#pass(this.#at(series)), time, value);
  }

  exponential(series: number, time: MetricTime, value: ExponentialValue): void {
    this.#sink.exponential(this.#pass(this.#at(series)), time, value);
  }

  summary(series: number, time: MetricTime, value: Parameters<MetricSink["summary"]>[2]): void {
    this.#sink.summary(this.#pass(this.#at(series)), time, value);
  }

  refuse(at: number, reason: string): void {
    this.#sink.refuse(at, reason);
  }

  /** Hands over what was gathered. Call it once, at the end. */
  finish(): void {
    for (const histogram of this.#histograms.values()) {
      for (const moment of histogram.moments.values()) {
        if (histogram.hasBuckets) this.#handOver(histogram, moment);
        else this.#handOverAlone(moment);
      }
    }
  }

  /** Of a summary, or of metrics that are only called so. */
  #handOverAlone({ sum, count, time, ended }: Moment): void {
    for (const alone of [sum, count]) {
      if (alone !== null) this.#sink.number(this.#pass(alone.held), time, alone.value);
    }
    for (const held of ended) this.#sink.stale(this.#pass(held), time);
  }

  #handOver(histogram: HeldHistogram, { buckets, sum, time, ended }: Moment): void {
    if (ended.length > 0) return this.#sink.stale(this.#passHistogram(histogram), time);
    const value = classicValue(buckets, sum?.value ?? null);
    if (typeof value === "string") {
      this.#refused += 1;
      this.#sink.refuse(this.#refused, `the histogram ${histogram.series.name} can't be used: ${value}`);
    } else this.#sink.histogram(this.#passHistogram(histogram), time, value);
  }

  #histogramOf({ unit }: MetricSeries, part: ClassicPart): HeldHistogram {
    const key = JSON.stringify([part.histogram, part.tags, unit]);
    const known = this.#histograms.get(key);
    const histogram = known ?? newHistogram(part, unit);
    if (known === undefined) this.#histograms.set(key, histogram);
    histogram.hasBuckets ||= part.part === "bucket";
    return histogram;
  }

  #pass(held: HeldSeries): number {
    held.passed ??= this.#sink.series(held.series);
    return held.passed;
  }

  #passHistogram(histogram: HeldHistogram): number {
    histogram.passed ??= this.#sink.series(histogram.series);
    return histogram.passed;
  }

  #at(series: number): HeldSeries {
    const held = this.#series[series];
    if (held === undefined) throw new Error(`No series has the number ${series}.`);
    return held;
  }
}

function newHistogram(part: ClassicPart, unit: string | null): HeldHistogram {
  return {
    series: {
      name: part.histogram,
      field: null,
      tags: part.tags,
      unit,
      kind: "histogram",
      temporality: "cumulative",
    },
    moments: new Map(),
    hasBuckets: false,
    passed: null,
  };
}

function momentOf(histogram: HeldHistogram, time: MetricTime): Moment {
  const known = histogram.moments.get(time.atMicros);
  if (known !== undefined) return known;
  const moment: Moment = { time, buckets: [], sum: null, count: null, ended: [] };
  histogram.moments.set(time.atMicros, moment);
  return moment;
}
