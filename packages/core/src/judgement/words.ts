import { figureText, figureWithUnit, printedChange, printedInterval } from "../comparison/printed-change.ts";
import { formatClock, formatLength, formatRoughPercent, formatTimes, plural } from "../format/index.ts";
import { cutWords } from "../phase/phase-sentences.ts";
import { FIGURES, figureName, isFigureId } from "../targets/figures.ts";
import { parseTarget } from "../targets/target.ts";
import { unitWords } from "../targets/metrics.ts";
import { rangeText } from "../verdict/verdict-unit.ts";
import { JUDGING_POLICY } from "./judgement.ts";
import { reasonWords } from "./reason.ts";
import type { Reason } from "./reason.ts";
import { REFERENCE_SENTENCES } from "./reference-sentences.ts";
import type {
  Finding,
  FindingKind,
  Judgement,
  NotJudgedReason,
  PairOutcome,
  RunOutcome,
} from "./judgement.ts";

/** As pills, titles and messages say it. */
export const RUN_OUTCOME_WORDS: Record<RunOutcome, string> = {
  misses: "Misses",
  regressed: "Regressed",
  unsure: "Unsure",
  holds: "Holds",
  "no-change": "No change",
  "not-judged": "Not judged",
};

/** Beside the outcome of a run whose other labels were left out when it was uploaded. */
export const SOME_LABELS_WORDS = { mark: "some labels", said: "some labels left out" } as const;

export const PAIR_OUTCOME_WORDS: Record<PairOutcome, string> = {
  regressed: "Regressed",
  improved: "Improved",
  "no-change": "No change",
  unsure: "Unsure",
  "not-comparable": "Not comparable",
};

export const NOT_JUDGED_WORDS: Record<NotJudgedReason, string> = {
  receiving: "It is still receiving results.",
  interrupted: "It was interrupted, so its results may be incomplete.",
  simulated: "A simulator sent its requests, or some of them.",
  "nothing-to-judge-by": "It has no targets, and there is no run to judge it against.",
};

/** "Not judged. A simulator sent its requests, or some of them." */
export function outcomeWords({ outcome, reason }: Pick<Judgement, "outcome" | "reason">): string {
  const words = `${RUN_OUTCOME_WORDS[outcome]}.`;
  return reason === null ? words : `${words} ${NOT_JUDGED_WORDS[reason]}`;
}

/** What a finding is about: a target as written, `p99 of "GET /search"`, or what was looked at. */
function findingSubject({ kind, metric, label }: Sayable): string {
  if ((kind === "target" || kind === "ramp") && metric !== null) return metric;
  if (kind !== "rise" && kind !== "trend" && metric !== null && isFigureId(metric)) {
    const name = figureName(metric);
    return label === null ? name : `${name} of "${label}"`;
  }
  if (kind === "label" || kind === "mix") return `label "${label ?? ""}"`;
  return SUBJECTS[kind];
}

const SUBJECTS: Record<FindingKind, string> = {
  target: "targets",
  change: "comparison",
  ramp: "knee",
  "run-state": "run",
  outage: "run",
  length: "run",
  codes: "status codes",
  rise: "latency",
  trend: "trend",
  reference: "baseline",
  comparability: "comparison",
  mix: "label",
  comparison: "comparison",
  detectable: "comparison",
  accept: "comparison",
  label: "label",
  "left-out": "run",
  pool: "run",
  generators: "run",
  warning: "run",
};

/** A finding as answers have it: with its subject and its sentences. */
export interface SaidFinding extends Omit<Finding, "reasons"> {
  about: string;
  words: string;
  /** What its reasons say; null: it has none. */
  evidence: string | null;
}

/** The sentences of findings, made from their fields. `warnings`: of the run. One that it no longer has isn't listed. */
export function sayFindings(
  findings: readonly Finding[],
  warnings: readonly { code: string; detail: string }[],
): SaidFinding[] {
  return findings.flatMap(({ reasons, ...finding }) => {
    const warning = finding.kind === "warning" ? warnings.find(({ code }) => code === finding.code) : null;
    if (warning === undefined) return [];
    const [weighted, others] = [reasons.filter(isAtMix), reasons.filter((one) => !isAtMix(one))];
    const evidence = warning?.detail ?? (others.length === 0 ? null : reasonWords(others));
    const said = { ...finding, evidence };
    const words = [findingWords(said), ...(weighted.length === 0 ? [] : [asSides(reasonWords(weighted))])];
    return [{ ...said, about: findingSubject(said), words: words.join(" ") }];
  });
}

/** What a figure is, and not why it counts. */
const isAtMix = ({ code }: Reason) => code === "at-mix";

/** What a sentence is made from. */
type Sayable = Omit<SaidFinding, "about" | "words">;

function findingWords(finding: Sayable): string {
  const words = WORDS[finding.kind](finding);
  const [run, ...more] = finding.runs ?? [];
  // A pooled figure says itself that it is one.
  return finding.kind !== "trend" && finding.effect === "fail" && run !== undefined && more.length === 0
    ? `Run #${run.number} of the same commit found it, so it stays. ${words}`
    : words;
}

const OF_COMMIT = /Run #\d+ of the same commit/g;

/** For people who don't see the other runs that it is about. */
export function withoutRuns<Said extends Omit<SaidFinding, "kind"> & { kind: string }>(finding: Said): Said {
  const { runs, limit, words, evidence } = finding;
  const kind: string = finding.kind;
  if (runs === null) return finding;
  const unnamed = (text: string) => text.replaceAll(OF_COMMIT, "Another run of the same commit");
  const hidden = {
    ...finding,
    runs: null,
    limit: kind === "pool" ? runs.length : limit,
    evidence: evidence === null ? null : unnamed(evidence),
  };
  const isTold = kind === "pool" || kind === "trend";
  return { ...hidden, words: isTold ? WORDS[kind]({ ...hidden, kind }) : unnamed(words) };
}

/** Why a difference counts, which several findings can have in common. */
export function findingWhy({
  kind,
  code,
  evidence,
}: Pick<SaidFinding, "code" | "evidence"> & { kind: string }): string | null {
  return kind === "change" && (code === "regressed" || code === "differs") ? evidence : null;
}

const WORDS: Record<FindingKind, (finding: Sayable) => string> = {
  target: targetWords,
  change: changeWords,
  ramp: rampFindingWords,
  "run-state": stateWords,
  outage: outageWords,
  length: lengthWords,
  codes: ({ evidence }) => evidence ?? "",
  rise: riseWords,
  trend: trendWords,
  reference: referenceWords,
  comparability: ({ code, evidence }) =>
    `${code === "veto" ? "Not comparable: " : ""}${asSides(evidence ?? "")}`,
  mix: ({ before, after }) =>
    `The plan changed its share of the requests: ${formatRoughPercent(before ?? 0)} before, ${formatRoughPercent(after ?? 0)} now. The load is open, so that isn't the service's doing.`,
  comparison: comparisonWords,
  detectable: detectableWords,
  accept: () => acceptWords("choose Accept change on the run's page, or use headroom accept"),
  label: ({ code }) =>
    code === "new"
      ? "New in this run, so it wasn't compared."
      : "Missing from this run, so it wasn't compared.",
  "left-out": leftOutWords,
  pool: poolWords,
  generators: ({ after, limit }) =>
    `There ${after === 1 ? "is" : "are"} ${plural(after ?? 0, "result file")}, and the workload has ${plural(limit ?? 0, "generator")}.`,
  warning: ({ evidence }) => evidence ?? "",
};

/** `how`: where it is read. */
export function acceptWords(how: string): string {
  return `Later runs are compared with the same baseline until one is as good. To accept the change now, ${how}.`;
}

/** A range whose low end is that many times below the figure says nothing. */
const VAGUE = 100;

function targetWords(finding: Sayable): string {
  const { code, evidence, effect } = finding;
  if (code === "no-baseline" && effect === "unsure")
    return "Not judged: it is relative to the experiment's baseline. Set one on the experiment's page.";
  return `${evidence ?? ""}${rangeWords(finding)}`;
}

/** Where a target is unsure, its reason says how far the figure may be off. */
function rangeWords({ code, metric, after, interval, unit }: Sayable): string {
  const high = interval?.high ?? null;
  if (code === "unsure" || after === null || interval === null || high === null) return "";
  // It is of the requests that were sent, and the figure takes those that weren't into account, too.
  if (after < interval.low || after > high || interval.low < after / VAGUE) return "";
  return ` The true value is likely between ${rangeText(interval.low, high, shownUnit(metric, unit ?? ""))}.`;
}

/** "req/s" for a target's "/s". */
function shownUnit(target: string | null, unit: string): string {
  const parsed = target === null ? null : parseTarget(target);
  return parsed?.ok === true ? unitWords({ metric: parsed.target.metric, unit }) : unit;
}

function changeWords(finding: Sayable): string {
  const { code, metric, evidence, interval } = finding;
  if (metric === null || !isFigureId(metric)) return "";
  if (code === "not-tested" || code === "not-comparable") return `Not compared. ${asSides(evidence ?? "")}`;
  // Only ranges are known, which its reason says.
  if (finding.before === null && finding.after === null) return evidence ?? "";
  const { before, after, size } = printedChange(metric, finding);
  const words = `${before} before, ${after} now${size === null ? "" : `, ${size}${intervalWords(interval)}`}.`;
  if (code !== "no-detectable-change") return capital(words);
  return `${isNoisy(finding) ? "Too noisy to show a change" : "No change detected"}: ${words}`;
}

function isNoisy({ interval, limit }: Sayable): boolean {
  return isVague(interval) || (limit ?? 0) > JUDGING_POLICY.detect;
}

function rampFindingWords({ code, evidence }: Sayable): string {
  const words = asSides(evidence ?? "");
  if (code === "no-detectable-change") return `No change detected: ${uncapital(words)}`;
  return code === "differs"
    ? `${words} Two runs of an unchanged service can be as far apart, so that isn't certain to be a change.`
    : words;
}

/** It may have doubled, or be half of it. */
function isVague(interval: Finding["interval"]): boolean {
  return interval !== null && (interval.high === null || interval.high > 2 || interval.low < 0.5);
}

/** " (95% interval +28.0% to +41.2%)" */
export function intervalWords(interval: Finding["interval"]): string {
  const words = changeInterval(interval);
  return words === null ? "" : ` (95% interval ${words})`;
}

/** "+28.0% to +41.2%"; null: nothing is known of it. Of errors in few bursts, neither end says anything. */
export function changeInterval(interval: Finding["interval"]): string | null {
  if (interval === null || (interval.high === null && interval.low < 1)) return null;
  return printedInterval(interval);
}

function outageWords({ code, before, after, ratio, limit, evidence }: Sayable): string {
  if (code !== "end" && code !== "stall" && code !== "partial-hang")
    return `${evidence ?? ""} Its figures don't show how the service normally performs.`;
  const what = code === "partial-hang" ? "Some users hung, and others went on," : "No request succeeded";
  const from = `${what} from ${formatClock(before ?? 0)}`;
  if (code === "end") return `${from} to the end of the run at ${formatClock(after ?? 0)}.`;
  const share = formatRoughPercent(ratio ?? 0);
  const unsent = plural(Number((limit ?? 0).toPrecision(2)), "request");
  return `${from} to ${formatClock(after ?? 0)}. About ${unsent} (${share}) were never sent because of that.`;
}

const LENGTHS: Readonly<Record<string, string>> = {
  upload: "its upload says that it takes",
  workload: "its experiment's workload takes",
  usual: "the five runs before it took about",
};

function lengthWords({ effect, code, after, limit }: Sayable): string {
  const [seconds, expected] = [after ?? 0, limit ?? 0].map((length) => formatLength(Math.round(length)));
  if (code === "default-branch")
    return `It took ${seconds}, and the five runs of the default branch before it took about ${expected}. If that isn't on purpose, it ended early.`;
  if (effect === "note") return `It covers the first ${seconds} of ${expected}, as its upload says.`;
  return `It ended after ${seconds}, and ${LENGTHS[code] ?? "it should have taken"} ${expected}.`;
}

function riseWords({ effect, code, metric, before, after, limit, ratio }: Sayable): string {
  if (metric === null || !isFigureId(metric)) return "";
  if (code === "unknown-load")
    return `${figureName(metric)} rises to ${formatTimes(ratio ?? 1)} its first value, and nothing shows the load. Was the load constant?`;
  const level = Number((limit ?? 0).toPrecision(3));
  const load = code === "users" ? plural(Math.round(level), "user") : `${rounded(level)} req/s`;
  const [from, to] = [figureText(metric, before ?? 0), figureWithUnit(metric, after ?? 0)];
  const end =
    effect === "unsure" ? " It meets its target over the whole time, and misses it at the end." : "";
  return `${figureName(metric)} rises from ${from} to ${to} while the load stays at ${load}.${end}`;
}

function trendWords({ code, metric, before, after, runs }: Sayable): string {
  if (metric === null || !isFigureId(metric)) return "";
  const { before: was, after: is, size } = printedChange(metric, { before, after });
  const [first] = runs ?? [];
  const when = first === undefined ? "for several runs" : `since run #${first.number}`;
  const since = `${figureName(metric)} has been worse ${when}`;
  const figures = `${was} before, ${is} since then${size === null ? "" : `, ${size}`}.`;
  if (code === "branch") return `On the default branch, ${since}: ${figures}`;
  // A percentile stays "p99".
  return `${/^p\d/.test(since) ? since : capital(since)}: ${figures}`;
}

function levelWords({ runs }: Sayable): string {
  const numbers = (runs ?? []).map(({ number }) => number).toSorted((a, b) => a - b);
  return `Compared with the level of ${plural(numbers.length, "good run")}${whichRuns(numbers)}.`;
}

/** More are not named one by one. */
const FEW_RUNS = 3;

/** Of a level, runs in between can be left out. */
function whichRuns(numbers: readonly number[]): string {
  const [first = 0, last = 0] = [numbers[0], numbers.at(-1)];
  if (numbers.length <= FEW_RUNS) return `, ${listed(numbers)}`;
  const isWhole = last - first === numbers.length - 1;
  return isWhole ? `, #${first} to #${last}` : ` between #${first} and #${last}`;
}

/** "#4", "#2, #4 and #9" */
function listed(numbers: readonly number[]): string {
  const names = numbers.map((number) => `#${number}`);
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : (names[0] ?? "");
}

function referenceWords(finding: Sayable): string {
  const { code, effect, evidence } = finding;
  const said = evidence ?? "";
  if (code === "level") return levelWords(finding);
  if (code === "doubtful") return `The baseline proves nothing. ${said} Choose another one.`;
  if (code === "offline") return said;
  if (code === "first") return firstWords(said === "" ? "No baseline yet." : said, effect);
  const why = asSides(said);
  return effect === "note" ? `Not compared, so only the targets count. ${why}` : `Not compared. ${why}`;
}

/** `why`: there is nothing to compare the run with. */
function firstWords(why: string, effect: Finding["effect"]): string {
  const clause = why.replace(/\.$/, "");
  if (effect === "note") return `${clause}, so only the targets count.`;
  return why === REFERENCE_SENTENCES["is-baseline"]()
    ? `${clause}, and no target counts without another one. Add a target.`
    : `${clause}, and no target counts without a baseline. Make this run the baseline, or add a target.`;
}

const COMPARISON_SAID: Readonly<Record<string, string>> = {
  "not-computed": "The comparison could not be computed.",
  "nothing-compared": "No metric could be compared.",
  hidden: "Its comparison with the baseline doesn't settle it.",
};

function comparisonWords({ code, after, limit }: Sayable): string {
  return COMPARISON_SAID[code] ?? COMPARISON_COUNTED[code]?.(after ?? 0, limit ?? 0) ?? "";
}

const COMPARISON_COUNTED: Readonly<Record<string, (count: number, limit: number) => string>> = {
  "too-few-runs": (count, needed) => {
    const few =
      count === 0
        ? "no earlier run shows"
        : `only ${plural(count, "earlier run")} ${count === 1 ? "shows" : "show"}`;
    return `Too few runs to compare: ${few} how much such runs vary, and it takes ${needed}.`;
  },
  compared: (count, untested) => {
    const rest = untested === 0 ? "" : ` ${untested} had too little data to compare.`;
    return `${plural(count, "metric")} of the run and its labels ${count === 1 ? "was" : "were"} compared.${rest}`;
  },
  labels: (compared, few) =>
    `${plural(compared, "label")} compared${few === 0 ? "" : `; ${few} had too few requests`}.`,
  "more-labels": (differ, close) =>
    `The totals of ${plural(differ, "rarer label")} differ. The ${close} that differ most were looked at closely.`,
};

function detectableWords({ code, metric, after, limit }: Sayable): string {
  if (code === "unseen" && metric !== null && isFigureId(metric))
    return `Only ${FIGURES[metric].better === "higher" ? "falls" : "changes"} above ${formatRoughPercent(limit ?? 0)} would have been seen.`;
  const least =
    after === null ? "" : ` Only changes above ${formatRoughPercent(after)} would have been seen.`;
  return `Too noisy to show a change of ${formatRoughPercent(limit ?? 0)} in p50, p95 or throughput.${least} Longer runs, or more of them, see more.`;
}

function leftOutWords({ before, after, limit }: Sayable): string {
  const length = (seconds: number | null) => formatLength(Math.round(seconds ?? 0));
  const coolDownSeconds = (limit ?? 0) - (after ?? 0) - (before ?? 0);
  const cuts = cutWords({ warmUpSeconds: before ?? 0, coolDownSeconds });
  const judged = `Only ${length(after)} of ${length(limit)} are judged`;
  return cuts === "" ? `${judged}.` : `${judged}: ${cuts} ${cuts.includes(" and ") ? "are" : "is"} left out.`;
}

function stateWords({ code, after, limit, evidence }: Sayable): string {
  const placed = "so its place among other runs is that of its upload.";
  if (code === "began-long-ago")
    return `Its times say that it began ${plural(Math.floor(after ?? 0), "day")} before its upload, ${placed} If it is from an archive, upload it with archive=true.`;
  if (code === "begins-later")
    return `Its times say that it began after its upload, ${placed} Check the clock of the load generator.`;
  if (code === "sent-again") return evidence ?? "";
  if (code === "same-samples") return `${evidence ?? ""} They show nothing about this build.`;
  if (code !== "repeats") return NOT_JUDGED_WORDS[code as NotJudgedReason];
  const count = after ?? 0;
  return `${count} of ${limit ?? 0} runs of its commit ${count === 1 ? "is" : "are"} in. They are judged together once all of them are.`;
}

function poolWords({ after, runs, limit }: Sayable): string {
  const names = listed((runs ?? []).map(({ number }) => number));
  const which =
    runs === null ? plural(limit ?? 0, "other run") : `${runs.length === 1 ? "run" : "runs"} ${names}`;
  const look =
    (after ?? 1) === 1
      ? ""
      : ` It is look ${after ?? 0} at this commit, and each look takes more to settle than the one before.`;
  return `Judged together with ${which} of the same commit.${look}`;
}

/** As the sides of a judgement are called. */
function asSides(words: string): string {
  return words
    .replaceAll("The other run", "This run")
    .replaceAll("the other run", "this run")
    .replaceAll("The reference", "The baseline")
    .replaceAll("the reference", "the baseline");
}

const NUMBER = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 4 });
const rounded = (value: number) => NUMBER.format(value);

function uncapital(words: string): string {
  return `${words.charAt(0).toLowerCase()}${words.slice(1)}`;
}

function capital(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
