import type { ComparisonStatistics, MetricStatistic } from "@headroom/contract";
import { changeOf, figureText, printedFigures } from "@headroom/core";
import type { FigureId, TrendMetric } from "@headroom/core";
import { plural } from "@headroom/core/format";
import type { ChangeState, RatioWords } from "@headroom/ui";
import {
  changeWords,
  intervalWords,
  metricName,
  ratioReading,
  withMetricUnit,
} from "../../comparison/view/figure-words.ts";
import { toldState } from "../../comparison/view/statistics-by-run.ts";
import type { LevelRuns } from "../../trend/trend-levels.ts";

/** One figure of a whole level beside that of another one. */
export interface LevelRow {
  metric: FigureId;
  name: string;
  before: string;
  after: string;
  /** "+22%"; null: from zero. */
  percent: string | null;
  /** "1.22x slower" */
  times: string | null;
  interval: string | null;
  state: ChangeState;
  words: RatioWords;
  reason: string;
}

/** What the trend says of the change: the medians of the two levels. */
export interface TrendStep {
  metric: TrendMetric;
  before: number;
  after: number;
}

export type ComparedLevels =
  | { state: "working" | "failed" }
  | {
      state: "ready";
      rows: readonly LevelRow[];
      doubt: string | null;
    };

/** What is known of the only pair of an answer. `label` null: all requests. */
export function prepareLevels(
  answer: ComparisonStatistics | undefined,
  label: string | null,
  step: TrendStep,
): ComparedLevels {
  const [pair] = answer?.pairs ?? [];
  if (pair === undefined || pair.state === "working") return { state: "working" };
  const { statistics, judgement } = pair;
  if (statistics === null) return { state: "failed" };
  const found =
    label === null
      ? statistics.whole
      : statistics.labels.find((one) => one.label === label && one.kind === "request")?.metrics;
  const isDoubted = judgement?.findings.some(({ kind }) => kind === "comparability") ?? false;
  return { state: "ready", rows: besideTrend(found ?? [], step), doubt: isDoubted ? DOUBT : null };
}

function besideTrend(found: readonly MetricStatistic[], step: TrendStep): LevelRow[] {
  return rowsOf(
    found.map((one) => (isStep(one, step) ? { ...one, before: step.before, after: step.after } : one)),
  );
}

/** The page has one number for the change that it is about: the trend's, which is of all runs of a long level. */
function isStep({ metric, interval }: MetricStatistic, step: TrendStep): boolean {
  if (metric !== step.metric || metric === "error-rate" || interval === null) return false;
  const ratio = step.after / step.before;
  return ratio >= interval.low && ratio <= (interval.high ?? Number.POSITIVE_INFINITY);
}

/** Which of the runs differ shows where single ones are compared. */
const DOUBT = "Some of these runs also differ in their load, length, tool or environment.";

function rowsOf(found: readonly MetricStatistic[]): LevelRow[] {
  const throughput = found.find(({ metric }) => metric === "throughput");
  return found
    .filter(({ metric, before }) => metric !== "items" || before !== (throughput?.before ?? null))
    .flatMap(rowOf);
}

function rowOf(found: MetricStatistic): LevelRow[] {
  const { metric, before, after, interval, reason } = found;
  if (before === null || after === null) return [];
  const change = changeOf(metric, before, after);
  const [from, to] = printedFigures(metric, [before, after], 0);
  const { words } = ratioReading(metric);
  const said = changeWords(metric, change);
  return [
    {
      metric,
      name: metricName(metric),
      before: withMetricUnit(metric, from ?? figureText(metric, before)),
      after: withMetricUnit(metric, to ?? figureText(metric, after)),
      percent: said === null || said.percent === "" ? null : said.percent,
      times: said?.times ?? null,
      interval: interval === null ? null : intervalWords(metric, interval),
      state: toldState(found),
      words,
      reason,
    },
  ];
}

/** "26 runs, 1 to 31", or how many of them are pooled. */
export function levelRunsWords({ ids, total, from, to }: LevelRuns): string {
  const span = from === to ? `run ${from}` : `${from} to ${to}`;
  if (ids.length < total) return `${ids.length} of ${plural(total, "run")}, ${span}`;
  return from === to ? span : `${plural(total, "run")}, ${span}`;
}
