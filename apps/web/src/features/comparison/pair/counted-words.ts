import { FIGURES } from "@headroom/core";
import type { FigureId } from "@headroom/core";
import { plural } from "@headroom/core/format";
import type { ChangeState } from "@headroom/ui";
import { metricName } from "../view/figure-words.ts";
import { byTime, levelStart } from "../view/level-start.ts";
import { ownWords } from "../view/own-words.ts";
import { ownOf } from "../view/pair-sides.ts";
import { openBy } from "../view/pair-words.ts";
import { capital } from "../view/prepare-runs.ts";
import type { RunCard } from "../view/prepare-runs.ts";
import { pairOutcome, toldState, wholeStatistic } from "../view/statistics-by-run.ts";
import type { KnownPair, StatisticsByRun } from "../view/statistics-by-run.ts";
import { hiddenChanges } from "../view/trend-words.ts";
import { missedWords } from "./figures-words.ts";
import { untestedPair, verbOf } from "./headline-words.ts";
import { quotedRuns } from "./prepare-comparability.ts";
import type { SentenceInput } from "./sentence-input.ts";
import { figureName, roughRange } from "../view/size-words.ts";

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
      rest: ownOfSome(others, input),
    };
  // A part of the answer would read like all of it.
  if (open > 0)
    return {
      lead: `${others.length} runs compared with ${before.name}.`,
      rest: `Checking whether ${plural(open, "run differs", "runs differ")} by more than noise.`,
    };
  return testedWords({ before, others, tested, failed }, input);
}

interface TestedRuns {
  before: RunCard;
  others: readonly RunCard[];
  /** Those that aren't quoted. */
  tested: readonly RunCard[];
  failed: number;
}

function testedWords({ before, others, tested, failed }: TestedRuns, input: SentenceInput) {
  const { statistics } = input;
  const groups = GROUPS.flatMap((of) => {
    const runs = tested.filter((card) => groupOf(card, input) === of);
    return runs.length === 0 ? [] : [{ of, runs }];
  });
  const elsewhere = tested.filter(
    (card) => pairOutcome(statistics.get(card.id)) === "regressed" && groupOf(card, input) !== "regressed",
  );
  const [worst, ...more] = groups;
  // What surely got worse is said first, even if the shown figure didn't.
  const isElsewhere = elsewhere.length > 0 && worst?.of !== "regressed";
  const counts = countsOf(isElsewhere ? groups : more);
  const quoted = others.length - tested.length;
  if (quoted > 0) counts.push(`${quoted} as quoted`);
  const rest = [
    ...(counts.length === 0 ? [] : [`${counts.join(", ")}.`]),
    ...elsewhereWords(isElsewhere ? [] : elsewhere, statistics),
    ...failedWords(failed),
    ...(others.length < MANY
      ? trendOfSome(before, tested, statistics)
      : startWords(worst?.runs ?? [], input)),
    ...untestedAmong(before, tested, input),
  ].join(" ");
  if (isElsewhere) {
    const words = partsWords(elsewhere, ` than ${before.name}`, statistics);
    return { lead: `${shareWords(elsewhere, others)} ${words}.`, rest };
  }
  if (worst === undefined) return { lead: `${others.length} runs compared with ${before.name}.`, rest };
  return { lead: `${shareWords(worst.runs, others)} ${changeOf(before, worst, input)}`, rest };
}

function failedWords(failed: number): string[] {
  return failed === 0 ? [] : [`The noise couldn't be computed for ${failed}.`];
}

/** Their rows are counted already. */
function elsewhereWords(runs: readonly RunCard[], statistics: StatisticsByRun): string[] {
  return runs.length === 0 ? [] : [`${runs.length} of these ${partsWords(runs, "", statistics)}.`];
}

function countsOf(groups: readonly Group[]): string[] {
  return groups.map(({ of, runs }) => `${runs.length} ${COUNTED[of](runs.length === 1)}`);
}

/** What the row of a run shows, worst first. */
const GROUPS = [
  "regressed",
  "may-be-worse",
  "unsure",
  "noisy",
  "improved",
  "may-be-better",
  "no-change",
  "not-comparable",
] as const;
type GroupId = (typeof GROUPS)[number];

const GROUP_OF: Record<Exclude<ChangeState, "differs">, GroupId> = {
  regressed: "regressed",
  improved: "improved",
  same: "no-change",
  noisy: "noisy",
  "not-tested": "unsure",
  "not-comparable": "not-comparable",
  pending: "unsure",
};

/** By the figure in the rows: a reader who counts them gets the same numbers. */
function groupOf({ id }: RunCard, input: SentenceInput): GroupId {
  const { statistics } = input;
  const metric = metricOf(input);
  const outcome = pairOutcome(statistics.get(id)) ?? "unsure";
  const found = wholeStatistic(statistics, id, metric);
  if (found === null || outcome === "not-comparable") return outcome;
  const state = toldState(found);
  if (state !== "differs") return GROUP_OF[state];
  const rises = (found.ratio ?? 1) > 1;
  return rises === (FIGURES[metric].better === "higher") ? "may-be-better" : "may-be-worse";
}

function metricOf({ metric, comparison, cards }: SentenceInput): FigureId {
  return metric ?? ownOf(comparison, cards);
}

/** "is worse than run 20 in one label", "are worse in other figures" */
function partsWords(runs: readonly RunCard[], than: string, statistics: StatisticsByRun): string {
  const worse = `${runs.length === 1 ? "is" : "are"} worse${than} in`;
  const changes = runs.flatMap(({ id }) => {
    const pair = statistics.get(id);
    const findings = pair === undefined || pair === "failed" ? [] : pair.judgement.findings;
    return findings.filter(({ effect }) => effect === "fail");
  });
  const labels = new Set(changes.map(({ label }) => label));
  if (labels.has(null)) return `${worse} other figures`;
  return `${worse} ${labels.size === 1 ? "one label" : "labels"}`;
}

const COUNTED: Record<GroupId, (one: boolean) => string> = {
  regressed: (one) => (one ? "is worse" : "are worse"),
  "may-be-worse": () => "may be worse",
  unsure: (one) => (one ? "is unsure" : "are unsure"),
  noisy: (one) => (one ? "is too noisy to tell" : "are too noisy to tell"),
  improved: (one) => (one ? "is better" : "are better"),
  "may-be-better": () => "may be better",
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
  of: GroupId;
  runs: readonly RunCard[];
}

const WAYS: Partial<Record<GroupId, "worse" | "better">> = {
  regressed: "worse",
  "may-be-worse": "worse",
  improved: "better",
  "may-be-better": "better",
};

function changeOf(before: RunCard, { of, runs }: Group, input: SentenceInput): string {
  const one = runs.length === 1;
  const way = WAYS[of];
  if (way === undefined) return `${COUNTED[of](one)}${WITH[of] ?? " with "}${before.name}.`;
  const metric = metricOf(input);
  const ratios = runs.flatMap(({ id }) => wholeStatistic(input.statistics, id, metric)?.ratio ?? []);
  const size =
    metric === "error-rate" || ratios.length < runs.length
      ? ""
      : `: ${figureName(metric)} ${roughRange(ratios)}`;
  return `${verbFor(of, verbOf(metric, way), one)} ${before.name}${size}.`;
}

function verbFor(of: GroupId, verb: string, one: boolean): string {
  if (of.startsWith("may-be")) return verb.replace(/^is /, "may be ").replace(/^has /, "may have ");
  return one ? verb : verb.replace(/^is /, "are ").replace(/^has /, "have ");
}

const WITH: Partial<Record<GroupId, string>> = {
  unsure: ", compared with ",
  noisy: ", compared with ",
  "no-change": " from ",
};

/** From so many runs besides the reference on, the page says where the change starts. */
const MANY = 5;

/** "The change starts at run 32, as the trend shows." Of runs that all changed, it started before them. */
function startWords(worst: readonly RunCard[], input: SentenceInput): string[] {
  const { cards, statistics } = input;
  const start = levelStart(cards, statistics, metricOf(input));
  if (start === null || worst.length === 0) return [];
  const before = byTime(cards).slice(0, byTime(cards).indexOf(start.first));
  const earlier = before.filter(({ isReference }) => !isReference);
  const isClear = earlier.every((card) => groupOf(card, input) === "no-change");
  const isSaid = isClear && earlier.length > 0;
  return [
    `The change starts at run ${start.number}${isSaid ? `; the ${plural(earlier.length, "run")} before it ${earlier.length === 1 ? "shows" : "show"} none` : ""}.`,
  ];
}

const MOST_EXPLAINED = 2;

function ownOfSome(others: readonly RunCard[], { comparison, cards }: SentenceInput): string {
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

/** "The trend shows a change of p99 at run 32 that these runs alone don't." */
function trendOfSome(before: RunCard, others: readonly RunCard[], statistics: StatisticsByRun): string[] {
  for (const { id, name } of others) {
    const [hidden] = hiddenOf(statistics.get(id));
    if (hidden === undefined) continue;
    const figure = metricName(hidden.metric).toLowerCase();
    const [at, ...more] = hidden.runs;
    const where = at === undefined || more.length > 0 ? `between ${before.name} and ${name}` : `at run ${at}`;
    return [`The trend shows a change of ${figure} ${where} that these runs alone don't.`];
  }
  return [];
}

function hiddenOf(pair: KnownPair | "failed" | undefined) {
  return pair === undefined || pair === "failed" ? [] : hiddenChanges(pair);
}
