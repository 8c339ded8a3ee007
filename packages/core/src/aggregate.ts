import type { Cell } from "./cell.ts";
import { emptyCell } from "./cell.ts";
import type { LabelKind, SampleSink, Warning } from "./sample.ts";

/** All requests of a run; stored like any label, and always label number 0. */
export const ALL_LABEL = "(all)";
/** Where the labels past the limit go, so that no figure is lost. */
export const OTHER_LABEL = "(other)";
export const STEPS = [1, 10, 60, 600] as const;
export type StepSeconds = (typeof STEPS)[number];

/** One cell, or a further piece of one that was handed out before and got late samples. */
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
  finestStepSeconds: StepSeconds;
}

/** Rows of a label and step that were handed out and then given up: the writer deletes them. */
export interface DroppedRows {
  label: number;
  stepSeconds: StepSeconds;
}

export interface RunTotals {
  /** A whole second; the offsets of the rows count from it. */
  originMicros: number;
  firstStartMicros: number;
  lastCompletionMicros: number;
  all: Cell;
  labels: LabelTotals[];
  dropped: DroppedRows[];
  /** Samples refused because their time or latency cannot be of this run; also said in `warnings`. */
  refused: number;
  warnings: Warning[];
}

export interface AggregationOptions {
  /** The run's origin when it has one already, so that the steps of its parts lie on one grid. */
  originMicros?: number;
  watermarkSeconds?: number;
  openBytesBudget?: number;
  cellBudget?: number;
  labelLimit?: number;
  labelLength?: number;
  runSecondsLimit?: number;
}

/** Turns samples in any order into cells of four steps and exact totals, in flat memory. */
export class RunAggregation implements SampleSink {
  constructor(_options: AggregationOptions = {}) {}

  label(_name: string, _kind: LabelKind): number {
    return 0;
  }

  add(
    _label: number,
    _completed: number,
    _latency: number,
    _failed: boolean,
    _items: number,
    _bytes: number,
  ): void {}

  /** The cells closed since the last call. Call it after each chunk. */
  drain(): CellRow[] {
    return [];
  }

  /** Closes everything; one more `drain` gives the rest. */
  finish(): RunTotals {
    return {
      originMicros: 0,
      firstStartMicros: 0,
      lastCompletionMicros: 0,
      all: emptyCell(),
      labels: [],
      dropped: [],
      refused: 0,
      warnings: [],
    };
  }
}
