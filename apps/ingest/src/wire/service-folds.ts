import type {
  ExponentialValue,
  HistogramValue,
  MetricExemplar,
  MetricSeries,
  MetricSink,
  MetricTime,
  TrafficFold,
} from "@headroom/core";

interface Placed {
  fold: TrafficFold;
  number: number;
}

/** A body whose series name their services themselves: each goes into the fold of its service. */
export class ServiceFolds implements MetricSink {
  readonly folds = new Map<string, TrafficFold>();
  readonly #serviceTags: readonly string[];
  readonly #open: (service: string) => TrafficFold;
  readonly #series: (Placed | null)[] = [];
  readonly #reasons: string[] = [];
  #homeless = 0;
  #refusals = 0;

  constructor(serviceTags: readonly string[], open: (service: string) => TrafficFold) {
    this.#serviceTags = serviceTags;
    this.#open = open;
  }

  /** Values whose series name no service, or that came after too many services. */
  get homeless(): number {
    return this.#homeless;
  }

  get refused(): { count: number; reasons: string[] } {
    return { count: this.#refusals, reasons: this.#reasons };
  }

  series(series: MetricSeries): number {
    const fold = this.#foldOf(series);
    return this.#series.push(fold === null ? null : { fold, number: fold.series(series) }) - 1;
  }

  number(series: number, time: MetricTime, value: number): void {
    const placed = this.#at(series);
    if (placed === null) this.#homeless += 1;
    else placed.fold.number(placed.number, time, value);
  }

  histogram(series: number, time: MetricTime, value: HistogramValue): void {
    this.#pass(series, ({ fold, number }) => fold.histogram(number, time, value));
  }

  exponential(series: number, time: MetricTime, value: ExponentialValue): void {
    this.#pass(series, ({ fold, number }) => fold.exponential(number, time, value));
  }

  summary(series: number, time: MetricTime, value: Parameters<MetricSink["summary"]>[2]): void {
    this.#pass(series, ({ fold, number }) => fold.summary(number, time, value));
  }

  exemplar(series: MetricSeries, exemplar: MetricExemplar): void {
    this.#foldOf(series)?.exemplar(series, exemplar);
  }

  stale(): void {}

  /** What a decoder refuses belongs to no series yet. */
  refuse(at: number, reason: string): void {
    this.#refusals += 1;
    if (this.#reasons.length < FIRST_REASONS) this.#reasons.push(`${at}: ${reason}`);
  }

  #foldOf({ tags }: MetricSeries): TrafficFold | null {
    const service = serviceOf(tags, this.#serviceTags);
    if (service === "") return null;
    const known = this.folds.get(service);
    if (known !== undefined) return known;
    if (this.folds.size >= MAX_SERVICES) return null;
    const fold = this.#open(service);
    this.folds.set(service, fold);
    return fold;
  }

  #pass(series: number, give: (placed: Placed) => void): void {
    const placed = this.#at(series);
    if (placed === null) this.#homeless += 1;
    else give(placed);
  }

  #at(series: number): Placed | null {
    const placed = this.#series[series];
    if (placed === undefined) throw new Error(`No series has the number ${series}.`);
    return placed;
  }
}

/** By the first of the tags that the series has; empty: it names none. */
function serviceOf(tags: MetricSeries["tags"], serviceTags: readonly string[]): string {
  for (const name of serviceTags) for (const [key, value] of tags) if (key === name) return value.trim();
  return "";
}

/** Of one body. */
const MAX_SERVICES = 100;
const FIRST_REASONS = 3;
