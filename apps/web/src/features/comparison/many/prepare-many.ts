import type { MetricRow, RunComparison } from "@headroom/contract";
import { FIGURES } from "@headroom/core";
import type { FigureId } from "@headroom/core";
import { SAME_RATIO } from "@headroom/ui";
import type { ChangeState } from "@headroom/ui";
import { quotedRuns } from "../pair/prepare-comparability.ts";
import type { ComparedLabelRow, LabelCell } from "../figures/prepare-labels.ts";
import { briefTexts, changeWords, isNothing, withMetricUnit } from "../view/figure-words.ts";
import { byTime, levelStart } from "../view/level-start.ts";
import type { LevelStart } from "../view/level-start.ts";
import type { RunCard } from "../view/prepare-runs.ts";
import { figureName, roughChange } from "../view/size-words.ts";
import { changeInterval, toldState, wholeStatistic } from "../view/statistics-by-run.ts";
import type { StatisticsByRun } from "../view/statistics-by-run.ts";

/** What is shown of a run, and no more: guests get it, too. */
export type ManyRun = Pick<
  RunCard,
  "id" | "number" | "name" | "isReference" | "commit" | "outcome" | "verdict"
>;

export interface ManyRow {
  card: ManyRun;
  /** What it measured, and between what it is, as far as its change from the reference is known. */
  figure: { value: number | null; low: number | null; high: number | null };
  value: string;
  /** "+23%"; null for the reference, and where there is no ratio. */
  change: string | null;
  /** Null: it is still being computed, or can't be. */
  state: ChangeState | null;
  /** "slower", or the reason why it isn't known. */
  title: string;
  p50: string;
  throughput: string;
  errors: string;
  /** The level changed with this run: a line is ruled above it. */
  starts: ManyStart | null;
}

export interface ManyStart {
  /** "run 32, +23%" */
  brief: string;
  /** "Change at run 32: p99 +23%" */
  words: string;
  tone: "worse" | "better";
  rises: boolean;
}

interface MatrixCell {
  runId: string;
  value: string;
  change: string;
  state: ChangeState | null;
  title: string;
  starts: boolean;
}

export interface ManyModel {
  rows: readonly ManyRow[];
  /** Labels, worst first, and the whole run. */
  matrix: readonly { key: string; name: string; isLabel: boolean; cells: readonly MatrixCell[] }[];
}

interface ManyInput {
  comparison: RunComparison;
  cards: readonly RunCard[];
  statistics: StatisticsByRun;
  metric: FigureId;
  labels: readonly ComparedLabelRow[];
}

/** Many runs in the order in which they ran: a row each, and a matrix of their labels. */
export function prepareMany(input: ManyInput): ManyModel {
  const { comparison, cards, statistics, metric, labels } = input;
  const start = levelStart(cards, statistics, metric);
  const texts = textsOf(comparison);
  const whole = comparison.whole.find((row) => row.metric === metric);
  const ordered = byTime(cards).map((card) => ({ card, at: cards.indexOf(card) }));
  return {
    rows: ordered.map(({ card, at }) => ({
      card: runOf(card),
      figure: figureOf(card, { whole, at, ...input }),
      value: texts(metric, at),
      change: roughAt(whole, at),
      ...foundOf(card, input),
      p50: texts("p50", at),
      throughput: texts("throughput", at),
      errors: texts("error-rate", at),
      starts: start?.first === card ? startOf(start, metric) : null,
    })),
    matrix: [
      ...labels.map((row) => ({
        key: row.key,
        name: row.label,
        isLabel: true,
        cells: ordered.map(({ card, at }) => ({
          runId: card.id,
          starts: start?.first === card,
          ...labelCell(row.cells[at], card.isReference),
        })),
      })),
      {
        key: "whole",
        name: "Whole run",
        isLabel: false,
        cells: ordered.map(({ card, at }) => ({
          runId: card.id,
          starts: start?.first === card,
          value: bareText(whole, at),
          change: card.isReference ? REFERENCE : percentAt(whole, at),
          ...foundOf(card, input),
        })),
      },
    ],
  };
}

const REFERENCE = "reference";

/** What is known about a run's change; nothing of the reference, and of what is compared as quoted. */
function foundOf(
  card: RunCard,
  { comparison, cards, statistics, metric }: ManyInput,
): Pick<ManyRow, "state" | "title"> {
  const isQuoted = quotedRuns(comparison.comparability).has(cards.indexOf(card));
  const found = card.isReference || isQuoted ? null : wholeStatistic(statistics, card.id, metric);
  return found === null ? { state: null, title: "" } : { state: toldState(found), title: found.reason };
}

function roughAt(row: MetricRow | undefined, at: number): string | null {
  const times = row?.changes[at]?.times ?? null;
  return times === null ? null : saidOrSame(roughChange(times - 1));
}

function percentAt(row: MetricRow | undefined, at: number): string {
  const change = row?.changes[at] ?? null;
  return row === undefined || change === null ? "" : briefChange(changeWords(row.metric, change));
}

/** The percentage alone: under a figure there is no room for the factor. */
function briefChange(words: LabelCell["words"]): string {
  if (words === null) return "";
  return words.times === SAME_RATIO && words.percent === "" ? SAME_RATIO : words.percent;
}

function saidOrSame(percent: string): string {
  return isNothing(percent) ? SAME_RATIO : percent;
}

function bareText(row: MetricRow | undefined, at: number): string {
  return (row === undefined ? null : briefTexts(row)[at]) ?? "-";
}

function labelCell(cell: LabelCell | undefined, isReference: boolean) {
  const { text, without, words, verdict } = cell ?? NO_CELL;
  return {
    value: text ?? without ?? "-",
    change: isReference ? REFERENCE : briefChange(words),
    state: verdict?.state ?? null,
    title: verdict?.reason ?? "",
  };
}

const NO_CELL = { text: null, without: null, words: null, verdict: null };

function runOf({ id, number, name, isReference, commit, outcome, verdict }: RunCard): ManyRun {
  return { id, number, name, isReference, commit, outcome, verdict };
}

function textsOf({ whole }: RunComparison) {
  const byMetric = new Map(whole.map((row) => [row.metric, briefTexts(row)]));
  return (metric: FigureId, at: number) => {
    const text = byMetric.get(metric)?.[at] ?? null;
    return text === null ? "-" : withMetricUnit(metric, text);
  };
}

function startOf({ number, before, after }: LevelStart, metric: FigureId): ManyStart {
  const size = roughChange(after / before - 1);
  const rises = after > before;
  return {
    rises,
    brief: `run ${number}, ${size}`,
    words: `Change at run ${number}: ${figureName(metric)} ${size}`,
    tone: rises === (FIGURES[metric].better === "higher") ? "better" : "worse",
  };
}

/** Its own figure, with the interval of its change laid around the figure of the reference. */
function figureOf(
  card: RunCard,
  { whole, at, comparison, statistics, metric }: ManyInput & { whole: MetricRow | undefined; at: number },
): ManyRow["figure"] {
  const [value, reference] = [whole?.values[at] ?? null, whole?.values[comparison.reference] ?? null];
  const { low, high } = changeInterval(statistics, card.id, metric);
  const isKnown = !card.isReference && reference !== null && low !== null && high !== null;
  return isKnown ? { value, low: reference * low, high: reference * high } : { value, low: null, high: null };
}
