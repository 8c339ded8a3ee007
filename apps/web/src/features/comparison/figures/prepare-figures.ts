import type { MetricRow, MetricStatistic, RunComparison, TargetVerdictAnswer } from "@headroom/contract";
import { FIGURE_IDS, usualRange } from "@headroom/core";
import type { CostKind, FigureId } from "@headroom/core";
import { keepUnits } from "@headroom/ui";
import type { ChangeState, RatioWords } from "@headroom/ui";
import { thresholdTitle } from "../../run/verdict/target-words.ts";
import { changeBar } from "./change-bar.ts";
import type { ChangeBar } from "./change-bar.ts";
import { markedAtMix } from "./changes-at-mix.ts";
import {
  changeWords,
  detectableWords,
  intervalWords,
  knownTexts,
  metricName,
  metricUnit,
  ratioReading,
} from "../view/figure-words.ts";
import { briefSideName } from "../view/prepare-runs.ts";
import type { RunCard } from "../view/prepare-runs.ts";
import { hiddenChanges, trendWords } from "../view/trend-words.ts";
import { toldState, wholeStatistic } from "../view/statistics-by-run.ts";
import type { StatisticsByRun } from "../view/statistics-by-run.ts";

export interface ChangeCell {
  /** As it is drawn in its row; null: there is no ratio. */
  bar?: ChangeBar | null;
  /** "2.87x", and "+187%" under it. Null: it cannot be said. */
  words: { times: string; percent: string } | null;
  /** What better and worse are called for this figure. */
  called?: RatioWords;
  /** Null: still being worked out. */
  noise: {
    state: ChangeState | "quoted";
    reason: string;
    interval: string | null;
    detectable: string | null;
    /** Live traffic has no interval, but it is known how it changed on earlier days. */
    usual: { range: string; days: string } | null;
  } | null;
}

export interface FigureCell {
  runId: string;
  /** Without its unit; null: the source does not tell. */
  text: string | null;
  /** What is there instead of a text. */
  absent: string;
  target: { text: string; state: TargetVerdictAnswer["verdict"]; reason: string } | null;
  /** Null for the reference. */
  change: ChangeCell | null;
}

export interface FigureRow {
  metric: FigureId | `cost of ${CostKind}`;
  name: string;
  unit: string;
  cells: readonly FigureCell[];
}

/** The whole runs, a row a figure; what no run tells has no row. */
export function prepareFigures(
  rows: readonly MetricRow[],
  cards: readonly RunCard[],
  statistics: StatisticsByRun,
  quoted: ReadonlySet<number> = new Set(),
): readonly FigureRow[] {
  const of = cards.find(({ isReference }) => isReference);
  const reference = of === undefined ? "" : briefSideName(of);
  return rows
    .map((row) => ({ row, texts: knownTexts(row) }))
    .filter(
      ({ row, texts }) =>
        texts.some((text) => text !== null) && saysSomething(row) && !saysTheSame(row, rows),
    )
    .map(({ row, texts }) => ({
      metric: row.metric,
      name: metricName(row.metric),
      unit: metricUnit(row.metric),
      cells: cards.map((card, at) => ({
        runId: card.id,
        text: texts[at] ?? null,
        absent: "not reported",
        target: targetOf(row.targets[at] ?? null),
        change: card.isReference
          ? null
          : changeCell(row, at, {
              runId: card.id,
              reference,
              statistics: quoted.has(at) ? "quoted" : statistics,
            }),
      })),
    }));
}

/** What labels can be compared by: items only where some label, or the whole run, has other items than requests. */
export function metricsOfLabels({ whole, labels }: Pick<RunComparison, "whole" | "labels">): FigureId[] {
  const hasItems = [whole, ...labels.rows.map(({ metrics }) => metrics)].some((rows) =>
    rows.some(
      (row) =>
        row.metric === "items" && row.values.some((value) => value !== null) && !saysTheSame(row, rows),
    ),
  );
  return FIGURE_IDS.filter((metric) => metric !== "items" || hasItems);
}

/** "At least 1,400" beside "at least 240" shows no change. */
function saysSomething({ values, ranges }: MetricRow): boolean {
  return values.some((value, at) => value !== null || (ranges[at]?.high ?? null) !== null);
}

/** Where every request carries one item, items say nothing that throughput does not. */
function saysTheSame({ metric, values }: MetricRow, rows: readonly MetricRow[]): boolean {
  const throughput = rows.find((row) => row.metric === "throughput");
  return metric === "items" && values.every((value, at) => value === (throughput?.values[at] ?? null));
}

function targetOf(target: TargetVerdictAnswer | null): FigureCell["target"] {
  if (target === null) return null;
  return { text: keepUnits(thresholdTitle(target)), state: target.verdict, reason: target.reason };
}

export const QUOTED = {
  state: "quoted",
  reason: "A tool's own summary doesn't show its noise.",
  interval: null,
  detectable: null,
  usual: null,
} as const;

interface Changed {
  runId: string;
  /** What it is compared with. */
  reference: string;
  statistics: StatisticsByRun | "quoted";
}

function changeCell(row: MetricRow, at: number, { runId, reference, statistics }: Changed): ChangeCell {
  const change = row.changes[at] ?? null;
  const words = change === null ? null : changeWords(row.metric, change);
  const { words: called } = ratioReading(row.metric);
  const barOf = (found: MetricStatistic | null, state: ChangeState) =>
    changeBar(row.metric, change?.times ?? null, { found, state });
  if (statistics === "quoted") return { words, called, bar: barOf(null, "not-tested"), noise: QUOTED };
  if (!statistics.has(runId)) return { words, called, bar: barOf(null, "pending"), noise: null };
  const found = wholeStatistic(statistics, runId, row.metric);
  if (found === null) {
    const reason = "There is too little data to estimate this figure's noise.";
    return {
      words,
      called,
      bar: barOf(null, "not-tested"),
      noise: { state: "not-tested", reason, interval: null, detectable: null, usual: null },
    };
  }
  const marked = markedAtMix(words, found, reference);
  const pair = statistics.get(runId);
  const hidden = pair === undefined || pair === "failed" ? [] : hiddenChanges(pair);
  const trend = trendWords(hidden.filter(({ metric }) => metric === row.metric));
  const reason = trend === "" ? found.reason : `${found.reason} ${trend}`;
  return {
    words: marked,
    called,
    bar: barOf(found, toldState(found)),
    noise: {
      state: toldState(found),
      reason,
      ...rangeWords(row.metric, found),
    },
  };
}

function rangeWords(
  metric: FigureId,
  { interval, smallestDetectable, usual }: MetricStatistic,
): Pick<NonNullable<ChangeCell["noise"]>, "interval" | "detectable" | "usual"> {
  return {
    interval: interval === null ? null : intervalWords(metric, interval),
    detectable: smallestDetectable === null ? null : detectableWords(smallestDetectable),
    usual: usual ? { range: usualRange(metric, usual), days: `on ${usual.days} earlier days` } : null,
  };
}
