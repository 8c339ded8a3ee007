/** A pair that could miss a change of this share is too noisy to tell. */
export const LARGE_CHANGE = 0.2;
