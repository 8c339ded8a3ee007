import type { GaugeBesideLoad } from "@headroom/contract";
import type { ComparedGauge, ComparedGauges } from "@headroom/services";
import { gaugeFigure, gaugeRange, isLastBack } from "@headroom/core";
import type { GaugeChange } from "@headroom/core";
import { formatChange } from "@headroom/core/format";
import { formatClock, formatLength, joinUnit } from "@headroom/ui";
import type { GaugeOverlayInput } from "@headroom/ui/charts";
import { drawnName } from "../view/prepare-runs.ts";
import type { RunCard } from "../view/prepare-runs.ts";

/** What one gauge did in one run. A missing text is a null, not an empty one. */
export interface GaugeCell {
  runId: string;
  position: number;
  runName: string;
  /** False: the run doesn't have the gauge in this unit. */
  measured: boolean;
  /** "65–75 %", of the judged window. */
  band: string | null;
  /** "40 at 0:10" */
  lowest: string | null;
  /** "29,000 at 5:00" */
  highest: string | null;
  /** Over time. */
  mean: string | null;
  /** "highest −76%", "mean −77%" and "range 0–−75%": against the reference. */
  changes: readonly string[];
  /** "at 11,000 from 2:30 to 9:00", or how it only grew. */
  level: string | null;
  /** "4m", after it had risen. */
  recovery: string | null;
}

export interface ComparedGaugeRow {
  key: string;
  name: string;
  unit: string;
  /** How its peak and its mean changed, in a sentence. */
  words: string | null;
  cells: readonly GaugeCell[];
}

export interface GaugesSideBySide {
  /** What the gauges of a run did while something waited, in sentences. Runs without any are left out. */
  meanwhile: readonly { runId: string; position: number; runName: string; words: readonly string[] }[];
  rows: readonly ComparedGaugeRow[];
  charts: readonly GaugeOverlayInput[];
  /** How many gauges aren't shown. */
  left: number;
}

/** The same gauges of several runs: a row for each, and a chart with the runs laid over each other. */
export function prepareComparedGauges(
  { runs, gauges, total }: ComparedGauges,
  cards: readonly RunCard[],
): GaugesSideBySide {
  const found = runs.map(({ id, startedAt, meanwhile }) => ({
    card: cards.find((card) => card.id === id),
    startedAt,
    meanwhile,
  }));
  const time = timeOf(gauges);
  return {
    left: total - gauges.length,
    meanwhile: found.flatMap(({ card, meanwhile: words }) =>
      card === undefined || words.length === 0
        ? []
        : [{ runId: card.id, position: card.position, runName: drawnName(card), words }],
    ),
    rows: gauges.map((gauge) => ({
      key: keyOf(gauge),
      name: gauge.name,
      unit: gauge.unit === gauge.name ? "" : (gauge.unit ?? ""),
      words: gauge.words,
      cells: found.flatMap(({ card, startedAt }, at) =>
        card === undefined ? [] : [cellOf(gauge, at, { card, startedAt })],
      ),
    })),
    charts: gauges.map((gauge) => ({
      name: gauge.name,
      unit: gauge.unit,
      time,
      runs: found.flatMap(({ card }, at) => {
        const run = gauge.runs[at] ?? null;
        if (run === null || card === undefined) return [];
        return {
          key: card.id,
          name: drawnName(card),
          position: card.position,
          // A value of one second is drawn where it was measured, a merged one in the middle of its time.
          sampleSeconds: run.pointSeconds > 1 ? run.pointSeconds : 0,
          samples: run.points.map(({ offsetSeconds, mean }) => ({ offsetSeconds, value: mean })),
        };
      }),
    })),
  };
}

function keyOf({ name, unit }: Pick<ComparedGauge, "name" | "unit">): string {
  return `${name} ${unit ?? ""}`;
}

/** From the first value of all to the last: the charts share a crosshair. */
function timeOf(gauges: readonly ComparedGauge[]): GaugeOverlayInput["time"] {
  const ends = gauges.flatMap(({ runs }) =>
    runs.flatMap((run) => {
      const [first, last] = [run?.points[0], run?.points.at(-1)];
      return run === null || first === undefined || last === undefined
        ? []
        : [{ from: first.offsetSeconds, to: last.offsetSeconds + run.pointSeconds }];
    }),
  );
  return {
    fromSeconds: ends.reduce((least, { from }) => Math.min(least, from), 0),
    toSeconds: ends.reduce((most, { to }) => Math.max(most, to), 1),
  };
}

function cellOf(
  { unit, runs }: ComparedGauge,
  at: number,
  { card, startedAt }: { card: RunCard; startedAt: string | null },
): GaugeCell {
  const run = runs[at] ?? null;
  const of = { runId: card.id, position: card.position, runName: drawnName(card) };
  if (run === null) return { ...of, ...NOT_MEASURED };
  const { besideLoad, lowest, highest, mean, change } = run;
  const inUnit = (text: string) => joinUnit(text, unit ?? "");
  const clock = (instant: string) =>
    formatClock((Date.parse(instant) - Date.parse(startedAt ?? instant)) / 1_000);
  const { band, plateau, growth, peak } = besideLoad;
  return {
    ...of,
    measured: true,
    band: band === null ? null : inUnit(gaugeRange(band)),
    lowest: `${inUnit(gaugeFigure(lowest.value))} at ${formatClock(lowest.offsetSeconds)}`,
    highest: `${inUnit(gaugeFigure(highest.value))} at ${formatClock(highest.offsetSeconds)}`,
    mean: inUnit(gaugeFigure(mean)),
    changes: change === null ? [] : changeWords(change),
    level:
      plateau !== null
        ? `${inUnit(gaugeRange(plateau))} from ${clock(plateau.from)} to ${clock(plateau.to)}`
        : growth !== null
          ? `${growth.dip === 0 ? "never fell" : "only grew"}: ${gaugeFigure(growth.from)} to ${inUnit(gaugeFigure(growth.to))}`
          : null,
    recovery: peak === null ? null : recoveryWords(peak),
  };
}

const NOT_MEASURED = {
  measured: false,
  band: null,
  lowest: null,
  highest: null,
  mean: null,
  changes: [],
  level: null,
  recovery: null,
} as const;

function changeWords({ highest, mean, low, high }: GaugeChange): string[] {
  const range = [low, high].map((share) => (share === null ? null : formatChange(share)));
  return [
    ...(highest === null ? [] : [`highest ${formatChange(highest)}`]),
    ...(mean === null ? [] : [`mean ${formatChange(mean)}`]),
    ...(range.some((end) => end === null) ? [] : [`range ${range.join(" to ")}`]),
  ];
}

function recoveryWords(peak: NonNullable<GaugeBesideLoad["peak"]>): string {
  const { backAfterSeconds, backAfterEndSeconds, watchedSeconds } = peak;
  if (isLastBack(peak)) return "only its last value";
  if (backAfterSeconds === null) return `not within ${formatLength(watchedSeconds)}`;
  const sinceEnd =
    backAfterEndSeconds === null || backAfterEndSeconds === 0
      ? ""
      : `, ${formatLength(backAfterEndSeconds)} after the run`;
  return `after ${formatLength(backAfterSeconds)}${sinceEnd}`;
}
