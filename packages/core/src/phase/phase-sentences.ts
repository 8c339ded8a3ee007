import { formatLength } from "../format/duration.ts";
import { formatDate } from "../format/instant.ts";
import { formatTimes } from "../format/number.ts";
import { GIVEN, wordsBy } from "../sentences.ts";
import type { ReasonOf } from "../sentences.ts";

/** Why a run has its steady phase, or none: each goes into brackets, or after a colon. */
const PHASE_SENTENCES = {
  ...GIVEN,
  "whole-steady": () => "it has no warm-up or cool-down",
  "cut-ends": (cuts: { warmUpSeconds: number; coolDownSeconds: number }) => `${cutsOf(cuts)} left out`,
  "set-by-hand": ({ at }: { at: string }) => `set by hand on ${formatDate(new Date(at), "UTC")}`,
  interrupted: () => "the run was interrupted",
  "no-whole-step": () => "no whole step lies inside the steady seconds",
  "not-measured": () => "nothing was measured",
  "not-settled": () => "the run did not settle in its first half",
  "slow-start": () =>
    "the service was slow at first, for longer than the fifth of a run that a warm-up can take",
  "whole-quoted": ({ leftOut }: { leftOut: { warmUpSeconds: number; coolDownSeconds: number } | null }) =>
    `the tool's percentiles are of the whole run${leftOut === null ? "" : `, and throughput is judged without ${cutsOf(leftOut)}`}`,
  "late-change": ({
    of,
    change,
    afterSeconds,
  }: {
    of: "throughput" | "p50";
    change: number;
    afterSeconds: number;
  }) =>
    `${of} is ${percent(change)} ${change < 0 ? "lower" : "higher"} after the first ${length(afterSeconds)}`,
  "too-short": ({ seconds, slices }: { seconds: number; slices: number }) =>
    `too short to tell: ${length(seconds)} in ${slices} ${slices === 1 ? "slice" : "slices"}`,
  "no-requests": () => "no requests completed",
  "mostly-idle": () => "the load was interrupted most of the time",
  "steady-too-short": ({ seconds }: { seconds: number }) => `only ${length(seconds)} of it is steady`,
  "most-outside": () => "most requests are outside the steady part",
  "users-trend": ({ change }: { change: number }) =>
    `users ${change > 0 ? "rise" : "fall"} by ${percent(change)} of their mean`,
  "throughput-trend": ({ change }: { change: number }) =>
    `throughput ${change > 0 ? "rises" : "falls"} by ${percent(change)} of its mean`,
  "users-levels": ({ low, high }: { low: number; high: number }) =>
    `users change between ${amount(low)} and ${amount(high)}`,
  "throughput-levels": ({ low, high }: { low: number; high: number }) =>
    `throughput changes between ${amount(low)} and ${amount(high)} req/s`,
  "p50-rises": ({ times }: { times: number }) => `p50 rises to ${formatTimes(times)} its first value`,
};

export type PhaseReason = ReasonOf<typeof PHASE_SENTENCES>;

export function phaseWords(reason: PhaseReason): string {
  return wordsBy(PHASE_SENTENCES, [reason]);
}

function cutsOf({ warmUpSeconds, coolDownSeconds }: { warmUpSeconds: number; coolDownSeconds: number }) {
  return [
    ...(warmUpSeconds > 0 ? [`${length(warmUpSeconds)} of warm-up`] : []),
    ...(coolDownSeconds > 0 ? [`${length(coolDownSeconds)} of cool-down`] : []),
  ].join(" and ");
}

function length(seconds: number): string {
  return formatLength(Math.max(0, Math.round(seconds)));
}

function percent(change: number): string {
  return `${Math.round(Math.abs(change) * 100)}%`;
}

function amount(value: number): string {
  return Number(value.toPrecision(2)).toLocaleString("en-US");
}
