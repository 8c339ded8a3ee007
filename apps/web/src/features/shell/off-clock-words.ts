import type { TrafficAnswer } from "@headroom/contract";
import { DAY_SECONDS, isOffClock, MINUTE_SECONDS } from "@headroom/core";
import { formatLength } from "@headroom/ui";

/** Further away, values are refused. */
const MOST_AHEAD = 600;
const MOST_BEHIND = DAY_SECONDS;

type OffClock = TrafficAnswer["offClock"];

export interface OffClockWords {
  /** In a few words, for a wall. */
  title: string;
  cause: string;
  /** What it means for the figures, and what to do. */
  effect: string;
}

/** What arrives has wrong times; null: not lately. */
export function offClockWords(offClock: OffClock, nowMillis: number): OffClockWords | null {
  if (offClock === null || !isOffClock(offClock, nowMillis)) return null;
  const { aheadSeconds } = offClock;
  const length = formatLength(Math.round(Math.abs(aheadSeconds) / MINUTE_SECONDS) * MINUTE_SECONDS);
  if (aheadSeconds > MOST_AHEAD)
    return {
      title: "Data is refused.",
      cause: `Its timestamps are ${length} ahead of the server.`,
      effect: "Data more than 10 minutes ahead isn't counted. Correct the sender's clock.",
    };
  if (aheadSeconds < -MOST_BEHIND)
    return {
      title: "Data is refused.",
      cause: `Its timestamps are ${length} behind the server.`,
      effect: "Data more than a day old isn't counted. Correct the sender's clock.",
    };
  return aheadSeconds > 0
    ? {
        title: `Data is ${length} ahead.`,
        cause: "A clock of a source is fast.",
        effect: `Its requests are shown ${length} after they happened. Set the clock of the source.`,
      }
    : {
        title: `${offClock.partly ? "Some data" : "Data"} is ${length} behind.`,
        cause: "A clock of a source is slow, or it sends late.",
        effect: `The last ${length} are incomplete until it has arrived.`,
      };
}
