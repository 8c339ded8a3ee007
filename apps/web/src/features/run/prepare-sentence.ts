import type { RunAnswer } from "@headroom/contract";
import type { Verdict } from "@headroom/core";
import { formatClock, formatFigure, formatMillis, formatPercent } from "@headroom/ui";
import { figureIn, kindOf, subjectOf, thresholdIn, unitWords } from "./target-words.ts";
import type { JudgedTarget } from "./target-words.ts";

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

/** The verdict in words: subject, verb, figure, threshold. */
export function prepareSentence(input: SentenceInput): Sentence {
  return { lead: leadOf(input), rest: [errorWords(input.errorRate), windowWords(input)].join(" ") };
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

function leadOf({ verdict, targets, throughput, p99Ms }: SentenceInput): string {
  const clauses = clausesOf(targets, verdict);
  switch (verdict) {
    case "met":
      return `Holds: ${clauses}.`;
    case "missed":
      return `Does not hold the target yet: ${clauses}.`;
    case "unsure":
      return `Too close to call: ${clauses}.`;
    default:
      return `${plainFigures(throughput, p99Ms)}. No targets to judge it by.`;
  }
}

function plainFigures(throughput: number | null, p99Ms: number | null): string {
  const rate = throughput === null ? "Ran" : `Ran at ${formatFigure(throughput)} req/s`;
  return p99Ms === null ? rate : `${rate}, p99 ${formatMillis(p99Ms)} ms`;
}

/** The targets that made the verdict; of more than a few, the rest is counted. */
function clausesOf(targets: readonly JudgedTarget[], verdict: Verdict | null): string {
  const decisive = targets.filter((target) => target.verdict === verdict);
  const fits = decisive.length <= MOST_CLAUSES ? MOST_CLAUSES : MOST_CLAUSES - 1;
  const shown = decisive.slice(0, fits).map(clauseOf);
  const more = decisive.length - shown.length;
  if (more > 0) shown.push(`${more} more ${more === 1 ? "target" : "targets"}`);
  return shown.length > 1 ? `${shown.slice(0, -1).join(", ")}, and ${shown.at(-1)}` : (shown[0] ?? "");
}

function clauseOf(target: JudgedTarget): string {
  const { value, margin, verdict } = target;
  const subject = subjectOf(target);
  const name = target.metric.startsWith("p") ? subject : subject.charAt(0).toLowerCase() + subject.slice(1);
  if (value === null || margin === null) return `${name} is not known`;
  const figure = `${figureIn(target, value)} ${unitWords(target)}`;
  if (verdict === "unsure") return `${name} is ${figure}, ${thresholdIn(target)} wanted`;
  switch (kindOf(target)) {
    case "throughput": {
      const of = target.label === null ? "" : ` on ${target.label}`;
      return verdict === "met"
        ? `${figure}${of} where ${thresholdIn(target)} were wanted`
        : `${figure}${of} of the ${thresholdIn(target)} wanted`;
    }
    case "errors":
      return `${figure} errors where ${thresholdIn(target)} % is allowed`;
    case "achieved":
      return `${figure} of the expected requests, ${thresholdIn(target)} % wanted`;
    default: {
      const side = verdict === "met" ? "inside" : margin < 0 ? "over" : "off";
      if (margin === 0) return `${name} is on the target`;
      return `${name} is ${figureIn(target, Math.abs(margin))} ${unitWords(target)} ${side}`;
    }
  }
}

function errorWords(errorRate: number | null): string {
  if (errorRate === null) return "Errors are not given.";
  return errorRate === 0 ? "No errors." : `${formatPercent(errorRate)} errors.`;
}

function windowWords({ warmUpSeconds }: SentenceInput): string {
  if (warmUpSeconds === null) return "No steady phase, so the whole run counts.";
  return warmUpSeconds < 1 ? "No warm-up left out." : `${formatClock(warmUpSeconds)} of warm-up left out.`;
}
