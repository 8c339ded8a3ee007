import { HeadroomError } from "../problem.ts";
import { ALL_REQUESTS } from "../cell/sample.ts";
import type { GaugeSpread, LabelKind, SampleSink } from "../cell/sample.ts";
import type { Cell } from "../cell/cell.ts";
import { SampleColumns } from "../cell/sample-columns.ts";
import { detached } from "./label-register.ts";
import { keepsLabel, matchesLabel } from "../cell/label-filter.ts";
import type { LabelFilter, LeftOutLabels } from "../cell/label-filter.ts";

/** Numbers that no label has: those of requests that are left out, and of everything else. */
const LEFT_OUT_REQUESTS = 2 ** 31;
const LEFT_OUT = LEFT_OUT_REQUESTS + 1;
/** Names whose answer is remembered; others are looked at each time. */
const MOST_REMEMBERED = 100_000;

/** Passes on what a filter keeps. Gauges are of the whole test. */
export class FilteredSink implements SampleSink {
  readonly #sink: SampleSink;
  readonly #filter: LabelFilter;
  readonly #numbers: Record<Exclude<LabelKind, "status">, Map<string, number>> = {
    request: new Map(),
    transaction: new Map(),
    hop: new Map(),
  };
  readonly #isStatus: boolean[] = [];
  readonly #unmatched: Set<string>;
  readonly #kept = new SampleColumns(1_024);
  /** A status code belongs to the sample before it. */
  #skipsCode = false;
  #requests = 0;
  #labels = 0;

  constructor(sink: SampleSink, filter: LabelFilter) {
    this.#sink = sink;
    this.#filter = filter;
    this.#unmatched = new Set([...filter.only, ...filter.except]);
  }

  leftOut(): LeftOutLabels {
    return { requests: this.#requests, labels: this.#labels, unmatched: [...this.#unmatched] };
  }

  label(name: string, kind: LabelKind, host?: string | null): number {
    if (kind === "status") {
      const number = this.#sink.label(name, kind);
      this.#isStatus[number] = true;
      return number;
    }
    const numbers = this.#numbers[kind];
    const known = numbers.get(name);
    if (known !== undefined)
      return host === undefined || known >= LEFT_OUT_REQUESTS ? known : this.#sink.label(name, kind, host);
    for (const pattern of this.#unmatched) if (matchesLabel(pattern, name)) this.#unmatched.delete(pattern);
    const isKept = keepsLabel(this.#filter, name);
    const number = isKept
      ? this.#sink.label(name, kind, host)
      : kind === "request"
        ? LEFT_OUT_REQUESTS
        : LEFT_OUT;
    if (numbers.size >= MOST_REMEMBERED) return number;
    numbers.set(detached(name), number);
    if (!isKept) this.#labels++;
    return number;
  }

  add(
    label: number,
    completedAtMicros: number,
    latencyMicros: number,
    failed: boolean,
    items: number,
    bytes: number,
  ): void {
    if (this.#keeps(label)) this.#sink.add(label, completedAtMicros, latencyMicros, failed, items, bytes);
  }

  addAll(samples: SampleColumns): void {
    const kept = this.#kept;
    for (let at = 0; at < samples.length; at++) {
      const label = samples.labels[at] as number;
      if (!this.#keeps(label)) continue;
      const to = kept.length;
      kept.labels[to] = label;
      kept.completedAtMicros[to] = samples.completedAtMicros[at] as number;
      kept.latencyMicros[to] = samples.latencyMicros[at] as number;
      kept.failed[to] = samples.failed[at] as number;
      kept.bytes[to] = samples.bytes[at] as number;
      kept.length = to + 1;
      if (kept.length === kept.labels.length) this.#flush();
    }
    this.#flush();
  }

  #flush(): void {
    if (this.#kept.length > 0) this.#sink.addAll(this.#kept);
    this.#kept.length = 0;
  }

  #keeps(label: number): boolean {
    if (this.#isStatus[label] === true) return !this.#skipsCode;
    if (label === ALL_REQUESTS) throw cannotFilter("it doesn't say which label a request has");
    this.#skipsCode = label >= LEFT_OUT_REQUESTS;
    if (label === LEFT_OUT_REQUESTS) this.#requests++;
    return !this.#skipsCode;
  }

  wantsTrace(label: number, completedAtMicros: number, latencyMicros: number): boolean {
    if (label >>> 0 >= LEFT_OUT_REQUESTS) return false;
    return this.#sink.wantsTrace?.(label, completedAtMicros, latencyMicros) ?? false;
  }

  /** Only called where the trace is wanted. */
  traced(label: number, completedAtMicros: number, latencyMicros: number, traceId: string): void {
    this.#sink.traced?.(label, completedAtMicros, latencyMicros, traceId);
  }

  interval(_label: number, _startMicros: number, _seconds: number, _cell: Cell): void {
    throw cannotFilter("it has no single requests, only figures of all of them together");
  }

  total(_label: number, _cell: Cell): void {
    throw cannotFilter("it has no single requests, only figures of all of them together");
  }

  failure(label: number, reason: string, times: number, atMicros?: number, seconds?: number): void {
    // Parsers may keep numbers as signed 32 bits until the end.
    if (label >>> 0 < LEFT_OUT_REQUESTS) this.#sink.failure(label, reason, times, atMicros, seconds);
  }

  gauge(name: string, unit: string | null): number {
    return this.#sink.gauge(name, unit);
  }

  measure(gauge: number, atMicros: number, value: number, spread?: GaugeSpread): void {
    this.#sink.measure(gauge, atMicros, value, spread);
  }
}

function cannotFilter(why: string): HeadroomError {
  return new HeadroomError("parameter-unused", `Labels can't be left out of this file: ${why}.`, {
    hint: "Send the tool's raw results, or leave out `only-label` and `except-label`.",
  });
}
