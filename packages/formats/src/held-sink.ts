import { ALL_REQUESTS, FailureRegister, HeadroomError, passFailure, SECOND_MICROS } from "@headroom/core";
import type { Cell, GaugeSpread, LabelKind, SampleColumns, SampleSink } from "@headroom/core";

type Held = (sink: SampleSink) => void;

/** The most intervals to hold; a file with more isn't a summary. */
const MAX_HELD = 200_000;
/** The most failure reasons, and intervals with failures. */
const MAX_FAILURES = 100_000;

/**
 * Holds back what would count twice if two files of one upload contain it, until it is known which of them is better.
 * Passes everything else on immediately.
 */
export class HeldSink implements SampleSink {
  readonly #sink: SampleSink;
  readonly #intervals: Held[] = [];
  readonly #failures = new FailureRegister(MAX_FAILURES, MAX_FAILURES);
  #hasFailures = false;
  readonly #isRequest: boolean[] = [];
  #total: Cell | null = null;
  #sampled = 0;
  #failed = 0;

  constructor(sink: SampleSink) {
    this.#sink = sink;
  }

  /** What the file says about all requests together. */
  get stated(): Cell | null {
    return this.#total;
  }

  /** How many requests of the file were passed on one by one, and how many of them failed. */
  get counted(): { requests: number; failed: number } {
    return { requests: this.#sampled, failed: this.#failed };
  }

  get hasIntervals(): boolean {
    return this.#intervals.length > 0;
  }

  get hasFailures(): boolean {
    return this.#hasFailures;
  }

  giveIntervals(): void {
    for (const give of this.#intervals.splice(0)) give(this.#sink);
  }

  giveFailures(): void {
    for (const failure of this.#failures.list()) passFailure(this.#sink, failure);
  }

  label(name: string, kind: LabelKind, host?: string | null): number {
    const label = this.#sink.label(name, kind, host);
    this.#isRequest[label] = kind === "request";
    return label;
  }

  add(
    label: number,
    completed: number,
    latency: number,
    failed: boolean,
    items: number,
    bytes: number,
  ): void {
    this.#count(label, failed);
    this.#sink.add(label, completed, latency, failed, items, bytes);
  }

  addAll(samples: SampleColumns): void {
    const { labels, failed, length } = samples;
    for (let at = 0; at < length; at++) this.#count(labels[at] ?? ALL_REQUESTS, failed[at] === 1);
    this.#sink.addAll(samples);
  }

  wantsTrace(label: number, completed: number, latency: number): boolean {
    return this.#sink.wantsTrace?.(label, completed, latency) ?? false;
  }

  traced(label: number, completed: number, latency: number, traceId: string): void {
    this.#sink.traced?.(label, completed, latency, traceId);
  }

  interval(label: number, startMicros: number, seconds: number, cell: Cell): void {
    hold(this.#intervals, (sink) => sink.interval(label, startMicros, seconds, cell));
  }

  total(label: number, cell: Cell): void {
    if (label === ALL_REQUESTS) this.#total = cell;
    this.#sink.total(label, cell);
  }

  failure(label: number, reason: string, times: number, atMicros?: number, seconds = 1): void {
    this.#hasFailures = true;
    const second = atMicros === undefined ? null : Math.floor(atMicros / SECOND_MICROS);
    this.#failures.add(label, reason, times, second === null ? null : { second, seconds });
  }

  gauge(name: string, unit: string | null): number {
    return this.#sink.gauge(name, unit);
  }

  measure(gauge: number, atMicros: number, value: number, spread?: GaugeSpread): void {
    this.#sink.measure(gauge, atMicros, value, spread);
  }

  #count(label: number, failed: boolean): void {
    if (label !== ALL_REQUESTS && this.#isRequest[label] !== true) return;
    this.#sampled += 1;
    if (failed) this.#failed += 1;
  }
}

function hold(held: Held[], give: Held): void {
  if (held.length >= MAX_HELD) {
    throw new HeadroomError(
      "document-too-large",
      `A file in the form contains more than ${MAX_HELD} intervals.`,
      {
        hint: "Send it on its own, as the request body.",
      },
    );
  }
  held.push(give);
}
