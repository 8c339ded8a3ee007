/** How long the cells of a run are, in seconds. */
export const STEPS = [1, 10, 60, 600] as const;
export type StepSeconds = (typeof STEPS)[number];
