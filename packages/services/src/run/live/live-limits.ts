import type { ImportLimits } from "../../workspace/limits.ts";

/** What a live run may cost, in addition to the limits of every part. */
export interface LiveLimits extends ImportLimits {
  /** Cells of one batch. */
  batchCells: number;
  /** Writers of one run. */
  writers: number;
  /** Cells that one writer may send. */
  writerCells: number;
}
