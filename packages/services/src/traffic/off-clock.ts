import type { TrafficMessage } from "./traffic-message.ts";

/** Sources send what they have every minute or so. */
const OFF_SECONDS = 120;

/** Whether the newest time in what arrived is so far from its arrival that a clock is wrong, or it was sent late. */
export function isOffClock(aheadSeconds: number | null): boolean {
  return aheadSeconds !== null && Math.abs(aheadSeconds) > OFF_SECONDS;
}

/** When times were last wrong and by how much, to be stored. A simulator sends past days on purpose. */
export function offClockOf(messages: readonly Pick<TrafficMessage, "at" | "aheadSeconds" | "origin">[]): {
  offClockAt?: Date;
  offClockSeconds?: number;
} {
  let worst: { at: string; seconds: number } | null = null;
  for (const { at, aheadSeconds = null, origin } of messages) {
    if (aheadSeconds === null || !isOffClock(aheadSeconds)) continue;
    if (origin?.simulated && origin.realFromMicros === null) continue;
    if (worst === null || Math.abs(aheadSeconds) > Math.abs(worst.seconds))
      worst = { at, seconds: aheadSeconds };
  }
  return worst === null ? {} : { offClockAt: new Date(worst.at), offClockSeconds: worst.seconds };
}
