import type { PairOutcome } from "@headroom/core";
import { plural } from "@headroom/core/format";
import { metricName } from "../view/figure-words.ts";
import { byTime, levelStart } from "../view/level-start.ts";
import { ownWords } from "../view/own-words.ts";
import { openBy } from "../view/pair-words.ts";
import { capital } from "../view/prepare-runs.ts";
import type { RunCard } from "../view/prepare-runs.ts";
import { pairOutcome } from "../view/statistics-by-run.ts";
import type { KnownPair, StatisticsByRun } from "../view/statistics-by-run.ts";
import { hiddenChanges } from "../view/trend-words.ts";
import { missedWords } from "./figures-words.ts";
import { untestedPair, verbOf, wholeChanges } from "./headline-words.ts";
import { quotedRuns } from "./prepare-comparability.ts";
import type { SentenceInput } from "./sentence-input.ts";
import { figureName, headlineOf, ownLatency, roughRange } from "../view/size-words.ts";
import type { Change } from "../view/size-words.ts";

/** "Both are slower than run 31: p99 +28% to +30%." Worst first; the others are counted after it. */
export function countedWords(before: RunCard, others: readonly RunCard[], input: SentenceInput) {
  const { comparison, cards, statistics } = input;
  const quoted = quotedRuns(comparison.comparability);
  const tested = others.filter((card) => !quoted.has(cards.indexOf(card)));
  const verdicts = tested.map(({ id }) => statistics.get(id));
  const open = verdicts.filter((one) => one === undefined).length;
  const failed = verdicts.filter((one) => one === "failed").length;
  if (tested.length === 0)
    return {
      lead: `${others.length} runs compared with ${before.name}, as quoted.`,
      rest: ownOf(others, input),
    };
  // A part of the answer would read like all of it.
  if (open > 0)
    return {
      lead: `${others.length} runs compared with ${before.name}.`,
      rest: `Checking whether ${plural(open, "run differs", "runs differ")} by more than noise.`,
    };
  const groups = OUTCOMES.flatMap((outcome) => {
    const runs = tested.filter(({ id }) => pairOutcome(statistics.get(id)) === outcome);
    return runs.length === 0 ? [] : [{ outcome, runs }];
  });
  const [worst, ...more] = groups;
  const rest = [
    ...(failed === 0 ? [] : [`The noise couldn't be computed for ${failed}.`]),
    ...(others.length < MANY
      ? trendOfSome(before, tested, statistics)
      : startWords(worst?.runs ?? [], input)),
    ...untestedAmong(before, tested, input),
  ];
  if (worst === undefined)
    return { lead: `${others.length} runs compared with ${before.name}.`, rest: rest.join(" ") };
  const counts = [
    ...more.map(({ outcome, runs }) => `${runs.length} ${COUNTED[outcome](runs.length === 1)}`),
    ...(quoted.size === 0 ? [] : [`${others.length - tested.length} as quoted`]),
  ];
  return {
    lead: `${shareWords(worst.runs, others)} ${changeOf(before, worst, input)}`,
    rest: [...(counts.length === 0 ? [] : [`${counts.join(", ")}.`]), ...rest].join(" "),
  };
}

/** Worst first. */
const OUTCOMES: readonly PairOutcome[] = ["regressed", "unsure", "improved", "no-change", "not-comparable"];

const COUNTED: Record<PairOutcome, (one: boolean) => string> = {
  regressed: (one) => (one ? "is worse" : "are worse"),
  unsure: (one) => (one ? "is unsure" : "are unsure"),
  improved: (one) => (one ? "is better" : "are better"),
  "no-change": (one) => (one ? "shows no difference" : "show no difference"),
  "not-comparable": (one) => (one ? "isn't comparable" : "aren't comparable"),
};

/** "Both", "All 4 runs", "2 of 4 runs", "Run 46". */
function shareWords(some: readonly RunCard[], others: readonly RunCard[]): string {
  const [only] = some;
  if (some.length < others.length)
    return some.length === 1 && only !== undefined
      ? capital(only.name)
      : `${some.length} of ${others.length} runs`;
  return some.length === 2 ? "Both" : `All ${some.length} runs`;
}

interface Group {
  outcome: PairOutcome;
  runs: readonly RunCard[];
}

function changeOf(before: RunCard, { outcome, runs }: Group, input: SentenceInput): string {
  const one = runs.length === 1;
  if (outcome !== "regressed" && outcome !== "improved")
    return `${COUNTED[outcome](one)}${WITH[outcome]}${before.name}.`;
  const way = outcome === "regressed" ? "worse" : "better";
  const found = runs.map((card) => headlineOfRun(card, way, input));
  const [first] = found;
  const metric = first?.metric;
  if (metric === undefined || found.some((other) => other?.metric !== metric))
    return `${one ? "is" : "are"} ${way} than ${before.name}${mostOf(found)}.`;
  const verb = one
    ? verbOf(metric, way)
    : verbOf(metric, way).replace(/^is /, "are ").replace(/^has /, "have ");
  const ratios = found.flatMap((other) => other?.ratio ?? []);
  const size =
    metric === "error-rate" || ratios.length < runs.length
      ? ""
      : `: ${figureName(metric)} ${roughRange(ratios)}`;
  return `${verb} ${before.name}${size}.`;
}

/** ": p99 +18% to +25% in 12 of them", where most of them changed in the same figure. */
function mostOf(found: readonly (Change | undefined)[]): string {
  const known = found.flatMap((change) => change ?? []);
  const [most] = [...Map.groupBy(known, ({ metric }) => metric)].toSorted(
    ([, some], [, others]) => others.length - some.length,
  );
  if (most === undefined) return "";
  const [metric, changes] = most;
  const ratios = changes.flatMap(({ ratio }) => ratio ?? []);
  return metric === "error-rate" || ratios.length * 2 <= found.length
    ? ""
    : `: ${figureName(metric)} ${roughRange(ratios)} in ${ratios.length} of them`;
}

const WITH: Record<Exclude<PairOutcome, "regressed" | "improved">, string> = {
  unsure: ", compared with ",
  "no-change": " from ",
  "not-comparable": " with ",
};

function headlineOfRun(
  card: RunCard,
  way: "better" | "worse",
  { comparison, cards, statistics }: SentenceInput,
) {
  const pair = statistics.get(card.id);
  const run = comparison.runs[cards.indexOf(card)];
  if (pair === undefined || pair === "failed" || run === undefined) return undefined;
  return headlineOf(wholeChanges(pair, way === "worse" ? "fail" : "pass"), ownLatency(run));
}

/** From so many runs besides the reference on, the page says where the change starts. */
const MANY = 5;

/** "The change starts at run 32, as the trend shows." Of runs that all changed, it started before them. */
function startWords(worst: readonly RunCard[], { comparison, cards, statistics }: SentenceInput): string[] {
  const [run] = comparison.runs;
  const start = run === undefined ? null : levelStart(cards, statistics, ownLatency(run));
  if (start === null || worst.length === 0) return [];
  const before = byTime(cards).slice(0, byTime(cards).indexOf(start.first));
  const earlier = before.filter(({ isReference }) => !isReference);
  const isClear = earlier.every(({ id }) => pairOutcome(statistics.get(id)) === "no-change");
  const isSaid = isClear && earlier.length > 0;
  return [
    `The change starts at run ${start.number}${isSaid ? `; the ${plural(earlier.length, "run")} before it ${earlier.length === 1 ? "shows" : "show"} none` : ""}.`,
  ];
}

const MOST_EXPLAINED = 2;

function ownOf(others: readonly RunCard[], { comparison, cards }: SentenceInput): string {
  if (others.length > MOST_EXPLAINED) return "";
  return others
    .map((card) => {
      const missed = missedWords(card.name, comparison.runs[cards.indexOf(card)]);
      return ownWords({ ...card, called: card.name, missed }, null);
    })
    .join(" ");
}

/** "Run 3 wasn't tested: there is no time series, so the noise is unknown." */
function untestedAmong(before: RunCard, others: readonly RunCard[], input: SentenceInput): string[] {
  const untested = others.filter(({ id }) => {
    const pair = input.statistics.get(id);
    return pair !== undefined && pair !== "failed" && openBy(pair)?.why === "untested";
  });
  return untested
    .slice(0, MOST_EXPLAINED)
    .map((card) => `${capital(card.name)} wasn't tested: ${untestedPair(before, card, input)}`);
}

/** "The trend shows a change of p99 between run 31 and run 46 that these runs alone don't." */
function trendOfSome(before: RunCard, others: readonly RunCard[], statistics: StatisticsByRun): string[] {
  for (const { id, name } of others) {
    const [hidden] = hiddenOf(statistics.get(id));
    if (hidden === undefined) continue;
    const figure = metricName(hidden.metric).toLowerCase();
    return [
      `The trend shows a change of ${figure} between ${before.name} and ${name} that these runs alone don't.`,
    ];
  }
  return [];
}

function hiddenOf(pair: KnownPair | "failed" | undefined) {
  return pair === undefined || pair === "failed" ? [] : hiddenChanges(pair);
}
