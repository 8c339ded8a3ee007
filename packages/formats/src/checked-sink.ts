import { DAY_MICROS, DAY_SECONDS, HeadroomError, isPlausibleTime } from "@headroom/core";
import type { Cell, GaugeSpread, LabelKind, ParseReport, SampleColumns, SampleSink } from "@headroom/core";
import type { ClockWatch } from "./clock-watch.ts";

/** More than any run has. A larger value can't be stored. */
const MAX_COUNT = 1e12;
const MAX_BYTES = Number.MAX_SAFE_INTEGER;
const MAX_LATENCY_MICROS = 30 * DAY_MICROS;
const MAX_DURATION_SECONDS = 366 * DAY_SECONDS;

/** Refuses a file whose own figures can't belong to a run: infinite, negative, or too large to store. */
export class CheckedSink implements SampleSink {
  readonly #sink: SampleSink;
  readonly #clock: ClockWatch;

  constructor(sink: SampleSink, clock: ClockWatch) {
    this.#sink = sink;
    this.#clock = clock;
  }

  /** Samples are checked where they are aggregated; only their order shows here. */
  add(
    label: number,
    completed: number,
    latency: number,
    failed: boolean,
    items: number,
    bytes: number,
  ): void {
    this.#clock.see(completed, latency);
    this.#sink.add(label, completed, latency, failed, items, bytes);
  }

  addAll(samples: SampleColumns): void {
    this.#clock.seeAll(samples);
    this.#sink.addAll(samples);
  }

  label(name: string, kind: LabelKind, host?: string | null): number {
    return this.#sink.label(name, kind, host);
  }

  wantsTrace(label: number, completed: number, latency: number): boolean {
    return this.#sink.wantsTrace?.(label, completed, latency) ?? false;
  }

  traced(label: number, completed: number, latency: number, traceId: string): void {
    this.#sink.traced?.(label, completed, latency, traceId);
  }

  interval(label: number, startMicros: number, seconds: number, cell: Cell): void {
    checkCell(cell);
    if (!Number.isFinite(startMicros)) throw impossible("time", startMicros);
    check("interval length in seconds", seconds, MAX_DURATION_SECONDS);
    this.#sink.interval(label, startMicros, seconds, cell);
  }

  total(label: number, cell: Cell): void {
    checkCell(cell);
    this.#sink.total(label, cell);
  }

  failure(label: number, reason: string, times: number, atMicros?: number, seconds?: number): void {
    checkWhole("number of failures", times);
    this.#sink.failure(label, reason, times, atMicros, seconds);
  }

  gauge(name: string, unit: string | null): number {
    return this.#sink.gauge(name, unit);
  }

  measure(gauge: number, atMicros: number, value: number, spread?: GaugeSpread): void {
    this.#sink.measure(gauge, atMicros, value, spread);
  }
}

/** The same for what a file says about the whole run. */
export function checkReport({ clock, durationSeconds, startedAtMicros }: ParseReport): void {
  check("duration in seconds", durationSeconds, MAX_DURATION_SECONDS);
  if (startedAtMicros === null || clock !== "absolute") return;
  if (!isPlausibleTime(startedAtMicros)) throw impossible("run start", startedAtMicros);
}

function checkCell({ requests, errors, items, bytes, ...latencies }: Cell): void {
  check("number of requests", requests, MAX_COUNT);
  check("number of errors", errors, MAX_COUNT);
  check("number of items", items, MAX_BYTES);
  check("number of bytes", bytes, MAX_BYTES);
  check("sum of latencies", latencies.sumMicros, Number.MAX_VALUE);
  check("smallest latency in microseconds", latencies.minMicros, MAX_LATENCY_MICROS);
  check("largest latency in microseconds", latencies.maxMicros, MAX_LATENCY_MICROS);
  if (latencies.distribution.kind !== "quoted") return;
  for (const [name, micros] of Object.entries(latencies.distribution.micros)) {
    check(`${name} in microseconds`, micros, MAX_LATENCY_MICROS);
  }
}

function checkWhole(what: string, value: number): void {
  if (!Number.isInteger(value)) throw impossible(what, value);
  check(what, value, MAX_COUNT);
}

function check(what: string, value: number | null, most: number): void {
  if (value !== null && !(value >= 0 && value <= most)) throw impossible(what, value);
}

function impossible(what: string, value: number): HeadroomError {
  return new HeadroomError("file-unreadable", `The file has an impossible ${what}: ${value}.`, {
    hint: "Wait for the run to finish, then send the file exactly as the tool wrote it.",
  });
}
