/** How much of a run is kept, and in how much memory. */
export interface AggregationLimits {
  /** How far behind the newest second a second still takes samples before it closes. */
  watermarkSeconds: number;
  /** Memory for open cells and totals; past it the oldest cells close early and get further pieces if more comes. */
  memoryBudgetBytes: number;
  /** How many samples come in between two looks at the memory, at least. */
  measureEverySamples: number;
  /** Rows that a run may keep; see `giveUpSteps`. */
  cellBudget: number;
  labelLimit: number;
  labelLength: number;
  /** Different reasons of failures that are told apart, over all labels. */
  failureReasons: number;
  /** Samples farther than this from the origin are refused: a clock that jumped, not a run. */
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
  runSecondsLimit: 31 * 86_400,
};

export interface AggregationOptions extends Partial<AggregationLimits> {
  /** The run's origin when it has one already, so that the steps of its parts lie on one grid. A whole second. */
  originMicros?: number;
}
