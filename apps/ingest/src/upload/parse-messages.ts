import type { AggregationOptions, CellBatch } from "@headroom/core";
import type { ParseOptions } from "@headroom/formats";
import type { PackedProblem, PackedRun } from "./packed-run.ts";

/** The input of a file's parse. It is plain data, because it goes to another thread. */
export interface ParseOrder {
  first: FileOrder;
  /** Whether others may follow. */
  several: boolean;
  aggregation: AggregationOptions;
}

/** One of the files that an upload brings. */
export interface FileOrder {
  /** The name the uploader gave it, for messages. */
  name: string;
  format: string;
  parse: ParseOptions;
}

export type ToWorker = { job: number } &
  /**
   * The slabs are shared: bytes passed back and forth as messages would count as new allocations each time, on
   * both sides, and trigger needless garbage collections.
   */
  (
    | { kind: "begin"; order: ParseOrder; slabs: readonly SharedArrayBuffer[] }
    /** A slab belongs to the worker until it says `taken`. */
    | { kind: "bytes"; slab: number; length: number }
    /** The previous file has ended, and this one follows. */
    | { kind: "file"; file: FileOrder }
    | { kind: "end" }
    /** The cells are written: more may come. */
    | { kind: "written" }
    | { kind: "cancel" }
  );

export type FromWorker = { job: number } & (
  | { kind: "taken"; slab: number }
  | { kind: "cells"; batch: CellBatch }
  | { kind: "read"; run: PackedRun }
  | { kind: "failed"; problem: PackedProblem }
);
