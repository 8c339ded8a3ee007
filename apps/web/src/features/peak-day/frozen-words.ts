import type { PeakDayView } from "@headroom/contract";
import { FROZEN_AFTER_SECONDS } from "@headroom/core";
import { momentText } from "./day-words.ts";

/** Whether the figures of a day can still change; null: it isn't over, or doesn't show live traffic. */
export function frozenText({ peakDay, phase, source }: PeakDayView): string | null {
  if (phase !== "after" || source !== "live") return null;
  const { frozen, endsAt } = peakDay;
  if (frozen !== null) return `Frozen ${momentText(frozen.at, peakDay)}`;
  const until = Date.parse(endsAt) + FROZEN_AFTER_SECONDS * 1_000;
  return `Late traffic counts until ${momentText(new Date(until).toISOString(), peakDay)}`;
}

/** Why what was frozen isn't of the day's times; null: it is. */
export function otherTimesOf({ peakDay, phase }: PeakDayView): string | null {
  const { frozen, startsAt, endsAt } = peakDay;
  if (phase !== "after" || frozen === null) return null;
  if (frozen.from === startsAt && frozen.to === endsAt) return null;
  const [from, to] = [frozen.from, frozen.to].map((at) => momentText(at, peakDay));
  return `The times were changed after live traffic of the day had been removed. The figures are still those from ${from} to ${to}.`;
}
