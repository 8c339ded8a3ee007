import { SampleColumns } from "@headroom/core";
import type { Cell, GaugeSpread, LabelKind, SampleSink } from "@headroom/core";

/** Large enough that a batch costs little compared with its samples, small enough to stay in the cache. */
const CAPACITY = 1_024;

/** Passes samples to a sink in batches, and everything else in order between them. Flush at the end of each chunk. */
export class BatchedSink implements SampleSink {
  /** Pending samples: the hot path writes here directly, and calls `flush` when it is full. */
  readonly columns = new SampleColumns(CAPACITY);
  readonly capacity = CAPACITY;
  readonly #sink: SampleSink;

  constructor(sink: SampleSink) {
    this.#sink = sink;
  }

  flush(): void {
    if (this.columns.length === 0) return;
    this.#sink.addAll(this.columns);
    this.columns.length = 0;
  }

  add(label: number, completed: number, latency: number, failed: boolean, items: number, size: number): void {
    if (items !== 1) {
      this.flush();
      this.#sink.add(label, completed, latency, failed, items, size);
      return;
    }
    const { columns } = this;
    const at = columns.length;
    columns.labels[at] = label;
    columns.completedAtMicros[at] = completed;
    columns.latencyMicros[at] = latency;
    columns.failed[at] = failed ? 1 : 0;
    columns.bytes[at] = size;
    columns.length = at + 1;
    if (columns.length === CAPACITY) this.flush();
  }

  addAll(samples: SampleColumns): void {
    this.flush();
    this.#sink.addAll(samples);
  }

  label(name: string, kind: LabelKind, host?: string | null): number {
    return this.#sink.label(name, kind, host);
  }

  wantsTrace(label: number, completed: number, latency: number): boolean {
    return this.#sink.wantsTrace?.(label, completed, latency) ?? false;
  }

  traced(label: number, completed: number, latency: number, traceId: string): void {
    this.flush();
    this.#sink.traced?.(label, completed, latency, traceId);
  }

  interval(label: number, startMicros: number, seconds: number, cell: Cell): void {
    this.flush();
    this.#sink.interval(label, startMicros, seconds, cell);
  }

  total(label: number, cell: Cell): void {
    this.flush();
    this.#sink.total(label, cell);
  }

  failure(label: number, reason: string, times: number, atMicros?: number, seconds?: number): void {
    this.flush();
    this.#sink.failure(label, reason, times, atMicros, seconds);
  }

  gauge(name: string, unit: string | null): number {
    return this.#sink.gauge(name, unit);
  }

  measure(gauge: number, atMicros: number, value: number, spread?: GaugeSpread): void {
    this.flush();
    this.#sink.measure(gauge, atMicros, value, spread);
  }
}
