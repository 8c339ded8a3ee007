import type { RunAnswer } from "@headroom/contract";
import type { Verdict } from "@headroom/core";
import { formatLength, formatFigure, formatMillis, formatPercent, joinUnit, keepUnits } from "@headroom/ui";
import { figureIn, kindOf, subjectOf, thresholdIn, unitWords } from "./target-words.ts";
import type { JudgedTarget, TargetKind } from "./target-words.ts";

export interface Sentence {
  /** The answer. */
  lead: string;
  /** What qualifies it: muted, never hidden. */
  rest: string;
}

export interface SentenceInput {
  verdict: Verdict | null;
  targets: readonly JudgedTarget[];
  errorRate: number | null;
  /** The judged figures. */
  throughput: number | null;
  p99Ms: number | null;
  /** Seconds before the steady phase; null when there is none. */
  warmUpSeconds: number | null;
}

const MOST_CLAUSES = 3;
const LONGEST_LABEL = 60;
/** A line never breaks between a figure and its unit. */
const NO_BREAK = "\u00a0";

/** The verdict in words: subject, verb, figure, threshold. */
export function prepareSentence(input: SentenceInput): Sentence {
  const said = decisive(input).some((target) => kindOf(target) === "errors" && target.label === null);
  const rest = [said ? "" : errorWords(input.errorRate), windowWords(input)].filter((part) => part !== "");
  return { lead: leadOf(input), rest: rest.join(" ") };
}

export function sentenceInputOf(answer: RunAnswer, steady: { fromSeconds: number } | null): SentenceInput {
  const judged = answer.steady?.summary ?? answer.summary;
  return {
    verdict: answer.verdict,
    targets: answer.targets,
    errorRate: judged.errorRate,
    throughput: judged.throughput,
    p99Ms: judged.latencyMs.p99,
    warmUpSeconds: steady === null ? null : Math.max(0, steady.fromSeconds),
  };
}

function leadOf(input: SentenceInput): string {
  const clauses = clausesOf(decisive(input));
  switch (input.verdict) {
    case "met":
      return `Holds: ${clauses}.`;
    case "missed":
      return `Does not hold the target yet: ${clauses}.`;
    case "unsure":
      return `${decisive(input).every(isClose) ? "Too close to call" : "Unsure"}: ${clauses}.`;
    default:
      return `${plainFigures(input.throughput, input.p99Ms)}. No targets to judge it by.`;
  }
}

function plainFigures(throughput: number | null, p99Ms: number | null): string {
  const rate = throughput === null ? "Ran" : `Ran at ${formatFigure(throughput)}${NO_BREAK}req/s`;
  return p99Ms === null ? rate : `${rate}, p99 ${formatMillis(p99Ms)}${NO_BREAK}ms`;
}

const ORDER: readonly TargetKind[] = ["throughput", "latency", "errors", "achieved", "other"];

/** The targets that made the verdict, what was carried before how it felt. */
function decisive({ targets, verdict }: SentenceInput): JudgedTarget[] {
  const place = (target: JudgedTarget) => ORDER.indexOf(kindOf(target));
  return targets.filter((target) => target.verdict === verdict).toSorted((a, b) => place(a) - place(b));
}

/** Inside the bound of the figure. Other reasons to be unsure have nothing to do with the distance. */
function isClose({ value, margin, bound }: JudgedTarget): boolean {
  return value !== null && margin !== null && Math.abs(margin) <= (bound ?? 0);
}

/** Of more than a few, the rest is counted. */
function clausesOf(targets: readonly JudgedTarget[]): string {
  const fits = targets.length <= MOST_CLAUSES ? MOST_CLAUSES : MOST_CLAUSES - 1;
  const shown = targets.slice(0, fits).map(clauseOf);
  const more = targets.length - shown.length;
  if (more > 0) shown.push(`${more} more ${more === 1 ? "target" : "targets"}`);
  return shown.length > 2 ? `${shown.slice(0, -1).join(", ")}, and ${shown.at(-1)}` : shown.join(", and ");
}

function clauseOf(judged: JudgedTarget): string {
  const target = { ...judged, label: judged.label === null ? null : short(judged.label) };
  const { value, margin, verdict } = target;
  const subject = subjectOf(target);
  const name = target.metric.startsWith("p") ? subject : subject.charAt(0).toLowerCase() + subject.slice(1);
  if (value === null || margin === null) return `${name} is not known`;
  const figure = keepUnits(joinUnit(figureIn(target, value), unitWords(target)));
  if (verdict === "unsure") {
    const verb = target.metric === "error rate" ? "are" : "is";
    return `${name} ${verb} ${figure} where ${keepUnits(joinUnit(thresholdIn(target), unitWords(target)))} is wanted`;
  }
  switch (kindOf(target)) {
    case "throughput": {
      const of = target.label === null ? "" : ` on ${target.label}`;
      return verdict === "met"
        ? `${figure}${of} where ${thresholdIn(target)} were wanted`
        : `${figure}${of} of the ${thresholdIn(target)} wanted`;
    }
    case "errors":
      return `${figure} errors where ${thresholdIn(target)}% is allowed`;
    case "achieved":
      return `${figure} of the expected requests, ${thresholdIn(target)}% wanted`;
    default: {
      const side = verdict === "met" ? "inside" : margin < 0 ? "over" : "off";
      if (margin === 0) return `${name} is on the target`;
      return `${name} is ${keepUnits(joinUnit(figureIn(target, Math.abs(margin)), unitWords(target)))} ${side}`;
    }
  }
}

/** A label may be an address of any length; its target's cell has it whole. */
function short(label: string): string {
  return label.length <= LONGEST_LABEL ? label : `${label.slice(0, LONGEST_LABEL - 1)}…`;
}

function errorWords(errorRate: number | null): string {
  if (errorRate === null) return "Errors are not given.";
  return errorRate === 0 ? "No errors." : `${formatPercent(errorRate)} errors.`;
}

function windowWords({ warmUpSeconds }: SentenceInput): string {
  if (warmUpSeconds === null) return "No steady phase, so the whole run counts.";
  return warmUpSeconds < 1
    ? "No warm-up left out."
    : `${keepUnits(formatLength(Math.round(warmUpSeconds)))} of warm-up left out.`;
}
