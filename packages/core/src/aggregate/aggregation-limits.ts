import { DAY_SECONDS } from "../time.ts";
import type { LabelFilter } from "../cell/label-filter.ts";

/** How much of a run is stored, and with how much memory. */
export interface AggregationLimits {
  /** How far behind the newest second a second still accepts samples. */
  watermarkSeconds: number;
  /** Memory for open cells and totals; beyond it the oldest cells close early, and late samples add further pieces. */
  memoryBudgetBytes: number;
  /** How many samples arrive between two checks of the memory, at least. */
  measureEverySamples: number;
  /** Rows that a run may store; see `giveUpSteps`. */
  cellBudget: number;
  labelLimit: number;
  labelLength: number;
  /** Distinct failure reasons, over all labels. */
  failureReasons: number;
  /** Intervals in which there were failures, over all labels and reasons; beyond it they are counted in a longer step. */
  failureIntervals: number;
  /** Samples further than this from the origin are refused: a clock jumped. */
  runSecondsLimit: number;
}

export const DEFAULT_LIMITS: AggregationLimits = {
  watermarkSeconds: 60,
  memoryBudgetBytes: 64 * 1024 * 1024,
  measureEverySamples: 16_384,
  cellBudget: 2_000_000,
  labelLimit: 20_000,
  labelLength: 500,
  failureReasons: 2_000,
  failureIntervals: 200_000,
  runSecondsLimit: 31 * DAY_SECONDS,
};

export interface AggregationOptions extends Partial<AggregationLimits> {
  /** The run's origin if it already has one, so that the steps of its parts are on one grid. A whole second. */
  originMicros?: number;
  /**
   * Closed cells are sent while the run goes on: each request is in exactly one of them, in the finest step its label has
   * at that moment, and late samples close every two seconds instead of at the end.
   */
  live?: boolean;
  /** Labels that don't count; see `aggregateRun`. */
  labelFilter?: LabelFilter;
}
