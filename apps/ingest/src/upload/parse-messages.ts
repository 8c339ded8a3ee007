import type { AggregationOptions, CellBatch } from "@headroom/core";
import type { ParseOptions } from "@headroom/formats";
import type { PackedProblem, PackedRun } from "./packed-run.ts";

/** What a file's parse is told. All of it is plain data, since it goes to another thread. */
export interface ParseOrder {
  first: FileOrder;
  /** Whether others may follow. */
  several: boolean;
  aggregation: AggregationOptions;
}

/** One of the files that an upload brings. */
export interface FileOrder {
  /** As the uploader calls it, for messages. */
  name: string;
  format: string;
  parse: ParseOptions;
}

export type ToWorker = { job: number } &
  /**
   * The slabs are shared: bytes that were handed over and back as messages would count as allocated anew each time, on
   * both sides, and have the collectors of garbage run for nothing.
   */
  (
    | { kind: "begin"; order: ParseOrder; slabs: readonly SharedArrayBuffer[] }
    /** A slab belongs to the worker from here until it says `taken`. */
    | { kind: "bytes"; slab: number; length: number }
    /** The file before has ended, and this one follows. */
    | { kind: "file"; file: FileOrder }
    | { kind: "end" }
    /** Cells are where they belong: more may come. */
    | { kind: "written" }
    | { kind: "cancel" }
  );

export type FromWorker = { job: number } & (
  | { kind: "taken"; slab: number }
  | { kind: "cells"; batch: CellBatch }
  | { kind: "read"; run: PackedRun }
  | { kind: "failed"; problem: PackedProblem }
);
