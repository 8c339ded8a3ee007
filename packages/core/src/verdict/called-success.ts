import { formatClock, formatRoughPercent, plural } from "../format/index.ts";
import { isCeiling } from "../targets/target.ts";
import type { Target } from "../targets/target.ts";
import { metricRow } from "../targets/metrics.ts";

/** What decides whether a request failed: the tool's word, or also a status code from 500 on. */
export const ERRORS_BY = ["tool", "code"] as const;
export type ErrorsBy = (typeof ERRORS_BY)[number];

/** Requests of a window that the tool called a success although their status code is from 400 on. */
export interface CalledSuccess {
  requests: number;
  /** Of all requests of the window. */
  share: number;
  /** Their codes, the most frequent first. */
  codes: number[];
  /** When the first and the last of them came, in seconds from the run's start; null: the results have no time. */
  span: CodeSpan | null;
}

interface CodeSpan {
  fromSeconds: number;
  toSeconds: number;
}

/** What the status codes of a run say beside its tool's own word. */
export interface RunCodes {
  /** With a code from 500 on; null: none. */
  server: CalledSuccess | null;
  /** With a code below 500; null: none. */
  client: CalledSuccess | null;
  /** What its errors were counted by. */
  countedBy: ErrorsBy;
  /** What its uploader, or its experiment, wants them to be counted by; null: nobody has said. */
  wanted: ErrorsBy | null;
  /** Nobody has said, or it wasn't counted so, and it matters: its error rate and latencies prove nothing until then. */
  isOpen: boolean;
}

/** Fewer are not worth a word. */
export const TOLD_SHARE = 0.001;

/** A code of a run with how many of its requests there are, and how many of them the tool called failed. */
interface CountedCode {
  code: number;
  requests: number;
  failed: number;
  span: CodeSpan | null;
}

const SERVER = 500;
const MOST_CODES = 5;

/** Null: the tool called nothing a success that has such a code. */
export function runCodes(
  codes: readonly CountedCode[],
  counted: Pick<RunCodes, "countedBy" | "wanted"> & {
    /** Of the same window. `errors`: as they were counted. */
    all: { requests: number; errors: number };
    targets: readonly Target[];
  },
): RunCodes | null {
  const { all, targets, countedBy, wanted } = counted;
  const server = calledSuccess(
    codes.filter(({ code }) => code >= SERVER),
    all.requests,
  );
  const client = calledSuccess(
    codes.filter(({ code }) => code < SERVER),
    all.requests,
  );
  if (server === null && client === null) return null;
  const isSettled = countedBy === wanted || countedBy === "code";
  const share = server?.share ?? 0;
  const withThem = share + all.errors / all.requests;
  const isOpen = !isSettled && share >= TOLD_SHARE && withThem >= leastLimit(targets);
  return { server, client, countedBy, wanted, isOpen };
}

function calledSuccess(codes: readonly CountedCode[], all: number): CalledSuccess | null {
  const succeeded = codes
    .map(({ code, requests, failed, span }) => ({ code, times: requests - failed, span }))
    .filter(({ times }) => times > 0)
    .toSorted((a, b) => b.times - a.times || a.code - b.code);
  const requests = succeeded.reduce((sum, { times }) => sum + times, 0);
  if (requests === 0 || all === 0) return null;
  const spans = succeeded.flatMap(({ span }) => span ?? []);
  return {
    requests,
    share: requests / all,
    codes: succeeded.slice(0, MOST_CODES).map(({ code }) => code),
    span:
      spans.length === 0
        ? null
        : {
            fromSeconds: Math.min(...spans.map(({ fromSeconds }) => fromSeconds)),
            toSeconds: Math.max(...spans.map(({ toSeconds }) => toSeconds)),
          },
  };
}

/** The lowest error rate that a target allows, as a share; 0: no target says. */
function leastLimit(targets: readonly Target[]): number {
  const limits = targets.flatMap(({ metric, comparator, threshold }) =>
    metric.kind === "error-rate" && isCeiling(comparator)
      ? [threshold.kind === "absolute" ? threshold.value / 100 : 0]
      : [],
  );
  return limits.length === 0 ? 0 : Math.min(...limits);
}

/** Whether a target that looks met may only do so because failures were called successes. */
export function restsOnOutcome({ metric, comparator }: Target): boolean {
  const { quantity, ofErrors } = metricRow(metric);
  if (quantity === "requests" || quantity === "items") return !isCeiling(comparator);
  return ofErrors || quantity === "time";
}

interface Told extends CalledSuccess {
  class: "4xx" | "5xx";
  countedBy: ErrorsBy;
  wanted: ErrorsBy | null;
  isOpen: boolean;
}

/** What a run's codes say beside its tool. */
export const CODE_SENTENCES = {
  "called-success": (told: Told) => {
    const answers = `${plural(told.requests, "answer")} with a ${told.class} code`;
    const success = told.requests === 1 ? "a success" : "successes";
    const found = `The tool called ${answers} ${success}: ${formatRoughPercent(told.share)} of all requests, with ${codesText(told.codes)}${spanText(told.span)}.`;
    return `${found}${told.class === "4xx" ? "" : consequence(told)}`;
  },
};

function consequence(told: Told): string {
  const count = told.requests === 1 ? "It counts" : "They count";
  if (told.isOpen) {
    if (told.wanted === "code")
      return " This experiment's errors are counted by status code, but the run's were counted as the tool reported them.";
    return "";
  }
  if (told.countedBy === "code") return ` ${count} as failed, because errors are counted by status code.`;
  return told.wanted === "tool"
    ? ` ${count} as successful, because errors are counted as the tool reports them.`
    : ` ${count} as successful.`;
}

function spanText(span: CodeSpan | null): string {
  return span === null ? "" : `, from ${formatClock(span.fromSeconds)} to ${formatClock(span.toSeconds)}`;
}

function codesText(codes: readonly number[]): string {
  return `${codes.length === 1 ? "the code" : "the codes"} ${codes.join(", ")}`;
}
