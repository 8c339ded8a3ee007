import { DAY_SECONDS } from "@headroom/core";
import type { TrafficAnswer } from "@headroom/contract";
import type { TrafficModel } from "@headroom/db";
import type { TrafficMessage } from "./traffic-message.ts";

/** Sources send what they have every minute or so. */
const OFF_SECONDS = 120;
/** Further ahead, values are refused. */
const MOST_AHEAD_SECONDS = 600;

/** Whether the newest time in what arrived is so far from its arrival that a clock is wrong, or it was sent late. */
export function isOffClock(aheadSeconds: number | null): boolean {
  return aheadSeconds !== null && Math.abs(aheadSeconds) > OFF_SECONDS;
}

type Known = Pick<TrafficModel, "lastAt" | "offClockAt" | "offClockSeconds">;
type Arrived = Pick<TrafficMessage, "at" | "aheadSeconds" | "origin">;

interface OffClock {
  atMillis: number;
  seconds: number;
}

/** What changes of when times were last wrong, and by how much. A simulator sends past days on purpose. */
export function offClockWith(
  { lastAt, offClockAt, offClockSeconds }: Known,
  messages: readonly Arrived[],
): Partial<Pick<Known, "offClockAt" | "offClockSeconds">> {
  const before = storedOf({ offClockAt, offClockSeconds });
  let [off, newestMillis] = [before, lastAt?.getTime() ?? -Infinity];
  for (const now of messages.flatMap(timeOf)) {
    off = offWith(off === before ? null : off, now, newestMillis) ?? kept(off, now, newestMillis);
    newestMillis = Math.max(newestMillis, newestOf(now));
  }
  if (off === before) return {};
  if (off === null) return { offClockAt: null, offClockSeconds: null };
  return { offClockAt: new Date(off.atMillis), offClockSeconds: off.seconds };
}

function timeOf({ at, aheadSeconds = null, origin }: Arrived): OffClock[] {
  const isReplayed = origin?.simulated && origin.realFromMicros === null;
  return aheadSeconds === null || isReplayed ? [] : [{ atMillis: Date.parse(at), seconds: aheadSeconds }];
}

/** The newest time in it that isn't refused. */
function newestOf({ atMillis, seconds }: OffClock): number {
  const isRefused = seconds > MOST_AHEAD_SECONDS || seconds < -DAY_SECONDS;
  return isRefused ? -Infinity : atMillis + seconds * 1_000;
}

/** Null: its times are right. Of those that arrive together, the worst. */
function offWith(worst: OffClock | null, now: OffClock, newestMillis: number): OffClock | null {
  if (!isOffClock(now.seconds)) return null;
  if (isLate(now) && !isPartly(now, newestMillis)) {
    const newest = Math.max(newestMillis, newestOf(now));
    return { ...now, seconds: Math.round((newest - now.atMillis) / 1_000) };
  }
  return worst !== null && Math.abs(worst.seconds) > Math.abs(now.seconds) ? worst : now;
}

/**
 * Late data isn't late any more once the newest second has arrived. Beside other data that arrives in time, it has stopped
 * once its source would have sent again.
 */
function kept(off: OffClock | null, now: OffClock, newestMillis: number): OffClock | null {
  if (off === null || !isLate(off) || isOffClock(now.seconds)) return off;
  const hasStopped = now.atMillis - off.atMillis > OFF_SECONDS * 1_000;
  return hasStopped || !isPartly(off, newestMillis) ? null : off;
}

function isLate({ seconds }: OffClock): boolean {
  return seconds < 0 && seconds >= -DAY_SECONDS;
}

/** Other data had arrived in time when it came. */
function isPartly({ atMillis }: OffClock, newestMillis: number): boolean {
  return newestMillis >= atMillis - OFF_SECONDS * 1_000;
}

function storedOf({ offClockAt, offClockSeconds }: Omit<Known, "lastAt">): OffClock | null {
  return offClockAt === null || offClockSeconds === null
    ? null
    : { atMillis: offClockAt.getTime(), seconds: offClockSeconds };
}

/** For people and programs. */
export function offClockIn({ lastAt, ...stored }: Known): TrafficAnswer["offClock"] {
  const off = storedOf(stored);
  if (off === null) return null;
  const partly = isLate(off) && isPartly(off, lastAt?.getTime() ?? -Infinity);
  return { at: new Date(off.atMillis).toISOString(), aheadSeconds: off.seconds, partly };
}
