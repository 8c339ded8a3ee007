import { FailureRegister, RunAggregation, SECOND_MICROS } from "@headroom/core";
import type {
  Cell,
  GaugeSpread,
  LabelKind,
  RunTotals,
  SampleColumns,
  SampleSink,
  ClosedCells,
} from "@headroom/core";
import { writeLiveFigures } from "@headroom/contract";
import { LabelList, timedFailures } from "../upload/cell-batches.ts";
import type { BatchBody } from "../upload/cell-batches.ts";

type OpenCell = Parameters<ClosedCells["put"]>[2];

interface Row {
  label: number;
  step: 1 | 10 | 60 | 600;
  second: number;
  cell: Cell;
}

/** A second is sent when the next one begins. What a tool writes of it later follows within two seconds. */
const WATERMARK_SECONDS = 0;
/** Fewer than a server accepts from one writer, as finer cells were sent before a label gave them up. */
const CELL_BUDGET = 1_000_000;
const CELLS_A_BATCH = 1_000;
const GAUGE_VALUES_A_BATCH = 5_000;
/** Reasons, and intervals with failures. */
const FAILURES_A_BATCH = 1_000;
const FAILURE_REASONS = 2_000;

/**
 * Turns what a parser reads into batches while it is read: about one for each second of the run. They depend only on the
 * file, not on when its bytes arrive, so that a command that starts again makes the same ones.
 */
export class LiveCells implements SampleSink, ClosedCells {
  readonly #aggregation: RunAggregation;
  readonly #originSecond: number;
  readonly #ready: BatchBody[] = [];
  readonly #reasons = new FailureRegister(FAILURE_REASONS, 0);
  #rows: Row[] = [];
  #failures = emptyBatch();
  #gauges = new Map<number, { atMicros: number; value: number; spread?: GaugeSpread }[]>();
  #gaugeNames: { name: string; unit: string | null }[] = [];
  #gaugeValues = 0;

  constructor(originSecond: number) {
    this.#originSecond = originSecond;
    this.#aggregation = new RunAggregation(
      {
        originMicros: originSecond * 1e6,
        live: true,
        watermarkSeconds: WATERMARK_SECONDS,
        cellBudget: CELL_BUDGET,
        failureReasons: FAILURE_REASONS,
      },
      this,
    );
  }

  /** The batches that are complete, in order. */
  take(): BatchBody[] {
    return this.#ready.splice(0);
  }

  /** Everything that is left, and what the run adds up to. */
  finish(): { batches: BatchBody[]; totals: RunTotals } {
    const totals = this.#aggregation.finish();
    this.#cut();
    return { batches: this.take(), totals };
  }

  put(step: Row["step"], _piece: number, open: OpenCell): boolean {
    const second = this.#originSecond + open.slot * step;
    if (this.#rows.length >= CELLS_A_BATCH) this.#cut();
    this.#rows.push({ label: open.label, step, second, cell: open.close() });
    return false;
  }

  advanced(): void {
    if (this.#rows.length > 0) this.#cut();
  }

  label(name: string, kind: LabelKind): number {
    return this.#aggregation.label(name, kind);
  }

  add(
    label: number,
    completed: number,
    latency: number,
    failed: boolean,
    items: number,
    bytes: number,
  ): void {
    this.#aggregation.add(label, completed, latency, failed, items, bytes);
  }

  addAll(samples: SampleColumns): void {
    this.#aggregation.addAll(samples);
  }

  interval(label: number, startMicros: number, seconds: number, cell: Cell): void {
    this.#aggregation.interval(label, startMicros, seconds, cell);
  }

  total(label: number, cell: Cell): void {
    this.#aggregation.total(label, cell);
  }

  failure(label: number, reason: string, times: number, atMicros?: number, seconds = 1): void {
    this.#aggregation.failure(label, reason, times, atMicros, seconds);
    const name = this.#reasons.add(label, reason, times, null);
    const second = atMicros === undefined ? null : Math.floor(atMicros / SECOND_MICROS) - this.#originSecond;
    this.#failures.add(label, name, times, second === null ? null : { second, seconds });
    if (this.#failures.size >= FAILURES_A_BATCH) this.#cut();
  }

  gauge(name: string, unit: string | null): number {
    const number = this.#aggregation.gauge(name, unit);
    if (number >= 0) this.#gaugeNames[number] ??= { name, unit };
    return number;
  }

  measure(gauge: number, atMicros: number, value: number, spread?: GaugeSpread): void {
    this.#aggregation.measure(gauge, atMicros, value, spread);
    if (this.#gaugeNames[gauge] === undefined || !Number.isFinite(value) || !(atMicros >= 0)) return;
    const values = this.#gauges.get(gauge) ?? [];
    values.push({ atMicros: Math.round(atMicros), value, ...(spread === undefined ? {} : { spread }) });
    this.#gauges.set(gauge, values);
    this.#gaugeValues += 1;
    if (this.#gaugeValues >= GAUGE_VALUES_A_BATCH) this.#cut();
  }

  #cut(): void {
    const [rows, failures, gauges] = [this.#rows, this.#failures, this.#gauges];
    if (rows.length + failures.size + gauges.size === 0) return;
    const list = new LabelList((label) => this.#aggregation.labelOf(label));
    const cells = rows.map(({ label, cell, ...at }) => ({
      label: list.placeOf(label),
      ...at,
      ...writeLiveFigures(cell),
    }));
    const failed = failures
      .list()
      .flatMap((failure) => timedFailures(failure, this.#originSecond))
      .map(({ label, ...rest }) => ({ label: list.placeOf(label), ...rest }));
    const measured = [...gauges].map(([gauge, values]) => ({
      name: this.#gaugeNames[gauge]?.name ?? "",
      unit: this.#gaugeNames[gauge]?.unit ?? null,
      values,
    }));
    this.#ready.push({
      labels: list.labels,
      cells,
      ...(failed.length === 0 ? {} : { failures: failed }),
      ...(measured.length === 0 ? {} : { gauges: measured }),
    });
    this.#rows = [];
    this.#failures = emptyBatch();
    this.#gauges = new Map();
    this.#gaugeValues = 0;
  }
}

/** It is sent before it has to group reasons or lengthen its step. */
function emptyBatch(): FailureRegister {
  return new FailureRegister(2 * FAILURES_A_BATCH, 2 * FAILURES_A_BATCH);
}
