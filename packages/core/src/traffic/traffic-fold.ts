import { OTHER_LABEL } from "../aggregate/label-register.ts";
import { DAY_MICROS } from "../time.ts";
import {
  countedOfExponential,
  countedOfHistogram,
  MAX_COUNT,
  MAX_LATENCY_MICROS,
  MAX_TOTAL,
  sumOf,
} from "./counted.ts";
import type { Counted } from "./counted.ts";
import { CellFold } from "./fold-cells.ts";
import type { FoldedCell } from "./fold-cells.ts";
import { ExemplarFold } from "./fold-exemplars.ts";
import type { FoldedExemplar } from "./fold-exemplars.ts";
import { GaugeFold } from "./fold-gauges.ts";
import type { FoldedGauge } from "./fold-gauges.ts";
import { ReadingFold } from "./fold-readings.ts";
import type { FoldedReading } from "./fold-readings.ts";
import { IntervalTotals } from "./interval-totals.ts";
import { SeriesMemory } from "./known-series.ts";
import type { KnownSeries, SeriesMapping } from "./known-series.ts";
import type { MappedSeries } from "./map-series.ts";
import { MetricNotes } from "./metric-notes.ts";
import type { SeenMetric } from "./metric-notes.ts";
import type { Sample } from "./one-counter.ts";
import { REPLICA_LABELS, ReplicaScan } from "./replica-labels.ts";
import { OriginFold } from "./traffic-origin.ts";
import type { TrafficOrigin } from "./traffic-origin.ts";
import type {
  ExponentialValue,
  HistogramValue,
  MetricExemplar,
  MetricSeries,
  MetricSink,
  MetricTime,
} from "./metric-sink.ts";

export interface FoldedTraffic {
  cells: FoldedCell[];
  readings: FoldedReading[];
  /** A few of them with their names, to find out whether two senders read the same. */
  samples: Sample[];
  gauges: FoldedGauge[];
  exemplars: FoldedExemplar[];
  seen: SeenMetric[];
  origin: TrafficOrigin;
  refused: { at: number; reason: string }[];
  refusals: number;
  /** Values that were too old or from the future. They are among the refused. */
  outOfTime: number;
  /**
   * By how much the newest time in it, refused or not, is ahead of the moment at which it arrived; negative: it is behind.
   * Null: it has no times.
   */
  aheadSeconds: number | null;
  /** Whether every value came with its own time, so that a repeated body is recognised by its content. */
  timed: boolean;
}

export interface FoldOptions extends Omit<SeriesMapping, "replicaLabels"> {
  /** Of the request, if several folds take its series. */
  replicas?: ReplicaScan;
  /** When the body arrived. */
  nowMicros: number;
  /** Whether a metric is to be among those seen. */
  isNews: (metric: string) => boolean;
  /** False: simulated values are refused, because there are real ones. */
  takesSimulated?: boolean;
}

/** Live data from longer ago is refused: it belongs to a run or an import. */
const MAX_AGE_MICROS = DAY_MICROS;
const MAX_AHEAD_MICROS = 600e6;
/** What was counted over a longer time is placed in the last of it. */
const MAX_DELTA_MICROS = 600e6;
/** Of one body; the rest is added up under one label. */
const MAX_LABELS = 2_000;
const FIRST_REFUSALS = 10;
const MAX_GAUGE = 1e30;
/** A time in another unit is decades away. */
const MOST_SECONDS = 1e9;

/** Where the decoders of the wire protocols put what a body holds: it becomes requests, readings and gauges of a service. */
export class TrafficFold implements MetricSink {
  readonly #options: FoldOptions;
  readonly #memory: SeriesMemory;
  readonly #series: KnownSeries[] = [];
  readonly #cells = new CellFold();
  readonly #readings = new ReadingFold();
  readonly #gauges = new GaugeFold();
  readonly #exemplars = new ExemplarFold();
  readonly #labels = new Set<string>();
  readonly #totals = new IntervalTotals();
  readonly #origin = new OriginFold();
  readonly #replicas: ReplicaScan;
  readonly #notes: MetricNotes;
  readonly #refused: { at: number; reason: string }[] = [];
  #refusals = 0;
  #outOfTime = 0;
  #newestMicros = -Infinity;
  #timed = true;

  constructor(options: FoldOptions) {
    this.#options = options;
    this.#replicas = options.replicas ?? new ReplicaScan(REPLICA_LABELS);
    const { rules, foldPaths, keyOf, readTwice } = options;
    const replicaLabels = this.#replicas.labels;
    this.#memory = new SeriesMemory({ rules, foldPaths, keyOf, replicaLabels, readTwice });
    this.#notes = new MetricNotes(options.isNews);
  }

  series(series: MetricSeries): number {
    const known = this.#memory.of(series);
    this.#notes.take(known);
    this.#replicas.take(known.replica);
    return this.#series.push(this.#within(known)) - 1;
  }

  /** As this body can have it: past the last label, the rest is added up under one. */
  #within(known: KnownSeries): KnownSeries {
    const { mapped } = known;
    if (mapped === null || mapped.kind === "gauge") return known;
    const { label } = mapped;
    if (this.#labels.size >= MAX_LABELS && !this.#labels.has(label))
      return { ...known, mapped: { ...mapped, label: OTHER_LABEL } };
    this.#labels.add(label);
    return known;
  }

  number(series: number, time: MetricTime, value: number): void {
    const known = this.#at(series);
    const { mapped } = known;
    if (mapped === null || !this.#isWelcome(series)) return;
    const atMicros = this.#timeOf(series, time);
    if (atMicros === null) return;
    const problem = problemOf(known, mapped, value);
    if (problem !== null) return this.refuse(series + 1, problem);
    this.#origin.take(known.simulated, atMicros);
    if (mapped.kind === "gauge") return this.#gauges.take(mapped, atMicros, value * mapped.factor);
    if (mapped.lines !== null) return this.#takeLine(known, mapped, atMicros, value);
    // Remote write 1.0 doesn't say that a series counts; only what a tool sends itself can be a value for each request.
    const isEach = known.series.temporality === "each" && known.series.field !== null;
    if (mapped.part !== null && !isEach)
      return this.#readings.takePart(
        this.#memory.nameOf(known),
        mapped,
        { ...time, at: series + 1, atMicros },
        value,
      );
    if (mapped.measure === "counts") return this.#takeCount(known, mapped, { ...time, atMicros }, value);
    if (isEach) this.#cells.take(mapped, atMicros, value * mapped.microsPerUnit);
    else this.refuse(series + 1, `${known.series.name} has no durations`);
  }

  histogram(series: number, time: MetricTime, value: HistogramValue): void {
    this.#takeCounted(series, time, (mapped) => countedOfHistogram(value, mapped.microsPerUnit));
  }

  exponential(series: number, time: MetricTime, value: ExponentialValue): void {
    this.#takeCounted(series, time, (mapped) => countedOfExponential(value, mapped.microsPerUnit));
  }

  /** A source's own percentiles can't be merged with others: only its count and sum are used. */
  summary(series: number, time: MetricTime, value: { count: number; sum: number | null }): void {
    this.#takeCounted(series, time, ({ microsPerUnit }) => {
      return { count: value.count, sumMicros: sumOf(value.sum, microsPerUnit), buckets: null };
    });
  }

  /** It counts nothing, so one that can't be used is no loss that anybody has to know about. */
  exemplar(series: MetricSeries, { atMicros, value, traceId }: MetricExemplar): void {
    const { mapped, simulated } = this.#memory.of(series);
    if (mapped?.kind !== "requests" || mapped.measure !== "durations") return;
    if (mapped.part !== null && mapped.part.part !== "bucket") return;
    const micros = Math.round(value * mapped.microsPerUnit);
    if (!(micros >= 0 && micros <= MAX_LATENCY_MICROS) || !this.#isInTime(atMicros)) return;
    if (simulated && this.#options.takesSimulated === false) return;
    this.#exemplars.take(mapped.rule, mapped.label, { atMicros, micros, traceId });
  }

  /** Nothing is counted after it, and the next value says itself whether it goes on. */
  stale(): void {}

  refuse(at: number, reason: string): void {
    this.#refusals += 1;
    if (this.#refused.length < FIRST_REFUSALS) this.#refused.push({ at, reason });
  }

  finish(): FoldedTraffic {
    for (const { mapped, key, counted } of this.#totals.finish()) this.#cells.spread(mapped, key, counted);
    const readings = this.#readings.finish(
      (at, name) => this.refuse(at, `the buckets of ${name} fall`),
      (label) => this.#replicas.isAlone(label),
    );
    return {
      cells: this.#cells.finish(),
      readings,
      samples: this.#replicas.labels.finds ? this.#readings.samples() : [],
      gauges: this.#gauges.finish(),
      exemplars: this.#exemplars.finish(),
      seen: this.#notes.finish(),
      origin: this.#origin.finish(),
      refused: this.#refused,
      refusals: this.#refusals,
      outOfTime: this.#outOfTime,
      aheadSeconds: aheadOf(this.#newestMicros, this.#options.nowMicros),
      timed: this.#timed,
    };
  }

  #takeCounted(series: number, time: MetricTime, read: (mapped: RequestSeries) => Counted): void {
    const known = this.#at(series);
    const { mapped } = known;
    if (mapped === null || mapped.kind === "gauge" || !this.#isWelcome(series)) return;
    const atMicros = this.#timeOf(series, time);
    if (atMicros === null) return;
    const counted = read(mapped);
    const counts = [counted.count, ...(counted.buckets?.counts ?? [])];
    if (!counts.every((count) => Number.isInteger(count) && count >= 0))
      return this.refuse(series + 1, `the count of ${known.series.name} is not a whole number`);
    if (counts.some((count) => count > mostOf(known))) return this.refuse(series + 1, tooLarge(known));
    this.#origin.take(known.simulated, atMicros);
    if (known.series.temporality === "cumulative")
      return this.#readings.take(this.#memory.nameOf(known), mapped, {
        atMicros,
        startMicros: time.startMicros,
        counted,
      });
    this.#addBetween(known, mapped, { atMicros, startMicros: time.startMicros }, counted);
  }

  #takeCount(
    known: KnownSeries,
    mapped: RequestSeries,
    time: MetricTime & { atMicros: number },
    value: number,
  ): void {
    const { atMicros, startMicros } = time;
    const counted = { count: Math.round(value), sumMicros: null, buckets: null };
    const { temporality, field } = known.series;
    if (temporality === "delta" || (temporality === "each" && field !== null && !mapped.isTotal))
      return this.#addBetween(known, mapped, time, counted);
    this.#readings.take(this.#memory.nameOf(known), mapped, { atMicros, startMicros, counted });
  }

  #takeLine(known: KnownSeries, mapped: RequestSeries, atMicros: number, value: number): void {
    const key = this.#keyOf(known);
    this.#totals.take(`${atMicros} ${key}`, known.series.field ?? "", value, { mapped, key, atMicros });
  }

  /** What was counted between two moments that the source names. */
  #addBetween(
    known: KnownSeries,
    mapped: RequestSeries,
    { atMicros, startMicros }: { atMicros: number; startMicros: number | null },
    counted: Counted,
  ): void {
    const fromMicros = Math.max(startMicros ?? atMicros, atMicros - MAX_DELTA_MICROS);
    const between = { ...counted, fromMicros: Math.min(fromMicros, atMicros), toMicros: atMicros };
    this.#origin.take(known.simulated, between.fromMicros);
    this.#cells.spread(mapped, this.#keyOf(known), between);
  }

  /** False: it was refused. */
  #isWelcome(series: number): boolean {
    const { takesSimulated = true } = this.#options;
    const known = this.#at(series);
    if (takesSimulated || !known.simulated) return true;
    this.refuse(series + 1, `${known.series.name} is simulated, and the service has real traffic`);
    return false;
  }

  /** Null: it is too old or from the future, and was refused. */
  #timeOf(series: number, { atMicros }: MetricTime): number | null {
    const { nowMicros } = this.#options;
    if (atMicros === null) {
      this.#timed = false;
      return nowMicros;
    }
    if (atMicros > this.#newestMicros) this.#newestMicros = atMicros;
    if (this.#isInTime(atMicros)) return atMicros;
    this.#outOfTime += 1;
    const which = atMicros > nowMicros ? "more than 10 minutes ahead" : "more than a day old";
    this.refuse(series + 1, `a value of ${this.#at(series).series.name} is ${which}`);
    return null;
  }

  #isInTime(atMicros: number): boolean {
    const { nowMicros } = this.#options;
    return atMicros >= nowMicros - MAX_AGE_MICROS && atMicros <= nowMicros + MAX_AHEAD_MICROS;
  }

  #keyOf(known: KnownSeries): string {
    return this.#memory.nameOf(known).key;
  }

  #at(series: number): KnownSeries {
    const known = this.#series[series];
    if (known === undefined) throw new Error(`No series has the number ${series}.`);
    return known;
  }
}

function aheadOf(newestMicros: number, nowMicros: number): number | null {
  if (newestMicros === -Infinity) return null;
  const seconds = Math.round((newestMicros - nowMicros) / 1e6);
  return Math.max(-MOST_SECONDS, Math.min(MOST_SECONDS, seconds));
}

/** Why a value can't be used; null if it can. */
function problemOf(known: KnownSeries, mapped: MappedSeries, value: number): string | null {
  const { name, field } = known.series;
  if (!Number.isFinite(value)) return `the value of ${name} is not a finite number`;
  if (mapped.kind === "gauge")
    return Math.abs(value) <= MAX_GAUGE ? null : `the value of ${name} is too large`;
  if (value < 0) return `${name} is negative`;
  const isCount = mapped.lines === null ? mapped.part?.part !== "sum" : field === mapped.lines.count;
  const isDuration = mapped.measure === "durations" && mapped.part === null;
  return isCount && !isDuration && !(value <= mostOf(known)) ? tooLarge(known) : null;
}

/** Of one value. What a source has counted since its start can be of years. */
function mostOf({ series: { temporality, field }, mapped }: KnownSeries): number {
  const isTotal = mapped?.kind === "requests" && mapped.isTotal;
  const isOfInterval = temporality === "delta" || (temporality === "each" && field !== null && !isTotal);
  return isOfInterval ? MAX_COUNT : MAX_TOTAL;
}

function tooLarge({ series }: KnownSeries): string {
  return `the count of ${series.name} is too large`;
}

type RequestSeries = Extract<MappedSeries, { kind: "requests" }>;
