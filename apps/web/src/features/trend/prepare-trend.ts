import {
  betterInTrend,
  FIGURES,
  deltaSize,
  isCost,
  isSentInTrend,
  printedLevels,
  ratioOf,
} from "@headroom/core";
import type { TrendMetric } from "@headroom/core";
import { plural } from "@headroom/core/format";
import type { Trend, TrendChange, TrendRun } from "@headroom/services";
import { formatCount, keepUnits } from "@headroom/ui";
import type { ChangeState } from "@headroom/ui";
import type { TrendLevel, TrendPointOf } from "@headroom/ui/charts";
import type { TrendQuery } from "./search-params.ts";
import { figureWords, trendFigure } from "./trend-figure.ts";
import type { TrendFigure } from "./trend-figure.ts";
import { levelsAround, levelsOf, placeOf, sidesOf } from "./trend-levels.ts";
import type { AroundChange } from "./trend-levels.ts";
import { trendSentence } from "./trend-sentence.ts";

/** One run, as small as the page can do with: there are up to 2,000. */
interface TrendPoint {
  id: string;
  number: number;
  /** Milliseconds since 1970. */
  at: number;
  value: number | null;
  /** Where the value isn't exactly known. */
  range: TrendRun["range"];
  /** What it stands with on the axis: a commit, a branch, a version. */
  group: string | null;
  outcome: TrendRun["outcome"];
  setAside: TrendRun["setAside"];
  of: TrendPointOf;
}

export interface ChangeRow extends AroundChange {
  runId: string;
  runNumber: number;
  at: string;
  commit: string | null;
  state: ChangeState;
  direction: TrendChange["direction"];
  before: number;
  after: number;
  /** "210 → 236" in the unit of the trend. */
  beforeText: string;
  afterText: string;
  changeText: string;
  /** "between run 428 and run 433", or the last run of a drift; null where it is plain. */
  between: string | null;
  drift: TrendChange["drift"];
  /** Null: it is open. */
  accepted: (Omit<NonNullable<TrendChange["accepted"]>, "at"> & { at: string }) | null;
  found: boolean;
}

export interface TrendModel {
  sentence: { lead: string; rest: string };
  figure: Pick<TrendFigure, "name" | "unit">;
  /** Of costs; null: no run has a price. */
  currency: string | null;
  points: readonly TrendPoint[];
  targets: readonly { text: string; value: number }[];
  baseline: { number: number; runId: string; value: number } | null;
  changes: readonly ChangeRow[];
  levels: readonly TrendLevel[];
  /** Whether changes were looked for in any runs. */
  isSearched: boolean;
  /** What is not shown, and why. */
  notes: readonly string[];
}

export function prepareTrend(trend: Trend, query: TrendQuery): TrendModel {
  const figure = trendFigure(query.metric, currencyOf(trend));
  const { baseline } = trend;
  const changes = trend.changes.map((change) => changeRow(change, trend, query)).toReversed();
  return {
    sentence: trendSentence(trend, query),
    figure: { name: figure.name, unit: figure.unit },
    currency: currencyOf(trend),
    points: trend.runs.map((run) => pointOf(run, query)),
    levels: query.axis === "date" ? levelsOf(trend, figure) : [],
    targets: trend.targets,
    baseline:
      baseline === null || baseline.value === null
        ? null
        : { runId: baseline.runId, number: baseline.number, value: baseline.value },
    changes,
    isSearched: trend.searched > 0,
    notes: notesOf(trend, query),
  };
}

function pointOf(run: TrendRun, { axis, branch }: TrendQuery): TrendPoint {
  const { id, number, at, value, range, outcome, setAside } = run;
  const group = axis === "date" ? null : run[axis];
  return { id, number, at: at.getTime(), value, range, group, outcome, setAside, of: placeOf(run, branch) };
}

/** With the digits that the size between them takes. */
function levelTexts(
  levels: { before: number; after: number },
  metric: TrendMetric,
  figure: TrendFigure,
): Pick<ChangeRow, "beforeText" | "afterText"> {
  if (isCost(metric) || FIGURES[metric].unit === "/s")
    return { beforeText: figureWords(figure, levels.before), afterText: figureWords(figure, levels.after) };
  const { before, after } = printedLevels(metric, levels, deltaSize);
  return { beforeText: keepUnits(before), afterText: keepUnits(after) };
}

function changeRow(change: TrendChange, trend: Trend, { metric, branch }: TrendQuery): ChangeRow {
  const { runs } = trend;
  const figure = trendFigure(metric, currencyOf(trend));
  const { before, after, drift, accepted } = change;
  const ratio = ratioOf(before, after);
  const size = ratio === null ? "from zero" : deltaSize(ratio);
  const run = runs.find(({ id }) => id === change.runId);
  return {
    runId: change.runId,
    runNumber: change.runNumber,
    at: (run?.at ?? new Date(0)).toISOString(),
    commit: run?.commit ?? null,
    state: stateOf(change, metric),
    direction: change.direction,
    before,
    after,
    ...levelTexts({ before, after }, metric, figure),
    changeText: drift === null ? size : `${size} over ${formatCount(drift.runs)} runs`,
    between: betweenWords(change),
    drift,
    accepted: accepted === null ? null : { ...accepted, at: accepted.at.toISOString() },
    found: change.found,
    ...sidesOf(change, trend),
    levels: levelsAround(change, trend, branch),
  };
}

function betweenWords({ earliestRun, latestRun, drift }: TrendChange): string | null {
  if (drift !== null) return `drifts until run ${drift.lastRunNumber}`;
  return earliestRun === latestRun ? null : `somewhere between run ${earliestRun} and run ${latestRun}`;
}

function stateOf({ direction }: TrendChange, metric: TrendMetric): ChangeState {
  return (direction === "rise") === (betterInTrend(metric) === "higher") ? "improved" : "regressed";
}

function notesOf(
  { older, runs, runsTotal, unplaced, liveRuns, currencies }: Trend,
  { axis, metric, label }: TrendQuery,
): string[] {
  const gaps = runs.filter(({ value, range }) => value === null && range === null).length;
  const notes: string[] = [];
  if (label !== null) notes.push("A label's figures cover the whole run, including warm-up.");
  if (older)
    notes.push(`The newest ${formatCount(runs.length)} of ${formatCount(runsTotal)} runs are shown.`);
  if (unplaced === 1) notes.push(`1 run without a ${axis} is left out.`);
  if (unplaced > 1) notes.push(`${formatCount(unplaced)} runs without a ${axis} are left out.`);
  const { name } = trendFigure(metric, null);
  notes.push(...liveNotes(liveRuns, metric), ...currencyNotes(currencies, metric));
  if (metric === "error-rate") notes.push(...countedNotes(runs));
  notes.push(...otherLoadNotes(runs));
  notes.push(...rangeNotes(runs, name));
  if (gaps === 1) notes.push(`1 run has no ${name} and shows as a gap.`);
  if (gaps > 1) notes.push(`${formatCount(gaps)} runs have no ${name} and show as gaps.`);
  return notes;
}

/** Nobody controlled what users did in them. */
function liveNotes(liveRuns: number, metric: TrendMetric): string[] {
  if (liveRuns === 0) return [];
  const { name } = trendFigure(metric, null);
  const kept = plural(liveRuns, "run was", "runs were");
  const why = isSentInTrend(metric)
    ? `their ${name} is what users sent, and isn't searched for changes.`
    : "changes are searched for only among those from about the same time of day, and a difference between days of the week isn't one.";
  return [`${kept} saved from live traffic: ${why}`];
}

function otherLoadNotes(runs: readonly TrendRun[]): string[] {
  const others = runs.filter(({ otherLoad }) => otherLoad).length;
  if (others === 0) return [];
  const sent = plural(others, "run was", "runs were");
  return [
    `${sent} meant to send another load than the experiment defines. Changes aren't searched for there.`,
  ];
}

/** Once errors are counted by something else, their rate is another one. */
function countedNotes(runs: readonly TrendRun[]): string[] {
  const told = runs.filter(({ errorsBy }) => errorsBy !== null);
  const errorsBy = told.at(-1)?.errorsBy ?? null;
  const first = told[told.findLastIndex((run) => run.errorsBy !== errorsBy) + 1];
  if (errorsBy === null || first === undefined || first === told[0]) return [];
  return [
    `From run ${first.number} on, errors are counted by ${COUNTED_BY[errorsBy]}. Changes are searched for only among runs that are counted like the last one.`,
  ];
}

const COUNTED_BY = { tool: "the tool's word", code: "status code, too" } as const;

/** Costs are in the currency of the newest price, and never converted. */
function currencyOf({ currencies }: Pick<Trend, "currencies">): string | null {
  return currencies[0] ?? null;
}

function currencyNotes(currencies: readonly string[], metric: TrendMetric): string[] {
  const [shown, ...others] = currencies;
  if (!isCost(metric) || shown === undefined || others.length === 0) return [];
  return [`Costs are in ${shown}. Runs with a price in ${others.join(", ")} show as gaps.`];
}

/** A bare value would read as exact, and a gap as nothing known. */
function rangeNotes(runs: readonly TrendRun[], name: string): string[] {
  const ranged = runs.filter(({ range }) => range !== null);
  const between = ranged.filter(({ value }) => value === null).length;
  const least = ranged.length - between;
  const notes: string[] = [];
  if (least === 1)
    notes.push(
      `1 run doesn't report every failed request. Its ${name} is a lower bound and isn't checked for changes.`,
    );
  if (least > 1)
    notes.push(
      `${formatCount(least)} runs don't report every failed request. Their ${name} is a lower bound and isn't checked for changes.`,
    );
  if (between === 1)
    notes.push(`1 run has only a range for ${name}: the table lists it, and the chart shows a gap.`);
  if (between > 1)
    notes.push(
      `${formatCount(between)} runs have only a range for ${name}: the table lists them, and the chart shows gaps.`,
    );
  return notes;
}
