import type { MetricRow, MetricStatistic, RunComparison } from "@headroom/contract";
import { figureText } from "@headroom/core";
import type { Change, FigureId, PairOutcome } from "@headroom/core";
import { plural } from "@headroom/core/format";
import { formatRoughPercent } from "@headroom/ui";
import { judgedRange } from "../run/judged-range.ts";
import { missedClauses } from "../run/prepare-sentence.ts";
import { ownFigureWords } from "./changes-at-mix.ts";
import { changeWords, knownTexts, metricName, withMetricUnit } from "./figure-words.ts";
import { ownWords } from "./own-words.ts";
import { labelWords, openBy, openWords } from "./pair-words.ts";
import type { Open } from "./pair-words.ts";
import { onlyQuoted, quotedRuns } from "./prepare-comparability.ts";
import { rampSentences } from "./prepare-ramps.ts";
import type { RunCard } from "./prepare-runs.ts";
import { pairOutcome, wholeStatistic } from "./statistics-by-run.ts";
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
  const ramps = rampSentences(comparison, cards);
  if (ramps.length > 0) return { lead, rest: joined(...ramps, ownOfRamp(after, rest)), figures: "" };
  const pair = statistics.get(after.id);
  const trend = pair === undefined || pair === "failed" ? "" : trendWords(hiddenChanges(pair));
  return { lead, rest: joined(trend, rest), figures: figuresWords(comparison, before, after, at) };
}

/** What would have been detected in the figures of the whole run says nothing of two ramps. */
function ownOfRamp({ letter }: RunCard, rest: string): string {
  return rest.startsWith(letter) || rest.startsWith("Checking") ? rest : "";
}

function joined(...sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

function pairWords(before: RunCard, after: RunCard, input: SentenceInput): { lead: string; rest: string } {
  const { comparison, statistics } = input;
  const pair = statistics.get(after.id);
  const [a, b] = [before.letter, after.letter];
  if (onlyQuoted(comparison.comparability))
    return { lead: `${b} compared with ${a}, as quoted.`, rest: ownWords(after, null) };
  if (pair === undefined)
    return { lead: `${b} compared with ${a}.`, rest: "Checking whether the difference is more than noise." };
  if (pair === "failed")
    return { lead: `Unsure: ${b} couldn't be compared with ${a}.`, rest: "The noise couldn't be computed." };
  const { outcome } = pair.judgement;
  const own = ownWords(after, outcome);
  const words: Record<PairOutcome, () => { lead: string; rest: string }> = {
    improved: () => ({ lead: `${b} improved on ${a}.`, rest: own }),
    regressed: () => ({ lead: `${b} regressed from ${a}.`, rest: joined(labelWords(pair), own) }),
    unsure: () => ({
      lead: OPEN[openBy(pair)?.why ?? "untested"](a, b),
      rest: openWords(pair, untestedPair(before, after, input)),
    }),
    "no-change": () => ({
      lead:
        hiddenChanges(pair).length === 0
          ? `No detectable change from ${a} to ${b}.`
          : `${a} and ${b} alone show no change.`,
      rest: joined(
        after.outcome === "regressed" ? own : "",
        unchangedWords(wholeStatistic(statistics, after.id, "p99")) ?? own,
      ),
    }),
    "not-comparable": () => ({
      lead: `${a} and ${b} are not comparable.`,
      rest: vetoWords(comparison),
    }),
  };
  return words[outcome]();
}

const OPEN: Record<Open, (a: string, b: string) => string> = {
  load: (a, b) => `Unsure: it isn't certain that ${b} holds another load than ${a}.`,
  differs: (a, b) => `Unsure: ${a} and ${b} differ in these two runs.`,
  "errors-untested": (a, b) => `Unsure: errors of ${b} couldn't be tested against ${a}.`,
  unseen: (a, b) => `Unsure: part of ${b} wasn't compared with ${a}.`,
  untested: (a, b) => `Unsure: ${b} compared with ${a}, without a test.`,
  noisy: (a, b) => `Unsure: a change from ${a} to ${b} can hide in the noise.`,
};

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
  const known = verdicts.map(pairOutcome);
  const open = verdicts.filter((one) => one === undefined).length;
  const failed = verdicts.filter((one) => one === "failed").length;
  const lead = `${others.length} runs compared with ${before.letter}`;
  if (tested.length === 0)
    return {
      lead: `${lead}, as quoted.`,
      rest: others.length > MOST_EXPLAINED ? "" : others.map((card) => ownWords(card, null)).join(" "),
    };
  const rest = [
    ...(open === 0 ? [] : [`Checking whether ${plural(open, "differs", "differ")} by more than noise.`]),
    ...(failed === 0 ? [] : [`The noise couldn't be computed for ${failed}.`]),
    ...trendOfSome(before, tested, statistics),
    ...untestedAmong(before, tested, input),
  ].join(" ");
  const counted = COUNTED.flatMap(({ outcome, words }) => {
    const count = known.filter((other) => other === outcome).length;
    return count === 0 ? [] : [`${count} ${words}`];
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
    return pair !== undefined && pair !== "failed" && openBy(pair)?.why === "untested";
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

/** Worst first. */
const COUNTED: readonly { outcome: PairOutcome; words: string }[] = [
  { outcome: "regressed", words: "regressed" },
  { outcome: "unsure", words: "unsure" },
  { outcome: "improved", words: "improved" },
  { outcome: "no-change", words: "without a detectable change" },
  { outcome: "not-comparable", words: "not comparable" },
];

const TOLD: readonly FigureId[] = ["throughput", "p99"];

interface Went {
  /** Whether it reads as a change: two figures that look the same have none. */
  way: Way;
  name: string;
  before: string;
  after: string;
  /** " (2.87x higher)"; empty where there is no ratio. */
  times: string;
}

/** "Throughput went from 14,010 to 40,269 req/s (2.87x higher), p99 from 1,400 to 240 ms (5.83x faster)." */
function figuresWords(
  { whole, reference, runs }: RunComparison,
  before: RunCard,
  after: RunCard,
  at: number,
): string {
  const rows = whole.filter(({ metric }) => TOLD.includes(metric));
  const [first, second] = rows.flatMap((row) => wentOf(row, reference, at));
  const went =
    first === undefined
      ? ""
      : second === undefined
        ? ONE_WENT[first.way](first)
        : BOTH_WENT[`${first.way}-${second.way}`](first, second);
  const own = rows.map((row) => ownFigureWords(row, at, { before: before.letter, after: after.letter }));
  return joined(went, ...own, errorWords(whole, reference, at), missedWords(after.letter, runs[at]));
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

/** "Error rate went from 4.8% to none." */
function errorsWent(
  { before, after }: Pick<Change, "before" | "after">,
  texts: readonly (string | null)[],
  { reference, at }: { reference: number; at: number },
): Went {
  const textOf = (value: number | null, text: string | null | undefined) =>
    value === 0 ? "none" : withMetricUnit("error-rate", text ?? "");
  const name = metricName("error-rate");
  return {
    way: "moved",
    name,
    before: textOf(before, texts[reference]),
    after: textOf(after, texts[at]),
    times: "",
  };
}

/** As they are compared, which isn't as measured where the plan sent another mix of labels. */
function wentOf(measured: MetricRow, reference: number, at: number): Went[] {
  const { metric, changes } = measured;
  const change = changes[at] ?? null;
  if (change === null || change.before === null || change.after === null) return [];
  const { before, after } = change;
  const row = { ...measured, values: measured.values.with(reference, before).with(at, after) };
  const texts = knownTexts(row);
  if (metric === "error-rate" && (before === 0) !== (after === 0))
    return [errorsWent(change, texts, { reference, at })];
  return [
    {
      way: figureText(metric, before) === figureText(metric, after) ? "same" : "moved",
      name: metricName(metric),
      before: texts[reference] ?? "",
      after: withMetricUnit(metric, texts[at] ?? ""),
      times: change.words === null ? "" : ` (${changeWords(metric, change)?.times})`,
    },
  ];
}
