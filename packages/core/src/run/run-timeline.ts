import type { Cell } from "../cell/cell.ts";

/** A run or one of its labels over time. */
export interface RunTimeline {
  /** The width of each point. */
  pointSeconds: number;
  fromSeconds: number;
  toSeconds: number;
  /** In order; points in which nothing completed are absent. */
  points: readonly { offsetSeconds: number; cell: Cell }[];
}
