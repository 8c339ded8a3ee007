import type { RoundsRow } from "@headroom/contract";
import type { PairOutcome } from "@headroom/core";
import { plural } from "@headroom/core/format";
import { metricName } from "../view/figure-words.ts";
import { openBy } from "../view/pair-words.ts";
import type { Open } from "../view/pair-words.ts";
import { onlyQuoted } from "../pair/prepare-comparability.ts";
import { isSimulatedPair } from "../view/simulated-pairs.ts";
import { pairOutcome } from "../view/statistics-by-run.ts";
import type { KnownPair, StatisticsByRun } from "../view/statistics-by-run.ts";
import { hiddenChanges } from "../view/trend-words.ts";

export interface RoundsSentence {
  lead: string;
  rest: string;
}

/** "1 of 4 pairs regressed, 2 improved. 1 now misses its targets, 3 meet their targets. 1 experiment has no pair yet." */
export function roundsSentence(
  rows: readonly RoundsRow[],
  statistics: StatisticsByRun,
  failed = false,
): RoundsSentence {
  const pairs = rows.filter(({ state }) => state === "pair");
  const alone = aloneWords(rows.length - pairs.length);
  if (pairs.length === 0) return { lead: "No experiment has run in both rounds.", rest: alone };
  const quoted = pairs.filter(isQuotedPair);
  const measured = pairs.filter((pair) => !isQuotedPair(pair));
  const lead = measured.length === 0 ? quotedWords(quoted) : measuredWords(measured, statistics, failed);
  const beside = measured.length === 0 || quoted.length === 0 ? "" : quotedWords(quoted);
  const own = ownOutcomes(measured, statistics);
  const rest = [beside, own, targetWords(pairs), trendOf(measured, statistics), simulatedWords(pairs), alone];
  return { lead, rest: rest.filter((words) => words !== "").join(" ") };
}

/** What a simulator sent says nothing about users. */
function simulatedWords(pairs: readonly RoundsRow[]): string {
  const simulated = pairs.filter(
    ({ comparability }) => comparability !== null && isSimulatedPair(comparability),
  ).length;
  if (simulated === 0) return "";
  if (simulated === pairs.length) return "All of it is simulated.";
  return plural(simulated, "pair is simulated.", "pairs are simulated.");
}

/** Where the trend of an experiment shows a change between its two runs that they alone don't. */
function trendOf(pairs: readonly RoundsRow[], statistics: StatisticsByRun): string {
  const hidden = pairs.flatMap(({ experiment, after }) => {
    const found = statistics.get(after?.id ?? "");
    const [change] = found === undefined || found === "failed" ? [] : hiddenChanges(found);
    return change === undefined ? [] : [{ name: experiment.name, metric: metricName(change.metric) }];
  });
  const [first] = hidden;
  if (first === undefined) return "";
  return hidden.length === 1
    ? `The trend of ${first.name} shows a change of ${first.metric.toLowerCase()} that its two runs alone don't.`
    : `The trends of ${hidden.length} experiments show changes that their runs alone don't.`;
}

export function isQuotedPair({ comparability }: RoundsRow): boolean {
  return comparability !== null && onlyQuoted([comparability]);
}

export type Outcome =
  | "now-misses"
  | "still-misses"
  | "misses"
  | "unsure"
  | "now-meets"
  | "meets"
  | "untargeted";

/** What the second run of a pair says of its targets, and whether the first one said the same. */
export function outcomeOf({ before, after }: RoundsRow): Outcome {
  const [first, second] = [before?.verdict ?? null, after?.verdict ?? null];
  if (second === null) return "untargeted";
  if (second === "unsure") return "unsure";
  if (second === "met") return first === "missed" ? "now-meets" : "meets";
  if (first === null || first === "unsure") return "misses";
  return first === "met" ? "now-misses" : "still-misses";
}

/** Worst first. */
const OUTCOMES: readonly { outcome: Outcome; one: string; many: string; all: string; only: string }[] = [
  {
    outcome: "now-misses",
    one: "now misses its targets",
    many: "now miss their targets",
    all: "All now miss their targets.",
    only: "It now misses its targets.",
  },
  {
    outcome: "still-misses",
    one: "still misses its targets",
    many: "still miss their targets",
    all: "All still miss their targets.",
    only: "It still misses its targets.",
  },
  {
    outcome: "misses",
    one: "misses its targets",
    many: "miss their targets",
    all: "All miss their targets.",
    only: "It misses its targets.",
  },
  {
    outcome: "unsure",
    one: "has an unsure verdict",
    many: "have unsure verdicts",
    all: "All verdicts are unsure.",
    only: "Its verdict is unsure.",
  },
  {
    outcome: "now-meets",
    one: "now meets its targets",
    many: "now meet their targets",
    all: "All now meet their targets.",
    only: "It now meets its targets.",
  },
  {
    outcome: "meets",
    one: "meets its targets",
    many: "meet their targets",
    all: "All meet their targets.",
    only: "It meets its targets.",
  },
  {
    outcome: "untargeted",
    one: "has no targets",
    many: "have no targets",
    all: "None has targets.",
    only: "It has no targets.",
  },
];

function targetWords(pairs: readonly RoundsRow[]): string {
  const counted = OUTCOMES.map((words) => ({
    ...words,
    count: pairs.filter((pair) => outcomeOf(pair) === words.outcome).length,
  })).filter(({ count }) => count > 0);
  const [first] = counted;
  if (first !== undefined && counted.length === 1) return pairs.length === 1 ? first.only : first.all;
  return `${counted.map(({ count, one, many }) => `${count} ${count === 1 ? one : many}`).join(", ")}.`;
}

/** A run that got worse than its own baseline isn't all right because its round improved, or because its targets are met. */
function ownOutcomes(pairs: readonly RoundsRow[], statistics: StatisticsByRun): string {
  const worse = pairs.filter(
    ({ after }) => after?.outcome === "regressed" && pairOutcome(statistics.get(after.id)) !== "regressed",
  ).length;
  if (worse === 0) return "";
  if (pairs.length === 1) return "Its second run regressed from its own baseline.";
  return plural(
    worse,
    "second run regressed from its own baseline.",
    "second runs regressed from their own baselines.",
  );
}

/** Noise considered. While any pair is still being worked out, there is nothing to count. */
function measuredWords(pairs: readonly RoundsRow[], statistics: StatisticsByRun, failed: boolean): string {
  const found = pairs.map(({ after }) => statistics.get(after?.id ?? ""));
  if (found.includes(undefined)) {
    const words = pairs.length === 1 ? "the only pair" : `${pairs.length} pairs`;
    return failed ? `Couldn't compare ${words}.` : `Comparing ${words}.`;
  }
  const [only] = found;
  if (pairs.length === 1 && only !== undefined) return onlyWords(only);
  const outcomes = found.map(pairOutcome);
  const countOf = (one: PairOutcome) => outcomes.filter((other) => other === one).length;
  const [same, unsure, incomparable] = [countOf("no-change"), countOf("unsure"), countOf("not-comparable")];
  if (incomparable === pairs.length) return `None of ${pairs.length} pairs is comparable.`;
  const counts = COUNTED.map(({ outcome, one, many }) => {
    const count = countOf(outcome);
    return { count, words: count === 1 ? one : many };
  });
  const changed = countOf("regressed") + countOf("improved");
  // Beside pairs that changed, those that didn't aren't worth a word.
  if (changed > 0)
    return (
      countedWords(
        counts.filter((_, at) => COUNTED[at]?.outcome !== "no-change"),
        pairs.length,
      ) ?? ""
    );
  return unsure === 0 && same > 0
    ? unchangedPairs(same, pairs.length, incomparable)
    : (countedWords(counts, pairs.length) ?? "");
}

/** "No detectable change in 2 of 3 pairs, 1 is not comparable." */
function unchangedPairs(same: number, pairs: number, incomparable: number): string {
  const lead = `No detectable change in ${same === pairs ? "" : `${same} of `}${pairs} pairs`;
  const rest = incomparable === 0 ? "" : `, ${plural(incomparable, "is", "are")} not comparable`;
  return `${lead}${rest}.`;
}

interface Counted {
  count: number;
  words: string;
}

function onlyWords(pair: KnownPair | "failed"): string {
  if (pair === "failed") return "Unsure: the only pair couldn't be compared.";
  const { outcome } = pair.judgement;
  return outcome === "unsure" ? ONLY_OPEN[openBy(pair)?.why ?? "untested"] : ONLY[outcome];
}

const ONLY: Record<Exclude<PairOutcome, "unsure">, string> = {
  regressed: "The only pair regressed.",
  improved: "The only pair improved.",
  "no-change": "No detectable change in the only pair.",
  "not-comparable": "The only pair is not comparable.",
};

const ONLY_OPEN: Record<Open, string> = {
  load: "Unsure: it isn't certain that the load that the only pair holds changed.",
  differs: "Unsure: the only pair differs in its two runs.",
  "errors-untested": "Unsure: errors of the only pair couldn't be tested.",
  unseen: "Unsure: part of the only pair wasn't compared.",
  untested: "Unsure: the only pair wasn't tested.",
  noisy: "Unsure: a change of the only pair can hide in the noise.",
};

/** Worst first. */
const COUNTED: readonly { outcome: PairOutcome; one: string; many: string }[] = [
  { outcome: "regressed", one: "regressed", many: "regressed" },
  { outcome: "unsure", one: "is unsure", many: "are unsure" },
  { outcome: "improved", one: "improved", many: "improved" },
  { outcome: "no-change", one: "shows no change", many: "show no change" },
  { outcome: "not-comparable", one: "is not comparable", many: "are not comparable" },
];

/** "1 of 4 pairs regressed, 2 improved."; null if there is nothing to count. */
function countedWords(counts: readonly Counted[], pairs: number): string | null {
  const [first, ...others] = counts.filter(({ count }) => count > 0);
  if (first === undefined) return null;
  const lead = `${partOf(first.count, pairs)} ${first.words}`;
  return `${[lead, ...others.map(({ count, words }) => `${count} ${words}`)].join(", ")}.`;
}

function partOf(count: number, pairs: number): string {
  if (count < pairs) return `${count} of ${pairs} pairs`;
  return pairs === 2 ? "Both pairs" : `All ${pairs} pairs`;
}

/** Of summaries nothing is known but the figures: better or worse as they stand. */
function quotedWords(pairs: readonly RoundsRow[]): string {
  const worse = pairs.filter((pair) => directionsOf(pair).includes("worse")).length;
  const better = pairs.filter((pair) => isBetterThroughout(directionsOf(pair))).length;
  if (pairs.length === 1) {
    const words = worse === 1 ? "worse" : better === 1 ? "better" : "the same";
    return `By the tool's own figures, 1 pair is ${words}.`;
  }
  const counts = [
    { count: worse, words: worse === 1 ? "is worse" : "are worse" },
    { count: better, words: worse > 0 ? "better" : better === 1 ? "is better" : "are better" },
  ];
  const words = countedWords(counts, pairs.length) ?? `${partOf(pairs.length, pairs.length)} are the same.`;
  return `By the tools' own figures, ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}

function directionsOf({ metrics }: RoundsRow): string[] {
  return metrics
    .filter(({ metric }) => metric === "throughput" || metric === "p99")
    .flatMap(({ changes }) => {
      const direction = changes[1]?.direction ?? null;
      return direction === null || direction === "same" ? [] : [direction];
    });
}

function isBetterThroughout(directions: readonly string[]): boolean {
  return directions.length > 0 && directions.every((direction) => direction === "better");
}

function aloneWords(alone: number): string {
  if (alone === 0) return "";
  return plural(alone, "experiment has no pair yet.", "experiments have no pair yet.");
}
