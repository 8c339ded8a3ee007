import { DAY_MILLIS } from "@headroom/core";

export interface AssumedDates {
  /** When each round began. */
  rounds: Readonly<Record<1 | 2, Date>>;
  peak: { startsAt: Date; endsAt: Date };
  /** Until when the missed targets are accepted. */
  riskUntil: Date;
}

/**
 * The article dates nothing but its peak, at the end of November 2022. So that readers see the service before its peak,
 * the two rounds lie in the last weeks and the peak lies ahead.
 */
export function assumedDates(lastNight: Date): AssumedDates {
  const midnight = new Date(lastNight);
  midnight.setUTCHours(0, 0, 0, 0);
  const at = (days: number) => new Date(midnight.getTime() + days * DAY_MILLIS);
  return {
    rounds: { 1: at(-33), 2: at(-8) },
    peak: { startsAt: at(12), endsAt: at(16) },
    riskUntil: at(23),
  };
}
