/** What the runs of a trend are in the order of. */
export const TREND_AXES = ["date", "commit", "branch", "version"] as const;
export type TrendAxis = (typeof TREND_AXES)[number];

/** How long a note on a change may be. */
export const MAX_WORD_LENGTH = 500;
