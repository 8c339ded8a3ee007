import type { ComparisonStatistics, MetricRow, RoundsComparison, RoundsRow } from "@headroom/contract";
import { FIGURES } from "@headroom/core";
import type { FigureId, Verdict } from "@headroom/core";
import type { ChangeState, VerdictState } from "@headroom/ui";
import type { IntervalInput, MapInput } from "@headroom/ui/charts";
import { changeWords, detectableWords, figureText, intervalWords } from "./figure-words.ts";
import { onlyQuoted } from "./prepare-comparability.ts";
import { changeInterval, stateOfVerdict, statisticsByRun, wholeStatistic } from "./statistics-by-run.ts";
import type { StatisticsByRun } from "./statistics-by-run.ts";
import { targetLines } from "./target-lines.ts";

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
  verdict: ChangeState | null;
  /** Both are summaries: their figures stand as quoted, and no verdict can. */
  quoted: boolean;
  /** Why there is no verdict. */
  without: string;
  target: { state: VerdictState; word: string | null };
  /** Vetoes and warnings of the pair, one sentence each. */
  differences: readonly string[];
}

interface RoundsModel {
  sentence: { lead: string; rest: string };
  rows: readonly RoundsTableRow[];
  map: MapInput | null;
  intervals: IntervalInput;
  /** Either end of each pair, for its statistics. */
  pairs: readonly { before: string[]; after: string[] }[];
}

export function prepareRounds(
  { rows }: RoundsComparison,
  answer: ComparisonStatistics | undefined,
): RoundsModel {
  const statistics = statisticsByRun(answer);
  return {
    sentence: sentenceOf(rows, statistics),
    rows: rows.map((row) => tableRow(row, statistics)),
    map: mapOf(rows),
    intervals: intervalsOf(rows, statistics),
    pairs: pairsOf(rows),
  };
}

export function pairsOf(rows: readonly RoundsRow[]): { before: string[]; after: string[] }[] {
  return rows.flatMap(({ before, after }) =>
    before === null || after === null ? [] : [{ before: [before.id], after: [after.id] }],
  );
}

/** "All 3 pairs improved. 2 hold, 1 does not hold. 2 experiments have no pair yet." */
function sentenceOf(rows: readonly RoundsRow[], statistics: StatisticsByRun): RoundsModel["sentence"] {
  const pairs = rows.filter(({ state }) => state === "pair");
  const alone = aloneWords(rows.length - pairs.length);
  const [only] = pairs;
  if (only === undefined) return { lead: "No experiment has run in both rounds.", rest: alone.join(" ") };
  const better = pairs.filter((row) => betterOf(row, statistics)).length;
  if (pairs.length === 1) {
    const holds = HOLDS[only.after?.verdict ?? "untargeted"];
    return {
      lead: better === 1 ? "The only pair improved." : "The only pair did not improve.",
      rest: [holds, ...alone].join(" "),
    };
  }
  return { lead: betterWords(better, pairs.length), rest: [holdWords(pairs), ...alone].join(" ") };
}

const HOLDS: Record<Verdict | "untargeted", string> = {
  met: "It holds.",
  missed: "It does not hold.",
  unsure: "It has an unsure verdict.",
  untargeted: "It has no targets.",
};

function betterWords(better: number, pairs: number): string {
  if (better === pairs) return `All ${pairs} pairs improved.`;
  return better === 0 ? `None of ${pairs} pairs improved.` : `${better} of ${pairs} pairs improved.`;
}

function holdWords(pairs: readonly RoundsRow[]): string {
  const counted = HELD.map((words) => ({
    ...words,
    count: pairs.filter(({ after }) => (after?.verdict ?? "untargeted") === words.verdict).length,
  })).filter(({ count }) => count > 0);
  const [only] = counted;
  if (only !== undefined && counted.length === 1) return only.all;
  return `${counted.map(({ count, one, many }) => `${count} ${count === 1 ? one : many}`).join(", ")}.`;
}

/** How the second runs of several pairs did, and what to say if all of them did the same. */
const HELD: readonly { verdict: Verdict | "untargeted"; one: string; many: string; all: string }[] = [
  { verdict: "met", one: "holds", many: "hold", all: "All hold." },
  { verdict: "missed", one: "does not hold", many: "do not hold", all: "None holds." },
  {
    verdict: "unsure",
    one: "has an unsure verdict",
    many: "have unsure verdicts",
    all: "All verdicts are unsure.",
  },
  { verdict: "untargeted", one: "has no targets", many: "have no targets", all: "None has targets." },
];

function aloneWords(alone: number): string[] {
  if (alone === 0) return [];
  return [alone === 1 ? "1 experiment has no pair yet." : `${alone} experiments have no pair yet.`];
}

/** By its verdict where noise could be told; else by its figures, as quoted: none of the two got worse. */
function betterOf(row: RoundsRow, statistics: StatisticsByRun): boolean {
  const found = statistics.get(row.after?.id ?? "");
  if (found !== undefined && found !== "failed" && found.verdict !== "not-comparable")
    return found.verdict === "improved" || (found.verdict === "differs" && figuresBetter(row));
  return figuresBetter(row);
}

function figuresBetter(row: RoundsRow): boolean {
  const told = (["throughput", "p99"] as const).flatMap((metric) => {
    const direction = metricOf(row, metric)?.changes[1]?.direction ?? null;
    return direction === null || direction === "same" ? [] : [direction];
  });
  return told.length > 0 && told.every((direction) => direction === "better");
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

function tableRow(row: RoundsRow, statistics: StatisticsByRun): RoundsTableRow {
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
    verdict:
      state !== "pair"
        ? null
        : found === undefined
          ? "pending"
          : found === "failed"
            ? "not-comparable"
            : stateOfVerdict(found.verdict),
    quoted: comparability !== null && onlyQuoted([comparability]),
    without: WITHOUT[state],
    target: targetOf(row),
    differences: (comparability?.differences ?? [])
      .filter(({ kind, severity }) => severity !== "note" && kind !== "percentile-source")
      .map(({ words }) => words),
  };
}

function targetOf({ before, after }: RoundsRow): RoundsTableRow["target"] {
  if (after === null) return { state: "open", word: before === null ? null : "Not run in B" };
  if (after.verdict === null) return { state: "untargeted", word: null };
  return {
    state: after.verdict,
    word: after.verdict === "missed" && before?.verdict === "missed" ? "Still missed" : null,
  };
}

function figureOf(row: RoundsRow, metric: FigureId, statistics: StatisticsByRun): RoundsFigure {
  const found = metricOf(row, metric);
  const text = (at: number) => {
    const value = found?.values[at] ?? null;
    return value === null ? null : figureText(metric, value);
  };
  const change = found?.changes[1] ?? null;
  const noise = wholeStatistic(statistics, row.after?.id ?? "", metric);
  return {
    before: text(0),
    after: text(1),
    words: change === null ? null : changeWords(metric, change),
    interval: noise?.interval ? intervalWords(metric, noise.interval) : null,
    detectable:
      noise === null || noise.smallestDetectable === null ? null : detectableWords(noise.smallestDetectable),
  };
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
      const { better } = FIGURES[metric];
      return [{ key, name, ratio, better, ...changeInterval(statistics, id, metric) }];
    }),
  });
  const groups = [group("throughput", "Throughput"), group("p99", "p99")];
  return { groups: groups.filter((one) => one.rows.length > 0) };
}
