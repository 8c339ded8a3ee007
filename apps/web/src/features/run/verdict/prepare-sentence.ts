import type { JudgementAnswer } from "@headroom/contract";
import { cutWords, METRIC_KINDS, NOT_JUDGED_WORDS, outcomeWords, targetClause } from "@headroom/core";
import { plural } from "@headroom/core/format";
import type { FigureRange, NotJudgedReason, RunOutcome, Verdict } from "@headroom/core";
import type { RunDetail } from "@headroom/services";
import {
  formatFigure,
  formatKnown,
  formatLength,
  formatMillis,
  formatPercent,
  keepUnits,
} from "@headroom/ui";
import { judgedRange } from "./judged-range.ts";
import { sentencesIn, sharedDoubts } from "./shared-doubts.ts";
import type { JudgedTarget } from "./target-words.ts";

export interface Sentence {
  /** The answer. */
  lead: string;
  /** What qualifies it: muted, never hidden. */
  rest: string;
}

/** With what its figure lies between, if that isn't a single value. */
type SaidTarget = JudgedTarget & { range?: FigureRange | null | undefined };

type SaidFinding = Pick<JudgementAnswer["findings"][number], "effect" | "kind" | "about" | "words">;

export interface SentenceInput {
  /** Null: it isn't decided yet. */
  outcome: RunOutcome | null;
  /** Of a run that isn't judged. */
  reason: NotJudgedReason | null;
  /** The most important first. */
  findings: readonly SaidFinding[];
  /** What the targets alone say. */
  verdict: Verdict | null;
  targets: readonly SaidTarget[];
  errorRate: number | null;
  /** The source leaves out some failed requests. */
  errorsAtLeast?: true | undefined;
  /** Null: the source doesn't count them. */
  requests: number | null;
  /** The judged figures. */
  throughput: number | null;
  p99Ms: number | null;
  /** Without a single value. */
  p99RangeMs?: FigureRange | null;
  /** Said where no p99 is known. */
  meanMs?: number | null;
  /** It has nothing over time, so nothing can be cut off it. */
  isOfTotals?: boolean;
  /** Seconds before the steady phase; null when there is none. */
  warmUpSeconds: number | null;
  /** What of a run without a steady phase is judged in a part of it; null: nothing. */
  partWords: string | null;
  /** Seconds after the steady phase. */
  coolDownSeconds: number;
  /** Seconds in which no request succeeded, although others did. */
  outageSeconds: number;
}

const MAX_CLAUSES = 3;
const MAX_LABEL_LENGTH = 60;

/** The outcome in words: the answer, then each figure that decided it. */
export function prepareSentence(input: SentenceInput): Sentence {
  const said = decisive(input).some((target) => target.metric.kind === "error-rate" && target.label === null);
  if (input.requests === 0) return { lead: keepUnits(leadOf(input)), rest: "No requests completed." };
  const rest = [
    ...(saysTargets(input) ? doubtsOf(decisive(input)).slice(1) : []),
    besideWords(input),
    outageWords(input),
    said ? "" : errorWords(input),
    windowWords(input),
  ];
  return { lead: keepUnits(leadOf(input)), rest: keepUnits(rest.filter((part) => part !== "").join(" ")) };
}

export function sentenceInputOf(detail: Pick<RunDetail, "answer" | "steady" | "judgements">): SentenceInput {
  const {
    answer,
    judgements: { own },
  } = detail;
  const judged = answer.steady?.summary ?? answer.summary;
  return {
    outcome: answer.outcome,
    reason: own?.reason ?? null,
    findings: own?.findings ?? [],
    verdict: answer.verdict,
    targets: answer.targets.map((target) => ({ ...target, range: judgedRange(target, answer) })),
    errorRate: judged.errorRate,
    errorsAtLeast: judged.errorsAtLeast,
    requests: judged.requests,
    throughput: judged.throughput,
    p99Ms: judged.latencyMs.p99,
    p99RangeMs: judged.latencyIntervalsMs.p99 ?? null,
    meanMs: judged.latencyMs.mean,
    isOfTotals: answer.run.finestStepSeconds === null,
    ...leftOutOf(detail),
    outageSeconds: (answer.phase?.holes ?? []).reduce((sum, hole) => sum + secondsOf(hole), 0),
  };
}

function leftOutOf({ answer, steady }: Pick<RunDetail, "answer" | "steady">) {
  return {
    warmUpSeconds: steady === null ? null : Math.max(0, steady.fromSeconds),
    partWords: partOf(answer),
    coolDownSeconds: answer.phase?.leftOut?.coolDownSeconds ?? 0,
  };
}

/** A tool that states its percentiles states those of the whole run; what it counts is judged without the warm-up. */
function partOf({ steady, phase, targets }: RunDetail["answer"]): string | null {
  if (steady !== null || phase === null) return null;
  return targets.some(({ window }) => window?.kind === "steady")
    ? `${phase.reason.charAt(0).toUpperCase()}${phase.reason.slice(1)}.`
    : null;
}

function secondsOf({ from, to }: { from: string; to: string }): number {
  return (Date.parse(to) - Date.parse(from)) / 1_000;
}

const LEADS: Record<RunOutcome | "pending", (input: SentenceInput) => string> = {
  misses: (input) =>
    input.verdict === "missed"
      ? `${missesInCount(input)} ${missedWords(input)}`
      : `Misses a target. ${findingOf(input, "fail")}`,
  regressed: (input) => `Regressed. ${findingOf(input, "fail")}`,
  unsure: (input) =>
    `Unsure. ${isOfTargets(input) ? (doubtsOf(decisive(input))[0] ?? "") : findingOf(input, "unsure")}`,
  holds: (input) =>
    `Holds. ${input.verdict === "met" ? `${clausesOf(decisive(input))}.` : findingOf(input, "pass")}`,
  "no-change": (input) => `No change. ${plainFigures(input)}`,
  "not-judged": (input) => {
    const { outcome, reason } = { outcome: "not-judged", reason: input.reason } as const;
    if (reason === null || !hasStallFirst(input))
      return `${outcomeWords({ outcome, reason })} ${figuresOf(input)}`;
    return `Not judged. ${firstUnsure(input)?.words} ${NOT_JUDGED_WORDS[reason]} ${figuresOf(input)}`;
  },
  pending: (input) => `Being judged. ${figuresOf(input)}`,
};

/** Whether its targets say why it is unsure, and not the run as such. */
function isOfTargets(input: SentenceInput): boolean {
  const first = firstUnsure(input);
  return input.verdict === "unsure" && (first === undefined || first.kind === "target");
}

function firstUnsure({ findings }: SentenceInput): SaidFinding | undefined {
  return findings.find(({ effect }) => effect === "unsure");
}

/** A stall says more of a run than that nobody judges it. */
function hasStallFirst(input: SentenceInput): boolean {
  return input.reason === "nothing-to-judge-by" && firstUnsure(input)?.kind === "outage";
}

/** Whether the sentence has the reasons of an unsure verdict in full. */
function saysTargets(input: SentenceInput): boolean {
  return input.outcome === "unsure" && isOfTargets(input);
}

function leadOf(input: SentenceInput): string {
  return LEADS[input.outcome ?? "pending"](input).trim();
}

/** The most important finding that made the outcome; the others are counted. */
function findingOf({ findings }: SentenceInput, effect: SaidFinding["effect"]): string {
  const [first, ...more] = findings.filter((one) => one.effect === effect);
  if (first === undefined) return "";
  // What isn't about a figure says itself what it is about.
  const words =
    first.kind === "change" || first.kind === "target"
      ? `${capitalised(first.about)}: ${first.words}`
      : first.words;
  // The figures that passed need no count.
  if (more.length === 0 || effect === "pass") return words;
  const others = effect === "fail" ? "regressed" : `${more.length === 1 ? "is" : "are"} unsure`;
  return `${words} ${plural(more.length, effect === "fail" ? "more figure" : "more finding")} ${others}.`;
}

/** "Error rate"; a percentile stays "p99". */
function capitalised(name: string): string {
  return /^p\d/.test(name) ? name : `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** The targets with their figures, or the figures alone. */
function figuresOf(input: SentenceInput): string {
  const targets = decisive(input);
  return targets.length === 0 || input.verdict === "no-baseline"
    ? plainFigures(input)
    : `${clausesOf(targets)}.`;
}

/** What is true besides the outcome. */
function besideWords({ outcome, verdict, findings, targets }: SentenceInput): string {
  if (outcome === "regressed" && verdict === "met")
    return targets.length === 1 ? "Its target is met." : "Its targets are met.";
  const worse = findings.find(({ effect, kind }) => effect === "fail" && kind === "change");
  return outcome === "misses" && worse !== undefined ? `It also regressed: ${worse.about}.` : "";
}

/** "Misses its target.", "Misses 1 of 3 targets.", "Misses both targets." */
function missesInCount(input: SentenceInput): string {
  const all = input.targets.length;
  const missed = decisive(input).length;
  if (missed < all) return `Misses ${missed} of ${all} targets.`;
  if (all === 1) return "Misses its target.";
  return all === 2 ? "Misses both targets." : `Misses all ${all} targets.`;
}

/** Failed requests that decide are said first: without them, the figures read as those of a working service. */
function missedWords(input: SentenceInput): string {
  const targets = decisive(input);
  if (targets.some(({ failures }) => failures === "all")) return "Every request failed.";
  const cause = targets.some(({ failures }) => failures === "cause");
  const words = `${clausesOf(targets)}.`;
  return cause ? `${words} Without the failed requests, latency would be on target.` : words;
}

function plainFigures({ throughput, p99Ms, p99RangeMs = null, meanMs = null }: SentenceInput): string {
  const p99 = formatKnown({ value: p99Ms, range: p99RangeMs }, formatMillis);
  const mean = p99 === null && meanMs !== null ? [`mean ${formatMillis(meanMs)} ms`] : [];
  const figures = [
    ...(throughput === null ? [] : [`${formatFigure(throughput)} req/s`]),
    ...(p99 === null ? mean : [`p99 ${p99} ms`]),
  ];
  return figures.length === 0 ? "" : `${capitalised(figures.join(", "))}.`;
}

/** The targets that made the verdict, what was carried before how it felt. */
function decisive({ targets, verdict }: SentenceInput): SaidTarget[] {
  return inOrder(targets.filter((target) => target.verdict === verdict));
}

function inOrder(targets: readonly SaidTarget[]): SaidTarget[] {
  const place = (target: JudgedTarget) => METRIC_KINDS.indexOf(target.metric.kind);
  return targets.toSorted((a, b) => place(a) - place(b));
}

/** The missed targets of a run, each with its figure; null if it missed none. */
export function missedClauses(targets: readonly SaidTarget[]): { count: number; words: string } | null {
  const missed = inOrder(targets.filter(({ verdict }) => verdict === "missed"));
  return missed.length === 0 ? null : { count: missed.length, words: keepUnits(clausesOf(missed)) };
}

/** Of more than a few, the rest is counted. */
function clausesOf(targets: readonly SaidTarget[]): string {
  const fits = targets.length <= MAX_CLAUSES ? MAX_CLAUSES : MAX_CLAUSES - 1;
  const shown = targets.slice(0, fits).map(targetClause);
  const more = targets.length - shown.length;
  return more === 0 ? shown.join(", ") : `${shown.join(", ")}, and ${more} more targets`;
}

/**
 * The sentences of the doubt that several share, or of the first in full; the others are counted. The first sentence is the
 * answer, the others explain it.
 */
function doubtsOf(targets: readonly SaidTarget[]): string[] {
  const [first] = targets;
  if (first === undefined) return [];
  const shared = sharedDoubts(targets);
  if (shared.targets > 1) {
    const which = shared.targets === targets.length ? "all" : `${shared.targets} of`;
    return [...shared.sentences, `This applies to ${which} ${targets.length} unsure targets.`];
  }
  const said =
    first.label !== null && first.label.length > MAX_LABEL_LENGTH ? `${targetClause(first)}.` : first.reason;
  const more = targets.length - 1;
  const others = more === 1 ? "One more target is unsure." : `${more} more targets are unsure.`;
  return more === 0 ? sentencesIn(said) : [...sentencesIn(said), others];
}

function errorWords({ errorRate, errorsAtLeast, findings }: SentenceInput): string {
  if (errorRate === null) return "Errors are not reported.";
  if (errorsAtLeast === true)
    return errorRate === 0
      ? "No errors listed, but the file leaves out requests without a response."
      : `At least ${formatPercent(errorRate)} errors.`;
  if (errorRate > 0) return `${formatPercent(errorRate)} errors.`;
  // Codes beside it say otherwise.
  return findings.some(({ kind }) => kind === "codes") ? "The tool reports no errors." : "No errors.";
}

/** The answer can have it already. */
function outageWords(input: SentenceInput): string {
  const { outcome, outageSeconds } = input;
  const leads = hasStallFirst(input) || (outcome === "unsure" && firstUnsure(input)?.kind === "outage");
  if (outageSeconds === 0 || leads || saysTargets(input)) return "";
  return `No request succeeded for ${formatLength(Math.round(outageSeconds))}.`;
}

/** An unsure verdict has already said that the whole run was judged. */
function windowWords(input: SentenceInput): string {
  const { warmUpSeconds, coolDownSeconds, partWords, isOfTotals = false } = input;
  if (warmUpSeconds === null) {
    if (saysTargets(input)) return "";
    return partWords ?? (isOfTotals ? "" : "No steady phase, so the figures cover the whole run.");
  }
  const cuts = cutWords({ warmUpSeconds, coolDownSeconds });
  return cuts === "" ? "No warm-up to leave out." : `${cuts} left out.`;
}
