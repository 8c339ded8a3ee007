import type { RunAnswer } from "@headroom/contract";
import { METRIC_KINDS, unitWords } from "@headroom/core";
import type { FigureRange, MetricKind, Verdict } from "@headroom/core";
import {
  formatFigure,
  formatKnown,
  formatLength,
  formatMillis,
  formatPercent,
  joinUnit,
  keepUnits,
} from "@headroom/ui";
import { judgedRange } from "./judged-range.ts";
import { sharedDoubts } from "./shared-doubts.ts";
import { figureAgainst, subjectInSentence, thresholdIn } from "./target-words.ts";
import type { JudgedTarget } from "./target-words.ts";

export interface Sentence {
  /** The answer. */
  lead: string;
  /** What qualifies it: muted, never hidden. */
  rest: string;
}

/** With what its figure lies between, if that isn't a single value. */
type SaidTarget = JudgedTarget & { range?: FigureRange | null };

export interface SentenceInput {
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
  /** Seconds before the steady phase; null when there is none. */
  warmUpSeconds: number | null;
  /** Seconds in which no request succeeded, although others did. */
  outageSeconds: number;
}

const MAX_CLAUSES = 3;
const MAX_LABEL_LENGTH = 60;

/** The verdict in words: the answer, then each figure that decided it beside its target. */
export function prepareSentence(input: SentenceInput): Sentence {
  const said = decisive(input).some((target) => target.metric.kind === "error-rate" && target.label === null);
  if (input.requests === 0) return { lead: keepUnits(leadOf(input)), rest: "No requests completed." };
  const rest = [outageWords(input), said ? "" : errorWords(input), windowWords(input)];
  return { lead: keepUnits(leadOf(input)), rest: keepUnits(rest.filter((part) => part !== "").join(" ")) };
}

export function sentenceInputOf(answer: RunAnswer, steady: { fromSeconds: number } | null): SentenceInput {
  const judged = answer.steady?.summary ?? answer.summary;
  return {
    verdict: answer.verdict,
    targets: answer.targets.map((target) => ({ ...target, range: judgedRange(target, answer) })),
    errorRate: judged.errorRate,
    errorsAtLeast: judged.errorsAtLeast,
    requests: judged.requests,
    throughput: judged.throughput,
    p99Ms: judged.latencyMs.p99,
    p99RangeMs: judged.latencyIntervalsMs.p99 ?? null,
    warmUpSeconds: steady === null ? null : Math.max(0, steady.fromSeconds),
    outageSeconds: (answer.phase?.holes ?? []).reduce((sum, hole) => sum + secondsOf(hole), 0),
  };
}

function secondsOf({ from, to }: { from: string; to: string }): number {
  return (Date.parse(to) - Date.parse(from)) / 1_000;
}

const LEADS: Record<Verdict | "untargeted", (input: SentenceInput) => string> = {
  met: (input) => `Holds. ${clausesOf(decisive(input))}.`,
  missed: (input) => `Does not hold. ${missedWords(input)}`,
  unsure: (input) => `Unsure. ${doubtsOf(decisive(input))}`,
  "no-baseline": () => "No baseline yet. These targets apply once the experiment has one.",
  untargeted: (input) => ["No targets.", plainFigures(input)].join(" ").trim(),
};

function leadOf(input: SentenceInput): string {
  return LEADS[input.verdict ?? "untargeted"](input);
}

/** Failed requests that decide are said first: without them, the figures read as those of a working service. */
function missedWords(input: SentenceInput): string {
  const targets = decisive(input);
  if (targets.some(({ failures }) => failures === "all")) return "Every request failed.";
  const cause = targets.some(({ failures }) => failures === "cause");
  const words = `${clausesOf(targets)}.`;
  return cause ? `${words} Without the failed requests, latency would be on target.` : words;
}

function plainFigures({ throughput, p99Ms, p99RangeMs = null }: SentenceInput): string {
  const p99 = formatKnown({ value: p99Ms, range: p99RangeMs }, formatMillis);
  const figures = [
    ...(throughput === null ? [] : [`${formatFigure(throughput)} req/s`]),
    ...(p99 === null ? [] : [`p99 ${p99} ms`]),
  ];
  return figures.length === 0 ? "" : `${figures.join(", ")}.`;
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
  const shown = targets.slice(0, fits).map(clauseOf);
  const more = targets.length - shown.length;
  return more === 0 ? shown.join(", ") : `${shown.join(", ")}, and ${more} more targets`;
}

/** The doubt that several share, or the first in full, with what would settle it; the others are counted. */
function doubtsOf(targets: readonly SaidTarget[]): string {
  const [first] = targets;
  if (first === undefined) return "";
  const shared = sharedDoubts(targets);
  if (shared.targets > 1) {
    const which = shared.targets === targets.length ? "all" : `${shared.targets} of`;
    return `${shared.sentences.join(" ")} This applies to ${which} ${targets.length} unsure targets.`;
  }
  const said =
    first.label !== null && first.label.length > MAX_LABEL_LENGTH ? `${clauseOf(first)}.` : first.reason;
  const more = targets.length - 1;
  if (more === 0) return said;
  return more === 1 ? `${said} One more target is unsure.` : `${said} ${more} more targets are unsure.`;
}

interface Clause {
  /** "p99 of GET /search" */
  subject: string;
  /** "113 ms" */
  figure: string;
  /** " on GET /search at 600 users", for figures that need no name. */
  where: string;
  /** "target 200 ms", "limit 0.2%". */
  bound: string;
}

const CLAUSES: Record<MetricKind, (clause: Clause) => string> = {
  throughput: ({ figure, where, bound }) => `${figure}${where} (${bound})`,
  items: ({ figure, where, bound }) => `${figure}${where} (${bound})`,
  percentile: ({ subject, figure, bound }) => `${subject} ${figure} (${bound})`,
  latency: ({ subject, figure, bound }) => `${subject} ${figure} (${bound})`,
  "error-rate": ({ figure, where, bound }) => `${figure} errors${where} (${bound})`,
  achieved: ({ figure, bound }) => `${figure} of the expected requests (${bound})`,
  gauge: ({ subject, figure, bound }) => `${subject} ${figure} (${bound})`,
};

/** Without a figure, which the target's own reason explains. */
const UNMEASURED: Record<Verdict, (clause: Pick<Clause, "subject" | "bound">) => string> = {
  met: ({ subject, bound }) => `${subject} on target (${bound})`,
  missed: ({ subject, bound }) => `${subject} off target (${bound})`,
  unsure: ({ subject, bound }) => `${subject} unknown (${bound})`,
  "no-baseline": ({ subject, bound }) => `${subject} without a baseline (${bound})`,
};

function clauseOf(judged: SaidTarget): string {
  const target = { ...judged, label: judged.label === null ? null : short(judged.label) };
  const { value, range = null, verdict, label, users } = target;
  const successful = target.failures === "hide" ? " of successful requests" : "";
  const subject = `${subjectInSentence(target)}${successful}`;
  const bound = boundOf(target);
  const figure = formatKnown({ value, range }, (known) => figureAgainst(target, known));
  if (figure === null) return UNMEASURED[verdict]({ subject, bound });
  const load = users === null ? "" : ` at ${formatFigure(users)} ${users === 1 ? "user" : "users"}`;
  return CLAUSES[target.metric.kind]({
    subject,
    figure: joinUnit(figure, unitWords(target)),
    where: `${successful}${label === null ? "" : ` on ${label}`}${load}`,
    bound,
  });
}

/** What is usually wanted of each kind, and how its threshold is called. */
const BOUNDS: Record<MetricKind, { ceiling: string; floor: string }> = {
  throughput: { ceiling: "limit", floor: "target" },
  items: { ceiling: "limit", floor: "target" },
  percentile: { ceiling: "target", floor: "target at least" },
  latency: { ceiling: "target", floor: "target at least" },
  "error-rate": { ceiling: "limit", floor: "target at least" },
  achieved: { ceiling: "target at most", floor: "target" },
  gauge: { ceiling: "limit", floor: "target" },
};

/** "target 190", "target 200 ms", "limit 0.2%": a throughput's unit is that of its figure. */
function boundOf(target: JudgedTarget): string {
  const { comparator } = target;
  const { kind } = target.metric;
  const name = BOUNDS[kind][comparator === "<=" || comparator === "<" ? "ceiling" : "floor"];
  const threshold = thresholdIn(target);
  const bare = (kind === "throughput" || kind === "items") && target.value !== null;
  return `${name} ${bare ? threshold : joinUnit(threshold, unitWords(target))}`;
}

/** A label may be an address of any length; its target's cell has it whole. */
function short(label: string): string {
  return label.length <= MAX_LABEL_LENGTH ? label : `${label.slice(0, MAX_LABEL_LENGTH - 1)}…`;
}

function errorWords({ errorRate, errorsAtLeast }: SentenceInput): string {
  if (errorRate === null) return "Errors are not reported.";
  if (errorsAtLeast === true)
    return errorRate === 0
      ? "No errors listed, but the file leaves out requests without a response."
      : `At least ${formatPercent(errorRate)} errors.`;
  return errorRate === 0 ? "No errors." : `${formatPercent(errorRate)} errors.`;
}

/** An unsure verdict's reason has it already. */
function outageWords({ verdict, outageSeconds }: SentenceInput): string {
  if (outageSeconds === 0 || verdict === "unsure") return "";
  return `No request succeeded for ${formatLength(Math.round(outageSeconds))}.`;
}

/** An unsure verdict has already said that the whole run was judged. */
function windowWords({ verdict, warmUpSeconds }: SentenceInput): string {
  if (warmUpSeconds === null)
    return verdict === "unsure" ? "" : "No steady phase, so the figures cover the whole run.";
  return warmUpSeconds < 1
    ? "No warm-up to leave out."
    : `${formatLength(Math.round(warmUpSeconds))} of warm-up left out.`;
}
