import type { AggregationOptions, CellBatch } from "@headroom/core";
import type { ParseOptions } from "@headroom/formats";
import type { PackedProblem, PackedRun } from "./packed-run.ts";

/** What a file's parse is told. All of it is plain data, since it goes to another thread. */
export interface ParseOrder {
  format: string;
  parse: ParseOptions;
  aggregation: AggregationOptions;
}

export type ToWorker = { job: number } & (
  | { kind: "begin"; order: ParseOrder }
  /** The memory is handed over, and comes back with `taken`. */
  | { kind: "bytes"; bytes: ArrayBuffer; length: number }
  | { kind: "end" }
  /** Cells are where they belong: more may come. */
  | { kind: "written" }
  | { kind: "cancel" }
);

export type FromWorker = { job: number } & (
  | { kind: "taken"; bytes: ArrayBuffer }
  | { kind: "cells"; batch: CellBatch }
  | { kind: "read"; run: PackedRun }
  | { kind: "failed"; problem: PackedProblem }
);
