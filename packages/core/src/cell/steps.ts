/** How long the cells of a run are, in seconds. */
export const STEPS = [1, 10, 60, 600] as const;
export type StepSeconds = (typeof STEPS)[number];

/** Sources write intervals a little late, so one may be this much longer than its step. */
export const MAX_LONGER = 1.1;
/** Widths of points, slices and windows for sources whose intervals are longer than any step. */
const LONG_WIDTHS = [1_200, 1_800, 3_600, 7_200, 14_400, 28_800];

/** The index of the step that stores an interval of this length: the finest that isn't shorter, or the coarsest of all. */
export function levelOfInterval(seconds: number): number {
  const level = STEPS.findIndex((step) => seconds <= step * MAX_LONGER);
  return level === -1 ? STEPS.length - 1 : level;
}

/**
 * The finest width in which a source with intervals of this length can be read: a step, or several of the coarsest. Null: they
 * are so long that only their total is stored.
 */
export function widthOfInterval(seconds: number): number | null {
  return [...STEPS, ...LONG_WIDTHS].find((width) => seconds <= width * MAX_LONGER) ?? null;
}

/** The step of the cells that points, slices or windows of this width are merged from: coarse ones have the same figures in fewer rows. */
export function stepWithin(widthSeconds: number): StepSeconds {
  return STEPS.findLast((step) => widthSeconds % step === 0) ?? 1;
}
