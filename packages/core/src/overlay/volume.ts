/** Requests of each hour of a stretch; null: not all of it is known. */
export type Hours = readonly (number | null)[];

export interface SameHours {
  /** How many hours both have. */
  hours: number;
  own: number;
  other: number;
}

/** With less in common, one stretch says nothing about the other. */
const COMMON_SHARE = 0.75;

/** The requests of two stretches in the hours that both have; null: those are too few, or nothing was requested then. */
export function inSameHours(own: Hours, other: Hours): SameHours | null {
  const both = own.flatMap((requests, hour) => {
    const then = other[hour] ?? null;
    return requests === null || then === null ? [] : [[requests, then] as const];
  });
  const sum = (side: 0 | 1) => both.reduce((all, one) => all + one[side], 0);
  if (both.length === 0 || both.length < own.length * COMMON_SHARE || sum(1) === 0) return null;
  return { hours: both.length, own: sum(0), other: sum(1) };
}
