import type { MetricRow, MetricStatistic, RunComparison } from "@headroom/contract";
import { isUnseen } from "@headroom/core";
import type { FigureId, ComparisonVerdict } from "@headroom/core";
import { plural } from "@headroom/core/format";
import { formatRoughPercent } from "@headroom/ui";
import { judgedRange } from "../run/judged-range.ts";
import { missedClauses } from "../run/prepare-sentence.ts";
import { figureText, figureWithUnit, metricName } from "./figure-words.ts";
import { onlyQuoted, quotedRuns } from "./prepare-comparability.ts";
import type { RunCard } from "./prepare-runs.ts";
import { wholeStatistic } from "./statistics-by-run.ts";
import type { StatisticsByRun } from "./statistics-by-run.ts";
import { hiddenChanges, trendWords } from "./trend-words.ts";
import { untestedWords } from "./untested-words.ts";

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
  if (others.length > 1) return { ...countedWords(before, others, input), figures: "" };
  const at = cards.indexOf(after);
  const { lead, rest } = pairWords(before, after, input);
  const pair = statistics.get(after.id);
  const trend = pair === undefined || pair === "failed" ? "" : trendWords(hiddenChanges(pair));
  return { lead, rest: joined(trend, rest), figures: figuresWords(comparison, at, after.letter) };
}

function joined(...sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

function pairWords(before: RunCard, after: RunCard, input: SentenceInput) {
  const { comparison, statistics } = input;
  const pair = statistics.get(after.id);
  const [a, b] = [before.letter, after.letter];
  const holds = HOLDS[after.verdict](b);
  if (onlyQuoted(comparison.comparability))
    return { lead: `${b} compared with ${a}, as quoted.`, rest: holds };
  if (pair === undefined)
    return { lead: `${b} compared with ${a}.`, rest: "Checking whether the difference is more than noise." };
  if (pair === "failed") return { lead: `${b} compared with ${a}.`, rest: "The noise couldn't be computed." };
  const unseen = unseenWords(before, after, input);
  if (unseen !== null && (pair.verdict === "improved" || pair.verdict === "no-detectable-change"))
    return { lead: unseen[pair.verdict], rest: "Part of it wasn't compared, and a slowdown can hide there." };
  const words: Record<ComparisonVerdict, { lead: string; rest: string }> = {
    improved: { lead: `${b} improved on ${a}.`, rest: holds },
    regressed: { lead: `${b} regressed from ${a}.`, rest: holds },
    differs: { lead: `${b} differs from ${a} in these two runs.`, rest: settleWords(statistics, after.id) },
    "no-detectable-change": {
      lead:
        hiddenChanges(pair).length === 0
          ? `No detectable change from ${a} to ${b}.`
          : `${a} and ${b} alone show no change.`,
      rest: unchangedWords(wholeStatistic(statistics, after.id, "p99")) ?? holds,
    },
    "not-tested": {
      lead: `${b} compared with ${a}, without a test.`,
      rest: untestedPair(before, after, input),
    },
    "not-comparable": { lead: `${a} and ${b} are not comparable.`, rest: vetoWords(comparison) },
  };
  return words[pair.verdict];
}

/** Null: everything that the reference has was compared. */
function unseenWords({ letter: a }: RunCard, { letter: b }: RunCard, { comparison }: SentenceInput) {
  if (!comparison.comparability.some(({ differences }) => differences.some(isUnseen))) return null;
  return {
    improved: `${b} improved on ${a}, as far as they were compared.`,
    "no-detectable-change": `No detectable change from ${a} to ${b}, as far as they were compared.`,
  };
}

const HOLDS: Record<RunCard["verdict"], (letter: string) => string> = {
  met: (letter) => `${letter} holds.`,
  missed: (letter) => `${letter} does not hold.`,
  unsure: (letter) => `${letter} has an unsure verdict.`,
  "no-baseline": (letter) => `${letter} had no baseline yet.`,
  untargeted: (letter) => `${letter} has no targets.`,
};

/** One run a side cannot tell a change from scatter; more runs can. */
function settleWords(statistics: StatisticsByRun, runId: string): string {
  const pair = statistics.get(runId);
  if (pair === undefined || pair === "failed") return "";
  const usual = pair.whole.find((one) => one.verdict === "differs" && one.usual);
  if (usual !== undefined) return `${metricName(usual.metric)}: ${usual.reason}`;
  const runs = pair.whole.flatMap(({ verdict, runsToSettle }) =>
    verdict === "differs" && runsToSettle !== null ? [runsToSettle] : [],
  );
  if (runs.length === 0) return "More runs on each side would settle whether the system changed.";
  const most = Math.max(...runs);
  return most === 1
    ? "One run on each side would settle whether the system changed."
    : `${most} runs on each side would settle whether the system changed.`;
}

/** What would have been detected, so that no change isn't taken for more than it is. */
function unchangedWords(p99: MetricStatistic | null): string | null {
  if (p99 === null) return null;
  if (p99.verdict === "not-tested") return `p99 wasn't tested. ${p99.reason}`;
  if (p99.usual) return `p99: ${p99.reason}`;
  if (p99.smallestDetectable === null) return null;
  return `Only a p99 change of ${formatRoughPercent(p99.smallestDetectable)} or more would have been detected.`;
}

function untestedPair(
  before: RunCard,
  after: RunCard,
  { comparison: { whole }, cards, statistics }: SentenceInput,
): string {
  const pair = statistics.get(after.id);
  return untestedWords({
    rows: whole,
    sides: [before, after].map((card) => ({ at: cards.indexOf(card), letter: card.letter })),
    pair: pair === undefined || pair === "failed" ? null : pair,
  });
}

function vetoWords({ comparability }: RunComparison): string {
  const differences = comparability.flatMap((pair) => pair.differences);
  return differences.find(({ severity }) => severity === "veto")?.words ?? "";
}

function countedWords(before: RunCard, others: readonly RunCard[], input: SentenceInput) {
  const { comparison, cards, statistics } = input;
  const quoted = quotedRuns(comparison.comparability);
  const tested = others.filter((card) => !quoted.has(cards.indexOf(card)));
  const verdicts = tested.map(({ id }) => statistics.get(id));
  const known = verdicts.flatMap((one) => (one === undefined || one === "failed" ? [] : [one.verdict]));
  const open = verdicts.filter((one) => one === undefined).length;
  const failed = verdicts.filter((one) => one === "failed").length;
  const lead = `${others.length} runs compared with ${before.letter}`;
  if (tested.length === 0)
    return {
      lead: `${lead}, as quoted.`,
      rest:
        others.length > MOST_EXPLAINED
          ? ""
          : others.map((card) => HOLDS[card.verdict](card.letter)).join(" "),
    };
  const rest = [
    ...(open === 0 ? [] : [`Checking whether ${plural(open, "differs", "differ")} by more than noise.`]),
    ...(failed === 0 ? [] : [`The noise couldn't be computed for ${failed}.`]),
    ...trendOfSome(before, tested, statistics),
    ...untestedAmong(before, tested, input),
  ].join(" ");
  const counted = COUNTED.flatMap(({ verdict, one, many }) => {
    const count = known.filter((other) => other === verdict).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  const parts = quoted.size === 0 ? counted : [...counted, `${others.length - tested.length} as quoted`];
  if (parts.length === 0) return { lead: `${lead}.`, rest };
  return { lead: `${lead}: ${parts.join(", ")}.`, rest };
}

const MOST_EXPLAINED = 2;

/** "C: there is no time series, so the noise is unknown." */
function untestedAmong(before: RunCard, others: readonly RunCard[], input: SentenceInput): string[] {
  const untested = others.filter(({ id }) => {
    const pair = input.statistics.get(id);
    return pair !== undefined && pair !== "failed" && pair.verdict === "not-tested";
  });
  return untested
    .slice(0, MOST_EXPLAINED)
    .map((card) => `${card.letter} wasn't tested: ${untestedPair(before, card, input)}`);
}

/** "The trend shows a change of p99 between A and C that these runs alone don't." */
function trendOfSome(before: RunCard, others: readonly RunCard[], statistics: StatisticsByRun): string[] {
  for (const { id, letter } of others) {
    const pair = statistics.get(id);
    const [hidden] = pair === undefined || pair === "failed" ? [] : hiddenChanges(pair);
    if (hidden === undefined) continue;
    const name = metricName(hidden.metric).toLowerCase();
    return [
      `The trend shows a change of ${name} between ${before.letter} and ${letter} that these runs alone don't.`,
    ];
  }
  return [];
}

const COUNTED: readonly { verdict: ComparisonVerdict; one: string; many: string }[] = [
  { verdict: "regressed", one: "regressed", many: "regressed" },
  { verdict: "differs", one: "differs in these runs", many: "differ in these runs" },
  { verdict: "improved", one: "improved", many: "improved" },
  {
    verdict: "no-detectable-change",
    one: "without a detectable change",
    many: "without a detectable change",
  },
  { verdict: "not-tested", one: "not tested", many: "not tested" },
  { verdict: "not-comparable", one: "not comparable", many: "not comparable" },
];

const TOLD: readonly FigureId[] = ["throughput", "p99"];

interface Went {
  /** Whether it reads as a change: two figures that look the same have none. */
  way: Way;
  name: string;
  before: string;
  after: string;
  /** " (2.87x)"; empty where there is no ratio. */
  times: string;
}

/** "Throughput went from 14,010 to 40,269 req/s (2.87x), p99 from 1,400 to 240 ms (5.83x faster)." */
function figuresWords({ whole, reference, runs }: RunComparison, at: number, letter: string): string {
  const rows = whole.filter(({ metric }) => TOLD.includes(metric));
  const [first, second] = rows.flatMap((row) => wentOf(row, reference, at));
  const went =
    first === undefined
      ? ""
      : second === undefined
        ? ONE_WENT[first.way](first)
        : BOTH_WENT[`${first.way}-${second.way}`](first, second);
  return joined(went, errorWords(whole, reference, at), missedWords(letter, runs[at]));
}

/** Of all requests. Fewer errors more or less don't belong above everything else. */
const ERRORS_TOLD = 0.001;

/** Latencies and throughput that stay as they are say nothing when half of the requests fail. */
function errorWords(whole: RunComparison["whole"], reference: number, at: number): string {
  const row = whole.find(({ metric }) => metric === "error-rate");
  if (row === undefined || Math.abs(row.changes[at]?.absolute ?? 0) < ERRORS_TOLD) return "";
  const [went] = wentOf(row, reference, at);
  return went === undefined ? "" : ONE_WENT[went.way]({ ...went, times: "" });
}

/** Every missed target, whatever its metric: "B misses 2 targets: p99 240 ms (target 200 ms), 0.9% errors (limit 0.2%)." */
function missedWords(letter: string, run: RunComparison["runs"][number] | undefined): string {
  if (run === undefined) return "";
  const { targets, summary } = run;
  const judged = { summary, steady: { summary } };
  const missed = missedClauses(targets.map((one) => ({ ...one, range: judgedRange(one, judged) })));
  if (missed === null) return "";
  return `${letter} misses ${missed.count === 1 ? "a target" : `${missed.count} targets`}: ${missed.words}.`;
}

type Way = "moved" | "same";

const ONE_WENT: Record<Way, (went: Went) => string> = {
  moved: ({ name, before, after, times }) => `${name} went from ${before} to ${after}${times}.`,
  same: ({ name, after }) => `${name} stayed at ${after}.`,
};

const BOTH_WENT: Record<`${Way}-${Way}`, (first: Went, second: Went) => string> = {
  "moved-moved": (a, b) =>
    `${a.name} went from ${a.before} to ${a.after}${a.times}, ${b.name} from ${b.before} to ${b.after}${b.times}.`,
  "moved-same": (a, b) =>
    `${a.name} went from ${a.before} to ${a.after}${a.times}, and ${b.name} stayed at ${b.after}.`,
  "same-moved": (a, b) =>
    `${a.name} stayed at ${a.after}, and ${b.name} went from ${b.before} to ${b.after}${b.times}.`,
  "same-same": (a, b) => `${a.name} stayed at ${a.after} and ${b.name} at ${b.after}.`,
};

function wentOf({ metric, values, changes }: MetricRow, reference: number, at: number): Went[] {
  const [before, after, change] = [values[reference] ?? null, values[at] ?? null, changes[at] ?? null];
  if (before === null || after === null || change === null) return [];
  return [
    {
      way: figureText(metric, before) === figureText(metric, after) ? "same" : "moved",
      name: metricName(metric),
      before: figureText(metric, before),
      after: figureWithUnit(metric, after),
      times: change.words === null ? "" : ` (${change.words.times})`,
    },
  ];
}
