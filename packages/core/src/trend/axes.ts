/** What the runs of a trend are in the order of. */
export const TREND_AXES = ["date", "commit", "branch", "version"] as const;
export type TrendAxis = (typeof TREND_AXES)[number];

/** Which way the values of a trend went. Which of them is better depends on the metric. */
export const CHANGE_DIRECTIONS = ["rise", "fall"] as const;
export type ChangeDirection = (typeof CHANGE_DIRECTIONS)[number];

/** How long a note on a change may be. */
export const MAX_WORD_LENGTH = 500;
