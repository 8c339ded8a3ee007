import { changeDatabase } from "./product.ts";

/**
 * Moves a peak day and all live traffic of its service into the past, as if so many hours had passed. Traffic that is more
 * than a day old can't be sent.
 */
export function letHoursPass(peakDayId: string, hours: number): Promise<void> {
  return changeDatabase("passed-time", "--peak-day", peakDayId, "--hours", String(hours));
}

/** As if a member had last opened the overview so many hours earlier, and all runs so far had arrived earlier, too. */
export function letVisitPass(email: string, hours: number): Promise<void> {
  return changeDatabase("passed-time", "--visitor", email, "--hours", String(hours));
}

/** Removes all live traffic of the service of a peak day, as happens when it is older than it is kept for. */
export function removeTraffic(peakDayId: string): Promise<void> {
  return changeDatabase("passed-time", "--peak-day", peakDayId);
}
