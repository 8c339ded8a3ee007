import type { RunningPeak } from "@headroom/services";
import { clockText, NEAR_PROVEN } from "@headroom/core";
import { formatFigure, formatKnown, formatLength, formatMillis, formatPercentFigure } from "@headroom/ui";
import { peakDayAddress } from "../../peak-day/addresses.ts";
import type { StateTone, StateWords } from "../../overview/state-pill.tsx";
import { prepareLiveChart } from "./live-chart.ts";
import type { LiveChart, LivePeak } from "./live-chart.ts";
import type { NextPeakDayModel } from "./prepare-next.ts";

export interface LivePeakModel {
  name: string;
  href: string;
  service: string;
  pill: StateWords;
  /** What its page leads with, where that isn't the load. */
  lead: string | null;
  figures: LiveFigure[];
  /** Otherwise its figures are those of the newest minute that is known. */
  isArriving: boolean;
  /** Until it reaches what tests have shown, or until its event. */
  countdown: { label: string; value: string; unit: string; isNear: boolean } | null;
  chart: LiveChart | null;
  others: { name: string; href: string; lead: string; isCalm: boolean }[];
}

interface LiveFigure {
  label: string;
  value: string;
  unit: string;
  tone: StateTone;
}

const PILLS: Record<Exclude<RunningPeak["state"], null>, StateWords> = {
  calm: { word: "Holding", icon: "met", tone: "good" },
  near: { word: "Near its ceiling", icon: "warning", tone: "unsure" },
  above: { word: "Above its ceiling", icon: "warning", tone: "bad" },
  slow: { word: "Misses p99", icon: "missed", tone: "bad" },
  errors: { word: "Failing", icon: "missed", tone: "bad" },
  silent: { word: "No data", icon: "unsure", tone: "unsure" },
};
const LIVE: StateWords = { word: "Running", icon: "open", tone: "neutral" };
/** From so many failed requests on, it is an outage. */
const OUTAGE = 0.5;

/** The peak day that runs now, the worst one first; null: none does. */
export function prepareLive([first, ...others]: readonly RunningPeak[], now: string): LivePeakModel | null {
  if (first === undefined) return null;
  const { id, name, service, lead, state, live } = first;
  const isCalm = state === null || state === "calm";
  return {
    name,
    href: peakDayAddress(id),
    service: service.name,
    pill: pillOf(first),
    lead: live === null || !isCalm ? lead : null,
    figures: live === null ? [] : figuresOf(live, state === "silent"),
    isArriving: live !== null && state !== "silent",
    countdown: live === null ? null : countdownOf(live, now),
    chart: live === null ? null : prepareLiveChart(live),
    others: others.map((one) => ({
      name: one.name,
      href: peakDayAddress(one.id),
      lead: one.lead,
      isCalm: one.state === null || one.state === "calm",
    })),
  };
}

/** "Green Saturday: 87% of what is proven.", or "Black Friday: at risk, in 12 days."; null: neither runs nor is planned. */
export function peakSentence(
  [first]: readonly RunningPeak[],
  next: Pick<NextPeakDayModel, "name" | "verdict" | "when"> | null,
): string | null {
  if (first !== undefined) return `${first.name}: ${first.lead}`;
  return next === null ? null : `${next.name}: ${next.verdict.word.toLowerCase()}, ${next.when}.`;
}

function pillOf({ state, live }: RunningPeak): StateWords {
  if (state === null) return LIVE;
  if (state === "errors" && (live?.minute.errorRate ?? 0) >= OUTAGE)
    return { ...PILLS.errors, word: "Outage" };
  // Without a ceiling and without a target, nothing holds and nothing is missed.
  const isJudged = live !== null && (live.capacity !== null || live.targets.p99Ms !== null);
  return state === "calm" && !isJudged ? LIVE : PILLS[state];
}

function figuresOf(live: LivePeak, isSilent: boolean): LiveFigure[] {
  const { minute, capacity, at, peakDay } = live;
  return [
    {
      label: isSilent ? `at ${clockText(at, peakDay)}` : "in the last minute",
      value: formatFigure(minute.throughput),
      unit: "req/s",
      tone: "neutral",
    },
    ...(capacity === null ? [] : [shareOf(minute, capacity)]),
    ...p99Of(live),
    ...errorsOf(live),
  ];
}

function p99Of({ minute: { p99Ms, p99Range }, targets }: LivePeak): LiveFigure[] {
  const value = formatKnown({ value: p99Ms, range: p99Range }, formatMillis);
  if (value === null) return [];
  const target = targets.p99Ms;
  if (target === null) return [{ label: "p99", value, unit: "ms", tone: "neutral" }];
  const least = p99Range?.low ?? p99Ms ?? 0;
  const label = `p99, target ${formatMillis(target)} ms`;
  return [{ label, value, unit: "ms", tone: least > target ? "bad" : "neutral" }];
}

function errorsOf({ minute: { errorRate }, targets }: LivePeak): LiveFigure[] {
  if (errorRate === null) return [];
  const value = formatPercentFigure(errorRate);
  const limit = targets.errorRate;
  if (limit === null) return [{ label: "errors", value, unit: "%", tone: "neutral" }];
  const label = `errors, limit ${formatPercentFigure(limit)}%`;
  return [{ label, value, unit: "%", tone: errorRate > limit ? "bad" : "neutral" }];
}

/** Failed requests are nothing that a test has proven. */
function shareOf(
  { throughput, errorRate }: LivePeak["minute"],
  capacity: NonNullable<LivePeak["capacity"]>,
): LiveFigure {
  const share = (throughput * (1 - (errorRate ?? 0))) / capacity.throughput;
  return {
    label: `of ${formatFigure(capacity.throughput)} ${capacity.isProven ? "proven" : "measured"}`,
    value: formatPercentFigure(share),
    unit: "%",
    tone: share > 1 ? "bad" : share > NEAR_PROVEN ? "unsure" : "neutral",
  };
}

function countdownOf({ slope, capacity, event }: LivePeak, now: string): LivePeakModel["countdown"] {
  if (slope !== null && capacity !== null)
    return {
      label: "to the ceiling, at this slope",
      value: String(Math.round(slope.minutes)),
      unit: "min",
      isNear: true,
    };
  const seconds = (Date.parse(event.at) - Date.parse(now)) / 1_000;
  if (seconds < 60) return null;
  const minutes = Math.floor(seconds / 60);
  const label = `to “${event.name}”`;
  if (minutes < 90) return { label, value: String(minutes), unit: "min", isNear: false };
  return { label, value: formatLength(minutes * 60), unit: "", isNear: false };
}
