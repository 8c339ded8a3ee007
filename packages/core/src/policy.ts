/*
 * The rules of trust, each in one place: what a figure needs before a verdict rests on it, how finely time is drawn, and
 * how long things can be undone. SQL gets them as parameters, pages say them in words built from here.
 */

/** Below this share of the expected requests, a good latency or error rate proves nothing: the load was not there. */
export const MIN_ACHIEVED_SHARE = 0.95;

/** Fewer requests than this beyond a percentile make it shaky. */
export const MIN_REQUESTS_BEYOND = 10;

/** Fewer requests than this have no mean or extreme that another try would give again. */
export const MIN_REQUESTS_FOR_MEAN = 30;

/** How long a throughput has to be held to count as tested capacity. */
export const CAPACITY_HOLD_SECONDS = 300;

/** The most points that anything is drawn in over time; nobody asks for fewer than the least. */
export const MAX_POINTS = 720;
export const MIN_POINTS = 10;

/** The lengths of slices that any run can be read in. */
export const SLICE_SECONDS = [10, 60, 600, 1_800] as const;
export type SliceSeconds = (typeof SLICE_SECONDS)[number];

/** How long a deleted run can be restored; then it is removed for good. */
export const UNDO_DAYS = 7;

/** How long an invitation can be accepted. */
export const INVITATION_DAYS = 7;

/** What a workspace may set, from the least to the most. */
export const SETTING_BOUNDS = {
  keepRunsDays: { min: 1, max: 3_650 },
  maxLabels: { min: 1, max: 1_000_000 },
  maxBadLinesShare: { min: 0, max: 1 },
} as const;
