import { formatLength } from "../format/duration.ts";
import { formatDate } from "../format/instant.ts";
import { formatTimes } from "../format/number.ts";
import { GIVEN, wordsBy } from "../sentences.ts";
import type { ReasonOf } from "../sentences.ts";

const WHOLE = "it has no warm-up or cool-down";

/** Why a run has its steady phase, or none: each goes into brackets, or after a colon. */
const PHASE_SENTENCES = {
  ...GIVEN,
  "whole-steady": () => WHOLE,
  "cut-ends": (cuts: { warmUpSeconds: number; coolDownSeconds: number }) => {
    const words = cutWords(cuts);
    return words === "" ? WHOLE : `${words} left out`;
  },
  "set-by-hand": ({ at }: { at: string }) => `set by hand on ${formatDate(new Date(at), "UTC")}`,
  interrupted: () => "the run was interrupted",
  "no-whole-step": () => "no whole step lies inside the steady seconds",
  "not-measured": () => "nothing was measured",
  "not-settled": () => "the run did not settle in its first half",
  "slow-start": () =>
    "the service was slow at first, for longer than the fifth of a run that a warm-up can take",
  "whole-quoted": ({ leftOut }: { leftOut: { warmUpSeconds: number; coolDownSeconds: number } | null }) =>
    `the tool's percentiles are of the whole run${leftOut === null ? "" : partWords(cutWords(leftOut))}`,
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

/** A shorter one rounds away: "0:20–5:00" of "5m". */
const LEAST_COOL_DOWN_SECONDS = 2;

/** "2m 10s of warm-up and 1m of cool-down"; empty: there is nothing to name. */
export function cutWords(cuts: { warmUpSeconds: number; coolDownSeconds: number }): string {
  const { warmUpSeconds, coolDownSeconds } = cuts;
  return [
    ...(warmUpSeconds >= 1 ? [`${length(warmUpSeconds)} of warm-up`] : []),
    ...(coolDownSeconds >= LEAST_COOL_DOWN_SECONDS ? [`${length(coolDownSeconds)} of cool-down`] : []),
  ].join(" and ");
}

function partWords(cuts: string): string {
  return cuts === "" ? "" : `, and throughput is judged without ${cuts}`;
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
