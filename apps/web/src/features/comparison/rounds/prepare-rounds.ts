import type { ComparisonStatistics, MetricRow, RoundsComparison, RoundsRow } from "@headroom/contract";
import type { FigureId, PairOutcome } from "@headroom/core";
import type { PairState, VerdictState } from "@headroom/ui";
import type { IntervalInput, MapInput } from "@headroom/ui/charts";
import { changesAtMix, markedAtMix } from "../figures/changes-at-mix.ts";
import {
  changeWords,
  detectableWords,
  intervalWords,
  knownTexts,
  ratioReading,
} from "../view/figure-words.ts";
import { labelWords, openBy, openWords } from "../view/pair-words.ts";
import type { Open } from "../view/pair-words.ts";
import { isQuotedPair, outcomeOf, roundsSentence } from "./rounds-sentence.ts";
import type { Outcome, RoundsSentence } from "./rounds-sentence.ts";
import { isSimulatedPair } from "../view/simulated-pairs.ts";
import { changeInterval, pairOutcome, statisticsByRun, wholeStatistic } from "../view/statistics-by-run.ts";
import type { KnownPair, StatisticsByRun } from "../view/statistics-by-run.ts";
import { targetLines } from "../view/target-lines.ts";
import { untestedWords } from "../view/untested-words.ts";

export interface RoundsFigure {
  before: string | null;
  after: string | null;
  words: { times: string; percent: string } | null;
  /** Null: still being worked out, or nothing to work out. */
  interval: string | null;
  detectable: string | null;
}

export interface RoundsTableRow {
  id: string;
  name: string;
  group: string | null;
  /** Beside each other, of a pair. */
  href: string | null;
  throughput: RoundsFigure;
  p99: RoundsFigure;
  outcome: PairState | null;
  /** Both are summaries: their figures stand as quoted, and no verdict can. */
  quoted: boolean;
  /** Why there is no verdict. */
  without: string;
  /** A simulator sent the requests of both runs. */
  simulated: boolean;
  /** What the outcome rests on, where the figures beside it don't show it. */
  reason: string;
  target: { state: VerdictState; word: string | null };
  /** What people say was changed between the two, if that isn't the same in all rows. */
  changed: string | null;
  /** Vetoes and warnings of the pair, one sentence each. */
  differences: readonly string[];
}

interface RoundsModel {
  sentence: RoundsSentence;
  /** What was changed, if people say the same of each pair. */
  changed: string | null;
  rows: readonly RoundsTableRow[];
  map: MapInput | null;
  intervals: IntervalInput;
  /** Either end of each pair, for its statistics. */
  pairs: readonly { before: string[]; after: string[] }[];
}

export function prepareRounds(
  { rows: unordered }: RoundsComparison,
  answer: ComparisonStatistics | undefined,
  /** What the answer lacks couldn't be loaded. */
  failed = false,
): RoundsModel {
  const statistics = statisticsByRun(answer);
  const rows = unordered
    .toSorted((a, b) => rankOf(a, statistics) - rankOf(b, statistics))
    .map((row) => ({
      ...row,
      metrics: changesAtMix(row.metrics, [row.before?.id ?? null, row.after?.id ?? null], statistics),
    }));
  const [changed, ...others] = new Set(rows.flatMap(changedIn));
  const isCommon = others.length === 0;
  return {
    sentence: roundsSentence(rows, statistics, failed),
    changed: isCommon ? (changed ?? null) : null,
    rows: rows.map((row) => ({
      ...tableRow(row, statistics, failed),
      changed: isCommon ? null : (changedIn(row)[0] ?? null),
    })),
    map: mapOf(rows),
    intervals: intervalsOf(rows, statistics),
    pairs: pairsOf(rows),
  };
}

/** Of a pair; null: nothing is said to differ. */
function changedIn({ comparability }: RoundsRow): (string | null)[] {
  return comparability === null ? [] : [comparability.whatChanged?.words ?? null];
}

export function pairsOf(rows: readonly RoundsRow[]): { before: string[]; after: string[] }[] {
  return rows.flatMap(({ before, after }) =>
    before === null || after === null ? [] : [{ before: [before.id], after: [after.id] }],
  );
}

function metricOf({ metrics }: RoundsRow, metric: FigureId): MetricRow | null {
  return metrics.find((one) => one.metric === metric) ?? null;
}

const WITHOUT: Record<RoundsRow["state"], string> = {
  pair: "",
  "no-second-run": "No second run",
  "no-first-run": "No first run",
  "no-run": "No run",
};

function tableRow(
  row: RoundsRow,
  statistics: StatisticsByRun,
  failed: boolean,
): Omit<RoundsTableRow, "changed"> {
  const { experiment, state, before, after, comparability } = row;
  const found = statistics.get(after?.id ?? "");
  const figure = (metric: FigureId) => figureOf(row, metric, statistics);
  return {
    id: experiment.id,
    name: experiment.name,
    group: experiment.group,
    href: before === null || after === null ? null : `/comparisons?runs=${before.id},${after.id}`,
    throughput: figure("throughput"),
    p99: figure("p99"),
    outcome: state === "pair" ? shownOutcome(found, failed) : null,
    quoted: isQuotedPair(row),
    simulated: comparability !== null && isSimulatedPair(comparability),
    without: WITHOUT[state],
    reason: failed && found === undefined ? "Couldn't be loaded." : reasonOf(row, found),
    target: targetOf(row),
    differences: (comparability?.differences ?? [])
      .filter(({ kind, severity }) => severity !== "note" && kind !== "percentile-source")
      .map(({ words }) => words),
  };
}

function shownOutcome(found: KnownPair | "failed" | undefined, failed: boolean): PairState {
  return pairOutcome(found) ?? (failed ? "unsure" : "pending");
}

function reasonOf({ metrics }: RoundsRow, found: KnownPair | "failed" | undefined): string {
  if (found === undefined) return "";
  const sides = [
    { at: 0, name: "before" },
    { at: 1, name: "after" },
  ];
  const untested = untestedWords({ rows: metrics, sides, pair: found === "failed" ? null : found });
  if (found === "failed") return untested;
  const open = openBy(found);
  const ramp = found.judgement.findings.find(({ kind }) => kind === "ramp");
  if (ramp !== undefined) return `${ramp.about}: ${ramp.words}`;
  if (open === null) return found.judgement.outcome === "regressed" ? labelWords(found) : "";
  return `${OPEN[open.why]}${openWords(found, untested)}`;
}

const OPEN: Record<Open, string> = {
  load: "It isn't certain that the load they hold changed. ",
  differs: "They differ in these two runs. ",
  "errors-untested": "Errors couldn't be tested. ",
  unseen: "Part of it wasn't compared. ",
  untested: "",
  noisy: "",
};

const LAST = 5;
const BY_OUTCOME: Record<PairOutcome, number> = {
  regressed: 1,
  unsure: 2,
  "not-comparable": 2,
  "no-change": 3,
  improved: 4,
};

/** A target that broke is the first thing to see, then what surely got worse. Rows of one rank keep their order: worst change first. */
function rankOf(row: RoundsRow, statistics: StatisticsByRun): number {
  if (row.state !== "pair") return LAST;
  if (outcomeOf(row) === "now-misses") return 0;
  return BY_OUTCOME[pairOutcome(statistics.get(row.after?.id ?? "")) ?? "unsure"];
}

const TARGET_WORDS: Record<Outcome, string | null> = {
  "now-misses": "Now missed",
  "still-misses": "Still missed",
  misses: null,
  unsure: null,
  "now-meets": "Now met",
  meets: null,
  untargeted: null,
};

function targetOf(row: RoundsRow): RoundsTableRow["target"] {
  const { before, after } = row;
  if (after === null) return { state: "open", word: before === null ? null : "No run after" };
  if (after.verdict === null) return { state: "untargeted", word: null };
  return { state: after.verdict, word: TARGET_WORDS[outcomeOf(row)] };
}

function figureOf(row: RoundsRow, metric: FigureId, statistics: StatisticsByRun): RoundsFigure {
  const found = metricOf(row, metric);
  const change = found?.changes[1] ?? null;
  const noise = wholeStatistic(statistics, row.after?.id ?? "", metric);
  return {
    ...sidesOf(found),
    words: markedAtMix(change === null ? null : changeWords(metric, change), noise, "before"),
    interval: noise?.interval ? intervalWords(metric, noise.interval) : null,
    detectable:
      noise === null || noise.smallestDetectable === null ? null : detectableWords(noise.smallestDetectable),
  };
}

function sidesOf(found: MetricRow | null): Pick<RoundsFigure, "before" | "after"> {
  const [before = null, after = null] = found === null ? [] : knownTexts(found);
  return { before, after };
}

function mapOf(rows: readonly RoundsRow[]): MapInput | null {
  const place = (row: RoundsRow, at: number) => {
    const [throughput, latencyMillis] = [
      metricOf(row, "throughput")?.values[at] ?? null,
      metricOf(row, "p99")?.values[at] ?? null,
    ];
    return throughput === null || latencyMillis === null ? null : { throughput, latencyMillis };
  };
  const entries = rows.map((row) => ({
    key: row.experiment.id,
    name: row.experiment.name,
    a: place(row, 0),
    b: place(row, 1),
    holds: row.after?.verdict === "met" ? true : row.after?.verdict === "missed" ? false : null,
  }));
  if (entries.every(({ a, b }) => a === null && b === null)) return null;
  const runs = rows.flatMap(({ before, after }) => [before, after].filter((run) => run !== null));
  const only = (metric: FigureId) => {
    const lines = targetLines(runs, metric);
    return lines.length === 1 ? (lines[0]?.value ?? null) : null;
  };
  return {
    entries,
    percentile: "p99",
    target: { throughput: only("throughput"), latencyMillis: only("p99") },
  };
}

function intervalsOf(rows: readonly RoundsRow[], statistics: StatisticsByRun): IntervalInput {
  const group = (metric: FigureId, title: string) => ({
    key: metric,
    title,
    rows: rows.flatMap((row) => {
      const ratio = metricOf(row, metric)?.changes[1]?.times ?? null;
      const id = row.after?.id;
      if (ratio === null || id === undefined) return [];
      const { id: key, name } = row.experiment;
      return [{ key, name, ratio, ...ratioReading(metric), ...changeInterval(statistics, id, metric) }];
    }),
  });
  const groups = [group("throughput", "Throughput"), group("p99", "p99")];
  return {
    heads: { row: "Experiment", group: "Metric" },
    groups: groups.filter((one) => one.rows.length > 0),
  };
}
