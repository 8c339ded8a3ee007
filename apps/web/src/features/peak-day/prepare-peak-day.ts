import type { PeakDayView } from "@headroom/contract";
import {
  belowEarlier,
  belowEarlierInWords,
  clockText,
  headlineOfFigures,
  HOUR_SECONDS,
  runningHeadline,
  shownBy,
  silenceOf,
  SILENT_SECONDS,
  troubleOf,
  untilText,
  whatTestsShow,
} from "@headroom/core";
import type { Headline } from "@headroom/core";
import { formatFigure, formatLength, formatMillis, formatShort } from "@headroom/ui";
import type { FigureCell } from "@headroom/ui";
import type { LabelMixInput, PeakDayInput } from "@headroom/ui/charts";
import { offClockWords } from "../shell/off-clock-words.ts";
import type { OffClockWords } from "../shell/off-clock-words.ts";
import { simulatedName } from "../shell/simulated-words.ts";
import { usualText } from "./day-words.ts";
import { otherTimesOf } from "./frozen-words.ts";
import { percent } from "./figure-cells.ts";
import { peakOfDay } from "./figures-after.ts";
import type { PeakOfDay } from "./figures-after.ts";
import { figuresOf } from "./prepare-figures.ts";

export interface PeakDayModel {
  lead: string;
  rest: string;
  /** What a person should know before relying on the figures; null: nothing. */
  problem: string | null;
  /** That an earlier day speaks against the expected peak; null: none does. */
  contradiction: string | null;
  figures: FigureCell[];
  chart: PeakDayInput;
  /** Null: nothing was counted by label. */
  mix: LabelMixInput | null;
}

const LEFT_OUT_SECONDS = HOUR_SECONDS;

/** The words, figures and lines of a peak day; of its gauges only those that were chosen. */
export function preparePage(view: PeakDayView, gauges: readonly string[] = []): PeakDayModel {
  return {
    ...headlineOf(view),
    problem: problemOf(view),
    contradiction: contradictionOf(view),
    figures: figuresOf(view),
    chart: chartOf(view, gauges),
    mix: mixOf(view),
  };
}

function headlineOf(view: PeakDayView): Headline {
  return view.phase === "during" ? runningHeadline(view) : sentenceOf(view);
}

/** That the expected peak is below what an earlier day and the growth come to; null: it isn't, or the day is over. */
function contradictionOf({ peakDay, phase, earlier, capacity }: PeakDayView): string | null {
  const { expectedPeak: typed, startsAt, timeZone } = peakDay;
  if (typed === null || phase === "after") return null;
  const state = capacity.proven && capacity.accepted === null ? "proven" : "accepted";
  const shown = capacity.proven ? ({ throughput: capacity.throughput, state } as const) : null;
  const below = belowEarlier({ typed, earlier, shown });
  if (below === null) return null;
  return belowEarlierInWords(typed, below, { startsAt: new Date(startsAt), timeZone });
}

export function sentenceOf(view: PeakDayView): Headline {
  switch (view.phase) {
    case "before":
      return sentenceBefore(view);
    case "during":
      return headlineOfFigures(view);
    case "after":
      return sentenceAfter(view);
  }
}

function sentenceBefore({ peakDay, now, capacity }: PeakDayView): Headline {
  const until = untilText((Date.parse(peakDay.startsAt) - Date.parse(now)) / 1_000);
  const lead = `Starts in ${until}.`;
  const { expectedPeak } = peakDay;
  if (expectedPeak === null) return { lead, rest: "Enter the expected peak to see whether it is proven." };
  const peak = `${formatFigure(expectedPeak)} req/s`;
  if (!capacity.proven) return { lead, rest: `The expected peak of ${peak} is not proven.` };
  const share = expectedPeak / capacity.throughput;
  const shown = `${whatTestsShow(capacity)}, ${formatFigure(capacity.throughput)} req/s`;
  return share <= 1
    ? { lead, rest: `The expected peak of ${peak} is ${percent(share)} of ${shown}.` }
    : { lead, rest: `The expected peak of ${peak} is above ${shown}.` };
}

/** For how long the day missed its targets, the worst first. */
function troubleAfter({ points, pointSeconds, targets, source }: PeakDayView): string[] {
  if (source !== "live") return [];
  const found = Map.groupBy(points, (point) => troubleOf(targets, point));
  const lengthOf = (trouble: "errors" | "slow") => (found.get(trouble)?.length ?? 0) * pointSeconds;
  const [failing, slow] = [lengthOf("errors"), lengthOf("slow")];
  return [
    ...(failing === 0 ? [] : [`Too many requests failed for ${formatLength(failing)}.`]),
    ...(slow === 0 || targets.p99Ms === null
      ? []
      : [`p99 was above ${formatMillis(targets.p99Ms)} ms for ${formatLength(slow)}.`]),
  ];
}

/** Whether it held, and for how long it missed its targets. */
function answerAfter(view: PeakDayView): string[] {
  const { answer, source } = view;
  if (answer === null) return troubleAfter(view);
  const { outcome, word, sentence } = answer;
  return [
    ...(outcome === "over" ? [] : [`${word}.`]),
    ...(source === "file" ? [sentence] : troubleAfter(view)),
  ];
}

function sentenceAfter(view: PeakDayView): Headline {
  const { total, capacity, peakDay, source, provenAt } = view;
  const peak = peakOfDay(view);
  if (peak === null) return { lead: "Over.", rest: "No traffic of this day is known." };
  const peakText = `The peak was ${formatFigure(peak.throughput)} req/s at ${clockText(peak.at, peakDay)}.`;
  const [lead, ...others] = [...answerAfter(view), peakText];
  const requests = [...others, `${formatShort(total.requests)} requests${SOURCE_WORDS[source]}`].join(" ");
  if (!capacity.proven) return { lead, rest: `${requests}.` };
  const by = shownBy(capacity);
  const shown = provenAt === null ? `what tests have ${by} by now` : `what was ${by} then`;
  const share = percent(peak.throughput / capacity.throughput);
  return { lead, rest: `${requests}. ${share} of ${shown}.${burstText(view, peak)}` };
}

/** The chart has shorter points than a minute, so it can be above what is proven where the busiest minute isn't. */
function burstText({ capacity, total, pointSeconds }: PeakDayView, peak: PeakOfDay): string {
  if (!capacity.proven || total.peak === null || peak.seconds === null || pointSeconds >= peak.seconds)
    return "";
  const { throughput } = total.peak;
  if (throughput <= capacity.throughput || peak.throughput > capacity.throughput) return "";
  return ` For ${formatLength(pointSeconds)}, it was above that: ${formatFigure(throughput)} req/s.`;
}

/** Where a day comes from that we didn't receive. */
const SOURCE_WORDS: Record<PeakDayView["source"], string> = {
  live: "",
  file: ", as imported",
  typed: ", as drawn by hand",
};

function problemOf(view: PeakDayView): string | null {
  const nowMillis = Date.parse(view.now);
  const offClock = offClockOf(view, nowMillis);
  // Data that arrives with wrong times isn't missing.
  if (offClock !== null) return `${offClock.title} ${offClock.cause} ${offClock.effect}`;
  const silence = silenceOf(view, nowMillis);
  if (silence === Infinity)
    return "No live traffic has ever arrived for this service. Send its metrics here.";
  if (silence !== null) {
    const advice = isHeard(view, nowMillis)
      ? "Metrics still arrive, but nothing in them counts for this time."
      : "Check that the service still sends its metrics.";
    return `The figures are from before. ${advice}`;
  }
  return leftOutOf(view) ?? otherTimesOf(view);
}

/** What arrives now has wrong times; null: it doesn't. */
export function offClockOf(
  { phase, source, offClock }: PeakDayView,
  nowMillis: number,
): OffClockWords | null {
  return phase === "during" && source === "live" ? offClockWords(offClock, nowMillis) : null;
}

function isHeard({ heardAt }: PeakDayView, nowMillis: number): boolean {
  return heardAt !== null && (nowMillis - Date.parse(heardAt)) / 1_000 < SILENT_SECONDS;
}

/** Why figures are too low; null: they aren't. */
export function leftOutOf({ phase, source, leftOutAt, unusableAt, now }: PeakDayView): string | null {
  if (phase !== "during" || source !== "live") return null;
  const isRecent = (at: string | null) =>
    at !== null && (Date.parse(now) - Date.parse(at)) / 1_000 < LEFT_OUT_SECONDS;
  if (isRecent(leftOutAt))
    return "The service sends more series than this server counts for one service, so requests are missing from the figures.";
  return isRecent(unusableAt)
    ? "A histogram of the service can't be counted, so requests can be missing from the figures. The page of its mapping says why."
    : null;
}

/** The time of the day as its charts have it: seconds from its start. */
function timeOf({ peakDay, source, latest, now }: PeakDayView) {
  const start = Date.parse(peakDay.startsAt);
  const offset = (at: string) => (Date.parse(at) - start) / 1_000;
  const span = offset(peakDay.endsAt);
  const known = source === "live" ? offset(latest?.at ?? now) : span;
  return { start, offset, span, known };
}

function mixOf(view: PeakDayView): LabelMixInput | null {
  const { mix, peakDay } = view;
  if (mix === null) return null;
  const { start, offset, span, known } = timeOf(view);
  return {
    clock: { originMillis: start, timeZone: peakDay.timeZone },
    spanSeconds: span,
    pointSeconds: mix.stepSeconds,
    labels: mix.labels,
    points: mix.points.map(({ at, shares }) => ({ offsetSeconds: offset(at), shares })),
    knownSeconds: Math.min(span, known),
  };
}

function linesOf(view: PeakDayView, chosen: readonly string[]): Pick<PeakDayInput, "usual" | "gauges"> {
  const { usual, gauges, peakDay, pointSeconds } = view;
  const start = Date.parse(peakDay.startsAt) / 1_000;
  const samplesOf = (points: readonly (readonly [number, number])[]) =>
    points.map(([second, value]) => ({ offsetSeconds: second - start, value }));
  return {
    usual:
      usual === null
        ? null
        : {
            key: "usual",
            name: simulatedName(
              `${usualText(peakDay)}${usual.imported ? ", imported" : ""}`,
              usual.simulated,
            ),
            stepSeconds: usual.stepSeconds,
            samples: samplesOf(usual.points),
          },
    gauges: gauges
      .filter(({ name }) => chosen.includes(name))
      .map(({ name, unit, points }) => ({
        key: name,
        name,
        unit,
        sampleSeconds: pointSeconds,
        lines: [{ name, samples: samplesOf(points) }],
      })),
  };
}

function targetsOf({
  p99Ms,
  errorRate,
}: PeakDayView["targets"]): Pick<PeakDayInput, "latencyTargets" | "errorTargets"> {
  return {
    latencyTargets: p99Ms === null ? [] : [{ value: p99Ms, text: `target ${formatMillis(p99Ms)} ms` }],
    errorTargets:
      errorRate === null ? [] : [{ value: errorRate * 100, text: `target ${percent(errorRate)}` }],
  };
}

export function chartOf(view: PeakDayView, gauges: readonly string[]): PeakDayInput {
  const { peakDay, points, pointSeconds, earlier, capacity, events, targets } = view;
  const { start, offset, span, known } = timeOf(view);
  return {
    ...linesOf(view, gauges),
    ...targetsOf(targets),
    clock: { originMillis: start, timeZone: peakDay.timeZone },
    spanSeconds: span,
    pointSeconds,
    name: simulatedName(peakDay.name, view.simulated),
    points: points.map(({ at, ...point }) => ({ offsetSeconds: offset(at), ...point })),
    knownSeconds: Math.min(span, known),
    earlier: earlier.map(({ id, name, stepSeconds, points: own, growthLow, growthHigh, ...from }) => ({
      key: id,
      name: from.source === "typed" ? `${name}, by hand` : simulatedName(name, from.simulated),
      stepSeconds,
      samples: own.map(([second, value]) => ({ offsetSeconds: second - start / 1_000, value })),
      growth: [growthLow, growthHigh],
    })),
    throughputTargets: [
      ...(capacity.proven
        ? [
            {
              value: capacity.throughput,
              text: `${shownBy(capacity)} ${formatFigure(capacity.throughput)} req/s`,
              kind: "ceiling" as const,
            },
          ]
        : []),
      ...(peakDay.expectedPeak === null
        ? []
        : [
            {
              value: peakDay.expectedPeak,
              text: `expected peak ${formatFigure(peakDay.expectedPeak)} req/s`,
            },
          ]),
    ],
    events: [
      { key: "event", atSeconds: offset(peakDay.eventAt), text: peakDay.eventName },
      ...events.map(({ id, at, title }) => ({ key: id, atSeconds: offset(at), text: title })),
    ],
  };
}
