import type { NextPeakDay } from "@headroom/services";
import { DAY_MILLIS, HOUR_MILLIS } from "@headroom/core";
import { plural } from "@headroom/core/format";
import { formatCount, formatDate, formatFigure, formatTimesOf } from "@headroom/ui";
import { peakDayAddress, readinessAddress } from "../../peak-day/addresses.ts";
import { datesText, missText } from "../../peak-day/day-words.ts";
import { prepareHeadroomBar } from "../prepare-headroom-bar.ts";
import type { HeadroomBar } from "../prepare-headroom-bar.ts";
import { countdownText, isMeasured, VERDICTS } from "../prepare-readiness.ts";
import { withSigns } from "../../delta/threshold-text.ts";

type Report = NextPeakDay["report"];

export interface NextPeakDayModel {
  name: string;
  href: string;
  service: string;
  /** "in 12 days" */
  when: string;
  /** "12", "days"; null: it runs. */
  countdown: { value: string; unit: string } | null;
  dates: string;
  verdict: (typeof VERDICTS)[keyof typeof VERDICTS] & { href: string };
  /** What would change the answer: "The accepted risk of Bigtable ends on 5 Dec 2026, 5 days before it opens." */
  decisive: string;
  /** "And 2 more things."; null: nothing else. */
  besides: string | null;
  /** What tests showed, and how much of it is needed. */
  headroom: string;
  bar: HeadroomBar | null;
  /** "2 more are planned"; null: none. */
  further: string | null;
}

/** The next peak day in a few lines; null: none is planned. */
export function prepareNext(next: NextPeakDay | null): NextPeakDayModel | null {
  if (next === null) return null;
  const { report, further } = next;
  const { peakDay, service, verdict, reasons } = report;
  return {
    name: peakDay.name,
    href: peakDayAddress(peakDay.id),
    service: service.name,
    when: countdownText(report),
    countdown: countdownOf(report),
    dates: datesText(peakDay),
    verdict: { ...VERDICTS[verdict], href: readinessAddress(peakDay.id) },
    decisive: decisiveOf(report),
    besides: reasons.length < 2 ? null : `And ${plural(reasons.length - 1, "more reason")}.`,
    headroom: headroomOf(report),
    bar: prepareHeadroomBar(report),
    further: further === 0 ? null : `${formatCount(further)} more ${further === 1 ? "is" : "are"} planned`,
  };
}

function countdownOf({ phase, peakDay, now }: Report): NextPeakDayModel["countdown"] {
  if (phase !== "before") return null;
  const hours = Math.floor((Date.parse(peakDay.startsAt) - Date.parse(now)) / HOUR_MILLIS);
  if (hours >= 48) return { value: String(Math.floor(hours / 24)), unit: "days" };
  if (hours === 0) return { value: "<1", unit: "hour" };
  return { value: String(hours), unit: hours === 1 ? "hour" : "hours" };
}

/** The first reason, with its date if it is about one. Where nothing speaks against the day, what ends first. */
function decisiveOf(report: Report): string {
  const [first] = report.reasons;
  if (first === undefined) return calmWords(report);
  if (first.rule === "risk-ends-before") {
    const own = report.risks.filter(
      ({ experiment, state }) => experiment.id === first.experiment?.id && state === "active",
    );
    const [until] = own.map((risk) => risk.until).toSorted();
    if (until !== undefined && first.experiment !== null)
      return `The accepted risk of ${first.experiment.name} ends on ${whenWords(until, report)}.`;
  }
  if (first.rule === "ends-before" && first.experiment !== null) {
    const endsAt = endOf(report, first.experiment.id);
    if (endsAt !== null) return `The proof of ${first.experiment.name} ends on ${whenWords(endsAt, report)}.`;
  }
  return withSigns(first.experiment === null ? first.words : `${first.experiment.name} ${first.words}`);
}

function endOf({ experiments }: Report, id: string): string | null {
  return experiments.find(({ experiment }) => experiment.id === id)?.freshness?.endsAt ?? null;
}

/** "5 Dec 2026, 5 days before it opens" */
function whenWords(at: string, { peakDay: { startsAt, endsAt, timeZone } }: Report): string {
  const date = formatDate(new Date(at), timeZone);
  const days = Math.floor((Date.parse(startsAt) - Date.parse(at)) / DAY_MILLIS);
  if (days >= 1) return `${date}, ${plural(days, "day")} before it opens`;
  if (at < startsAt) return `${date}, hours before it opens`;
  return at < endsAt ? `${date}, before it is over` : date;
}

/** Nothing speaks against it: what would, if nobody does anything. */
function calmWords({ turnsRed, sentence, peakDay }: Report): string {
  const [ending] = turnsRed.flatMap(({ words, at }) => (at === null ? [] : [{ words, at }]));
  if (ending === undefined) return withSigns(sentence);
  const words = withSigns(ending.words).replace(/[.\s]+$/, "");
  return `${words} on ${formatDate(new Date(ending.at), peakDay.timeZone)}, after the day.`;
}

/** "40,269 req/s measured, 4.1x the expected 9,802, missed p99 (240 ms, target 200 ms)" */
function headroomOf({ capacity, expected, times, policy, experiments }: Report): string {
  if (expected === null) return "Nobody has said how high the peak will be.";
  const peak = `${formatFigure(expected.throughput)} req/s expected`;
  if (capacity === null) return `${peak}, no proof.`;
  const measured = isMeasured({ capacity, experiments });
  const of = `${formatFigure(capacity)} req/s ${measured ? "measured" : "proven"}`;
  if (times === null) return `${peak}, ${of}.`;
  const misses = experiments.find(({ throughput }) => throughput === capacity)?.misses ?? [];
  const missed = misses.length === 0 ? "" : ` It missed ${misses.map(missText).join(", ")}.`;
  return `${of}, ${formatTimesOf(times, policy.factor)} the expected ${formatFigure(expected.throughput)}. ${policy.factor}x is required.${missed}`;
}
