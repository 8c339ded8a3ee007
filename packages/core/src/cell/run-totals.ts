import type { LeftOutLabels } from "./label-filter.ts";
import type { Cell } from "./cell.ts";
import type { Sketch } from "../sketch/sketch.ts";
import type { FailureCount } from "./failure-times.ts";
import type { GaugeTotals } from "./gauge-register.ts";
import type { LabelKind, Warning } from "./sample.ts";
import type { StepSeconds } from "./steps.ts";

/** One cell, or another piece of a cell that was already written and then got late samples. */
export interface CellRow {
  label: number;
  stepSeconds: StepSeconds;
  /** From the origin, signed, a multiple of the step. */
  offsetSeconds: number;
  piece: number;
  cell: Cell;
}

export interface LabelTotals {
  label: number;
  name: string;
  kind: LabelKind;
  total: Cell;
  /** A stored step, or several of the coarsest if the source's intervals are longer. Null: only the total is stored. */
  finestStepSeconds: number | null;
}

/** Rows of a label and step that were written and then given up: the writer deletes them. */
export interface DroppedRows {
  label: number;
  stepSeconds: StepSeconds;
}

/** One request, as it was sent. */
export interface SlowRequest {
  label: number;
  completedAtMicros: number;
  latencyMicros: number;
  failed: boolean;
  /** Its status code, if that is one from 400 on; null: it isn't, or the source doesn't say. */
  code: number | null;
  /** 16 or 32 lower-case hexadecimal digits; null: the source doesn't say. */
  traceId: string | null;
}

/** What was sent to one tested host. */
export interface HostTotals {
  /** Without user, path and query; "(other)": hosts past the busiest. Null: the source doesn't say. */
  host: string | null;
  errors: number;
  latencies: Sketch;
}

export interface RunSpan {
  /** A whole second; the offsets of the rows count from it. */
  originMicros: number;
  firstStartMicros: number;
  lastCompletionMicros: number;
}

export interface RunTotals {
  /** Null for a source that only gives totals. */
  span: RunSpan | null;
  /** All requests. Transactions and hops are stored separately and never counted here. */
  all: Cell;
  /** Null: there is no time series, only the total. */
  allFinestStepSeconds: number | null;
  /** Every label that has samples, in order of appearance, without `(all)`. */
  labels: LabelTotals[];
  dropped: DroppedRows[];
  failures: FailureCount[];
  /** Slowest first; empty if the source gives no single requests. */
  slowest: SlowRequest[];
  /** Busiest first; empty if the source gives no single requests, or no hosts. */
  hosts: HostTotals[];
  gauges: GaugeTotals[];
  /** What the rows of the gauges count from, also where the source gives only totals; null: there are no gauges. */
  gaugeOriginMicros: number | null;
  /** Absent: no label was left out on request. */
  leftOut?: LeftOutLabels;
  /** Samples refused because their time or latency can't belong to this run; also reported in `warnings`. */
  refused: number;
  /** The time of the first sample that was too far from the start of the run, to the second. */
  firstFarMicros: number | null;
  /** Of its timed samples, whatever their order and wherever the clock began; null: fewer than 100, or none. */
  samplesDigest: string | null;
  warnings: Warning[];
}
