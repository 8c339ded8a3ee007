import type { NextPeakDay } from "@headroom/services";
import { formatCount, formatFigure, formatTimesOf } from "@headroom/ui";
import { peakDayAddress, readinessAddress } from "../peak-day/addresses.ts";
import { datesText } from "../peak-day/day-words.ts";
import { countdownText, isMeasured, VERDICTS } from "./prepare-readiness.ts";

export interface NextPeakDayModel {
  name: string;
  href: string;
  service: string;
  /** "in 12 days" */
  when: string;
  dates: string;
  verdict: (typeof VERDICTS)[keyof typeof VERDICTS] & { href: string };
  /** "1.92x headroom, 1.2x required", or what is missing for it. */
  headroom: string;
  /** Why the verdict is what it is. */
  sentence: string;
  /** "2 more are planned"; null: none. */
  further: string | null;
  /** Others that run now. */
  running: { name: string; href: string; lead: string; isCalm: boolean }[];
}

/** The next peak day in a line; null: none is planned. */
export function prepareNextPeakDay(next: NextPeakDay | null): NextPeakDayModel | null {
  if (next === null) return null;
  const { report, further, running } = next;
  const { peakDay, service, verdict, sentence } = report;
  return {
    name: peakDay.name,
    href: peakDayAddress(peakDay.id),
    service: service.name,
    when: countdownText(report),
    dates: datesText(peakDay),
    verdict: { ...VERDICTS[verdict], href: readinessAddress(peakDay.id) },
    headroom: headroomOf(report),
    sentence,
    running: running.map(({ id, name, lead, state }) => {
      return { name, href: peakDayAddress(id), lead, isCalm: state === null || state === "calm" };
    }),
    further: further === 0 ? null : `${formatCount(further)} more ${further === 1 ? "is" : "are"} planned`,
  };
}

function headroomOf({ capacity, expected, times, policy, experiments }: NextPeakDay["report"]): string {
  if (expected === null) return "Expected peak not known";
  const peak = `${formatFigure(expected.throughput)} req/s expected`;
  if (capacity === null) return `${peak}, no proof`;
  const of = `${formatFigure(capacity)} req/s ${isMeasured({ capacity, experiments }) ? "measured" : "proven"}`;
  return times === null
    ? `${peak}, ${of}`
    : `${formatTimesOf(times, policy.factor)} headroom, ${policy.factor}x required`;
}
