import { addEach, ALL_REQUESTS, mergeCells, Sketch } from "@headroom/core";
import type { Cell, GaugeSpread, LabelKind, ParseReport, SampleColumns, SampleSink } from "@headroom/core";
import type { Format, ParseOptions } from "./parser.ts";

interface Recorded {
  all: Sketch;
  failed: Sketch;
  errors: number;
}

export interface RecordedLabel {
  name: string;
  kind: LabelKind;
  recorded: Recorded;
  /** What the source says about the whole. */
  total: Cell | null;
  intervals: { startMicros: number; seconds: number; cell: Cell }[];
  failures: Map<string, number>;
  /** Of those whose time is known, by the second in which they completed. */
  failureSeconds: Map<string, Map<number, number>>;
}

export interface RecordedGauge {
  name: string;
  unit: string | null;
  values: { atMicros: number; value: number; spread?: GaugeSpread }[];
}

/** A sink for tests: exact counts, sketches, and a trace that depends on every value and its order. */
export class Recorder implements SampleSink {
  /** The first is all requests: what was passed for it, not the sum of the labels. */
  readonly labels: RecordedLabel[] = [emptyLabel("(all)", "request")];
  readonly gauges: RecordedGauge[] = [];
  /** Samples of all requests. */
  readonly requests: Recorded = empty();
  readonly successful = new Sketch();
  firstStartMicros = Number.POSITIVE_INFINITY;
  lastCompletionMicros = Number.NEGATIVE_INFINITY;
  trace = 0;

  /** Labels that have anything, except all requests. */
  get named(): RecordedLabel[] {
    return this.labels.slice(1).filter(({ kind }) => kind !== "status");
  }

  /** Of each status code from 400 on: how many requests, and how many of them the tool called failed. */
  get codes(): Record<string, [number, number]> {
    const codes = this.labels.filter(({ kind }) => kind === "status");
    return Object.fromEntries(
      codes.map(({ name, recorded, total }) => [
        name,
        [recorded.all.count || (total?.requests ?? 0), recorded.errors || (total?.errors ?? 0)],
      ]),
    );
  }

  get all(): RecordedLabel {
    return this.#at(ALL_REQUESTS);
  }

  label(name: string, kind: LabelKind): number {
    const known = this.labels.findIndex(
      (label, number) => number > 0 && label.name === name && label.kind === kind,
    );
    if (known >= 0) return known;
    this.labels.push(emptyLabel(name, kind));
    return this.labels.length - 1;
  }

  add(label: number, completed: number, latency: number, failed: boolean, items: number, size: number): void {
    this.#follow(label, completed, latency, failed ? 1 : 0, items, size);
    const of = this.#at(label);
    record(of.recorded, latency, failed);
    if (of.kind !== "request") return;
    record(this.requests, latency, failed);
    if (!failed) this.successful.add(latency);
    this.firstStartMicros = Math.min(this.firstStartMicros, completed - latency);
    this.lastCompletionMicros = Math.max(this.lastCompletionMicros, completed);
  }

  addAll(samples: SampleColumns): void {
    addEach(this, samples);
  }

  interval(label: number, startMicros: number, seconds: number, cell: Cell): void {
    this.#follow(label, startMicros, seconds, ...figuresOf(cell));
    this.#at(label).intervals.push({ startMicros, seconds, cell });
  }

  total(label: number, cell: Cell): void {
    this.#follow(label, ...figuresOf(cell));
    const of = this.#at(label);
    of.total = of.total === null ? cell : mergeCells(of.total, cell);
  }

  failure(label: number, reason: string, times: number, atMicros?: number): void {
    this.#follow(label, reason.length, times, atMicros ?? -1);
    const { failures, failureSeconds } = this.#at(label);
    failures.set(reason, (failures.get(reason) ?? 0) + times);
    if (atMicros === undefined) return;
    const seconds = failureSeconds.get(reason) ?? new Map<number, number>();
    const second = Math.floor(atMicros / 1e6);
    failureSeconds.set(reason, seconds.set(second, (seconds.get(second) ?? 0) + times));
  }

  gauge(name: string, unit: string | null): number {
    const known = this.gauges.findIndex((gauge) => gauge.name === name);
    if (known >= 0) return known;
    this.gauges.push({ name, unit, values: [] });
    return this.gauges.length - 1;
  }

  measure(gauge: number, atMicros: number, value: number, spread?: GaugeSpread): void {
    this.#follow(
      gauge,
      atMicros,
      value,
      ...(spread === undefined ? [] : [spread.count, spread.min, spread.max]),
    );
    const of = this.gauges[gauge];
    if (of === undefined) throw new Error(`gauge ${gauge} was never registered`);
    of.values.push({ atMicros, value, ...(spread === undefined ? {} : { spread }) });
  }

  /** How many samples each label of a kind has, or what the source says about the whole if it has none. */
  countsOf(kind: LabelKind): Record<string, number> {
    const of = this.named.filter((label) => label.kind === kind);
    return Object.fromEntries(
      of.map(({ name, recorded, total }) => [name, recorded.all.count || (total?.requests ?? 0)]),
    );
  }

  #at(label: number): RecordedLabel {
    const of = this.labels[label];
    if (of === undefined) throw new Error(`label ${label} was never registered`);
    return of;
  }

  #follow(...values: readonly number[]): void {
    for (const value of values) {
      for (const part of [value, value / 2 ** 32, value * 1_000]) {
        this.trace = (Math.imul(this.trace, 31) + part) | 0;
      }
    }
  }
}

/** Parses all of `bytes`, cut into chunks of `nextSize`. */
export function parseAll(
  format: Format,
  bytes: Uint8Array,
  options: ParseOptions = {},
  nextSize: () => number = () => 65_536,
): { report: ParseReport; recorder: Recorder } {
  const recorder = new Recorder();
  const parser = format.open(recorder, options);
  // Overwritten by each chunk, as a socket reader reuses its buffer.
  let buffer = new Uint8Array(0);
  for (let at = 0; at < bytes.length;) {
    const size = Math.min(nextSize(), bytes.length - at);
    if (buffer.length < size) buffer = new Uint8Array(size);
    const chunk = buffer.subarray(0, size);
    if (size === 1) chunk[0] = bytes[at] ?? 0;
    else chunk.set(bytes.subarray(at, at + size));
    parser.write(chunk);
    chunk.fill(0);
    at += size;
  }
  return { report: parser.end(), recorder };
}

function empty(): Recorded {
  return { all: new Sketch(), failed: new Sketch(), errors: 0 };
}

function emptyLabel(name: string, kind: LabelKind): RecordedLabel {
  return {
    name,
    kind,
    recorded: empty(),
    total: null,
    intervals: [],
    failures: new Map(),
    failureSeconds: new Map(),
  };
}

function figuresOf({ requests, errors, items, bytes, sumMicros, minMicros, maxMicros }: Cell): number[] {
  return [requests, errors, items, bytes, sumMicros ?? -1, minMicros ?? -1, maxMicros ?? -1];
}

function record(recorded: Recorded, latency: number, failed: boolean): void {
  recorded.all.add(latency);
  if (!failed) return;
  recorded.failed.add(latency);
  recorded.errors += 1;
}
