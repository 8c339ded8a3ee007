import type { MetricRow, RunComparison } from "@headroom/contract";
import type { ComparedMetric, ComparisonVerdict } from "@headroom/core";
import {
  changeWords,
  detectableWords,
  figureText,
  figureWithUnit,
  metricName,
  metricUnit,
} from "./figure-words.ts";
import { onlyQuoted } from "./prepare-comparability.ts";
import type { RunCard } from "./prepare-runs.ts";
import { wholeStatistic } from "./statistics-by-run.ts";
import type { StatisticsByRun } from "./statistics-by-run.ts";

export interface ComparisonSentence {
  lead: string;
  rest: string;
  /** The figures behind it, for a pair. */
  figures: string;
}

interface SentenceInput {
  comparison: RunComparison;
  cards: readonly RunCard[];
  statistics: StatisticsByRun;
}

/** What changed, in words: of a pair with its figures, of more runs counted. */
export function prepareSentence(input: SentenceInput): ComparisonSentence {
  const { comparison, cards, statistics } = input;
  const before = cards[comparison.reference];
  const others = cards.filter((card) => card !== before);
  const [after] = others;
  if (before === undefined || after === undefined)
    return { lead: "Nothing to compare.", rest: "", figures: "" };
  if (others.length > 1) return { ...countedWords(before, others, statistics), figures: "" };
  const at = cards.indexOf(after);
  return { ...pairWords(before, after, input), figures: figuresWords(comparison, at, after.letter) };
}

function pairWords(before: RunCard, after: RunCard, { comparison, statistics }: SentenceInput) {
  const pair = statistics.get(after.id);
  const [a, b] = [before.letter, after.letter];
  const holds = holdWords(after);
  if (onlyQuoted(comparison.comparability)) return { lead: `${b} beside ${a}, as quoted.`, rest: holds };
  if (pair === undefined)
    return { lead: `${b} beside ${a}.`, rest: "Whether it is more than noise is being worked out." };
  if (pair === "failed") return { lead: `${b} beside ${a}.`, rest: "The noise could not be worked out." };
  const detectable = wholeStatistic(statistics, after.id, "p99")?.smallestDetectable ?? null;
  const words: Record<ComparisonVerdict, { lead: string; rest: string }> = {
    improved: { lead: `${b} improved on ${a}.`, rest: holds },
    regressed: { lead: `${b} regressed from ${a}.`, rest: holds },
    differs: { lead: `${b} differs from ${a} in these two runs.`, rest: settleWords(statistics, after.id) },
    "no-detectable-change": {
      lead: `No detectable change from ${a} to ${b}.`,
      rest: detectable === null ? holds : `Of p99 this pair ${detectableWords(detectable)}.`,
    },
    "not-comparable": { lead: `${a} and ${b} are not comparable.`, rest: vetoWords(comparison) },
  };
  return words[pair.verdict];
}

function holdWords({ verdict }: RunCard): string {
  if (verdict === "met") return "It holds its targets.";
  if (verdict === "missed") return "It does not hold its targets.";
  return verdict === "unsure" ? "Whether it holds its targets is unsure." : "It has no targets.";
}

/** One run a side cannot tell a change from scatter; more runs can. */
function settleWords(statistics: StatisticsByRun, runId: string): string {
  const pair = statistics.get(runId);
  if (pair === undefined || pair === "failed") return "";
  const runs = pair.whole.flatMap(({ verdict, runsToSettle }) =>
    verdict === "differs" && runsToSettle !== null ? [runsToSettle] : [],
  );
  if (runs.length === 0) return "More runs of each would settle whether the system changed.";
  const most = Math.max(...runs);
  return `${most} ${most === 1 ? "run" : "runs"} of each would settle whether the system changed.`;
}

function vetoWords({ comparability }: RunComparison): string {
  const vetoes = comparability.flatMap(({ differences }) =>
    differences.filter(({ severity }) => severity === "veto"),
  );
  return vetoes[0]?.words ?? "What they measured is not alike enough.";
}

function countedWords(before: RunCard, others: readonly RunCard[], statistics: StatisticsByRun) {
  const verdicts = others.map(({ id }) => statistics.get(id));
  const known = verdicts.flatMap((one) => (one === undefined || one === "failed" ? [] : [one.verdict]));
  const lead = `${others.length} runs against ${before.letter}`;
  if (known.length === 0)
    return { lead: `${lead}.`, rest: "Whether they differ by more than noise is being worked out." };
  const parts = COUNTED.flatMap(({ verdict, words }) => {
    const count = known.filter((one) => one === verdict).length;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  const open = others.length - known.length;
  return { lead: `${lead}: ${parts.join(", ")}.`, rest: open === 0 ? "" : `${open} still being worked out.` };
}

const COUNTED: readonly { verdict: ComparisonVerdict; words: string }[] = [
  { verdict: "regressed", words: "regressed" },
  { verdict: "differs", words: "differ in these runs" },
  { verdict: "improved", words: "improved" },
  { verdict: "no-detectable-change", words: "without a detectable change" },
  { verdict: "not-comparable", words: "not comparable" },
];

const TOLD: readonly ComparedMetric[] = ["throughput", "p99"];

/** "Throughput went from 14,010 to 40,269 req/s (2.87x), p99 from 1,400 to 240 ms (5.83x faster)." */
function figuresWords({ whole, reference }: RunComparison, at: number, letter: string): string {
  const rows = whole.filter(({ metric }) => TOLD.includes(metric));
  const parts = rows.flatMap((row) => partOf(row, reference, at));
  if (parts.length === 0) return "";
  const [first = "", ...more] = parts;
  const short = rows.flatMap((row) => shortOf(row, at));
  const said = `${[first.replace(" from ", " went from "), ...more].join(", ")}.`;
  return short.length === 0 ? said : `${said} ${letter} is ${short.join(" and ")} short of its target.`;
}

function partOf({ metric, values, changes }: MetricRow, reference: number, at: number): string[] {
  const [before, after, change] = [values[reference] ?? null, values[at] ?? null, changes[at] ?? null];
  if (before === null || after === null || change === null) return [];
  const words = changeWords(metric, change);
  const times = words === null ? "" : ` (${words.times})`;
  return [
    `${metricName(metric)} from ${figureText(metric, before)} to ${figureWithUnit(metric, after)}${times}`,
  ];
}

function shortOf({ metric, targets, values }: MetricRow, at: number): string[] {
  const target = targets[at] ?? null;
  const value = values[at] ?? null;
  if (target === null || value === null || target.verdict !== "missed" || target.margin === null) return [];
  if (target.unit !== metricUnit(metric) && target.unit !== "/s") return [];
  return [figureWithUnit(metric, Math.abs(target.margin))];
}
