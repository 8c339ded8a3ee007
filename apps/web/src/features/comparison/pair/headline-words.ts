import type { MetricStatistic, RunComparison } from "@headroom/contract";
import type { FigureId, PairOutcome } from "@headroom/core";
import { formatRoughPercent } from "@headroom/ui";
import { isNothing, metricName } from "../view/figure-words.ts";
import { ownWords } from "../view/own-words.ts";
import { labelWords, openBy, openWords } from "../view/pair-words.ts";
import type { Open } from "../view/pair-words.ts";
import { capital, sideName } from "../view/prepare-runs.ts";
import type { RunCard } from "../view/prepare-runs.ts";
import { wholeStatistic } from "../view/statistics-by-run.ts";
import type { KnownPair } from "../view/statistics-by-run.ts";
import { hiddenChanges } from "../view/trend-words.ts";
import { untestedWords } from "../view/untested-words.ts";
import { missedWords } from "./figures-words.ts";
import { onlyQuoted } from "./prepare-comparability.ts";
import type { SentenceInput } from "./sentence-input.ts";
import { figureName, headlineOf, roughChange, sizeWords } from "../view/size-words.ts";
import type { Change } from "../view/size-words.ts";

interface Pair {
  before: RunCard;
  after: RunCard;
  /** What is named of several latencies that changed. */
  latency: FigureId;
}

interface PairWords {
  lead: string;
  rest: string;
  /** What the second run says of itself. */
  own: string;
}

/** "Run 46 is slower than run 31: p99 +23% (18 to 28%)." The one sentence about a pair, wherever it is shown. */
export function pairWords(sides: Pair, input: SentenceInput): PairWords {
  const { comparison, statistics } = input;
  const { before, after } = sides;
  const pair = statistics.get(after.id);
  const [a, b] = [sideName(before), after.name];
  const own = (outcome: PairOutcome | null) =>
    ownWords(
      {
        ...after,
        called: after.name,
        missed: missedWords(after.name, comparison.runs[input.cards.indexOf(after)]),
      },
      outcome,
    );
  if (onlyQuoted(comparison.comparability))
    return {
      lead: `${capital(b)} compared with ${a}, as quoted${quotedSizes(sides, input)}.`,
      rest: "",
      own: own(null),
    };
  if (pair === undefined) {
    const rest = "Checking whether the difference is more than noise.";
    return {
      lead: `${capital(b)} compared with ${a}.`,
      rest,
      own: after.verdict === "missed" ? own(null) : "",
    };
  }
  if (pair === "failed") {
    const lead = `Unsure: ${b} couldn't be compared with ${a}.`;
    return { lead, rest: "The noise couldn't be computed.", own: "" };
  }
  const { outcome } = pair.judgement;
  return { own: "", ...WORDS[outcome]({ ...sides, a, b, pair, own: own(outcome) }, input) };
}

/** ": p99 −83%, throughput +187%". Nobody says whether that is more than noise, so there is no verb. */
function quotedSizes({ after, latency }: Pair, { comparison, cards }: SentenceInput): string {
  const at = cards.indexOf(after);
  const sizes = [latency, "throughput" as const].flatMap((metric) => {
    const times = comparison.whole.find((row) => row.metric === metric)?.changes[at]?.times ?? null;
    const size = times === null ? "" : roughChange(times - 1);
    return isNothing(size) ? [] : [`${figureName(metric)} ${size}`];
  });
  return sizes.length === 0 ? "" : `: ${sizes.join(", ")}`;
}

interface Said extends Pair {
  a: string;
  b: string;
  pair: KnownPair;
  own: string;
}

const WORDS: Record<
  PairOutcome,
  (said: Said, input: SentenceInput) => Partial<PairWords> & Pick<PairWords, "lead" | "rest">
> = {
  improved: (said) => ({ lead: changedWords(said, "better"), rest: "", own: said.own }),
  regressed: (said) => ({ lead: changedWords(said, "worse"), rest: moreLabels(said.pair), own: said.own }),
  unsure: ({ a, b, pair, before, after, own, latency }, input) => {
    const why = openBy(pair)?.why ?? "untested";
    const found = headlineOf(wholeChanges(pair, "unsure"), latency);
    const lead =
      why === "differs" && found !== undefined
        ? `Unsure: ${b} ${mayBe(found)} ${a}${sizeOf(found)}.`
        : `${OPEN[why](a, b)}.`;
    const rest = openWords(pair, untestedPair(before, after, input));
    return { lead, rest, own: after.verdict === "missed" ? own : "" };
  },
  "no-change": ({ a, b, pair, after, own, latency }, { statistics }) => {
    const isShown = hiddenChanges(pair).length === 0;
    const lead = isShown
      ? `No difference found between ${b} and ${a}.`
      : `${capital(b)} and ${a} alone show no difference.`;
    const unseen = unchangedWords(wholeStatistic(statistics, after.id, latency));
    const isWorse = after.outcome === "regressed" || after.verdict === "missed";
    return { lead, rest: unseen ?? "", own: isWorse || unseen === null ? own : "" };
  },
  "not-comparable": ({ a, b }, { comparison }) => ({
    lead: `${capital(b)} and ${a} aren't comparable.`,
    rest: vetoWords(comparison),
  }),
};

const OPEN: Record<Open, (a: string, b: string) => string> = {
  load: (a, b) => `Unsure: it isn't certain that ${b} holds another load than ${a}`,
  differs: (a, b) => `Unsure: ${b} differs from ${a}, which can be chance`,
  "errors-untested": (a, b) => `Unsure: errors of ${b} couldn't be tested against ${a}`,
  unseen: (a, b) => `Unsure: part of ${b} wasn't compared with ${a}`,
  untested: (a, b) => `Unsure: ${b} couldn't be tested against ${a}`,
  noisy: (a, b) => `Unsure: a change from ${a} to ${b} can hide in the noise`,
};

/** "may be slower than": of what is unsure, only what got worse counts. */
function mayBe({ metric }: Change): string {
  return verbOf(metric, "worse").replace(/^is /, "may be ").replace(/^has /, "may have ");
}

const EFFECTS = { better: "pass", worse: "fail" } as const;

/** "Run 46 is slower than run 31: p99 +23% (18 to 28%)." Of labels alone, it says so. */
function changedWords({ a, b, pair, latency }: Said, way: "better" | "worse"): string {
  const found = headlineOf(wholeChanges(pair, EFFECTS[way]), latency);
  if (found !== undefined) return `${capital(b)} ${verbOf(found.metric, way)} ${a}${sizeOf(found)}.`;
  const [label] = changesOf(pair, EFFECTS[way]);
  if (label === undefined) return `${capital(b)} is ${way} than ${a}.`;
  return `${capital(b)} ${verbOf(label.metric, way)} ${a} in part: ${label.about} ${sizeWords(label)}.`;
}

function sizeOf(change: Change): string {
  const size = sizeWords(change);
  return size === "" ? "" : `: ${figureName(change.metric)} ${size}`;
}

export function verbOf(metric: FigureId, way: "better" | "worse"): string {
  if (metric === "error-rate") return way === "worse" ? "has more errors than" : "has fewer errors than";
  return way === "worse" ? "is slower than" : "is faster than";
}

/** What decided about the whole run, the most important first. Of an improvement, what is listed as unchanged isn't one. */
function wholeChanges(pair: KnownPair, effect: Change["effect"]): Change[] {
  return changesOf(pair, effect).filter(({ label }) => label === null);
}

function changesOf({ judgement }: KnownPair, effect: Change["effect"]): Change[] {
  return judgement.findings.filter(
    (one): one is Change =>
      one.kind === "change" &&
      one.effect === effect &&
      one.metric !== null &&
      (effect !== "pass" || one.code === "improved"),
  );
}

/** The first label is in the headline. */
function moreLabels(pair: KnownPair): string {
  return wholeChanges(pair, "fail").length > 0 ? "" : labelWords(pair, 1);
}

/** What would have been detected, so that no change isn't taken for more than it is. */
function unchangedWords(found: MetricStatistic | null): string | null {
  if (found === null) return null;
  const name = metricName(found.metric);
  if (found.verdict === "not-tested") return `${name} wasn't tested. ${found.reason}`;
  if (found.usual) return `${name}: ${found.reason}`;
  if (found.smallestDetectable === null) return null;
  return `A ${figureName(found.metric)} change of ${formatRoughPercent(found.smallestDetectable)} would have shown.`;
}

export function untestedPair(
  before: RunCard,
  after: RunCard,
  { comparison: { whole }, cards, statistics }: SentenceInput,
): string {
  const pair = statistics.get(after.id);
  return untestedWords({
    rows: whole,
    sides: [before, after].map((card) => ({ at: cards.indexOf(card), name: sideName(card) })),
    pair: pair === undefined || pair === "failed" ? null : pair,
  });
}

function vetoWords({ comparability }: RunComparison): string {
  const differences = comparability.flatMap((pair) => pair.differences);
  return differences.find(({ severity }) => severity === "veto")?.words ?? "";
}
