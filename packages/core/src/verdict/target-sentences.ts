import { formatLength } from "../format/duration.ts";
import { plural } from "../format/plural.ts";
import { phaseWords } from "../phase/phase-sentences.ts";
import type { PhaseReason } from "../phase/phase-sentences.ts";
import type { ReasonOf } from "../sentences.ts";
import { FIGURE_SENTENCES } from "../targets/figure-sentences.ts";
import { metricRow } from "../targets/metrics.ts";
import type { Metric } from "../targets/metrics.ts";
import type { Statistic } from "../targets/read-metric.ts";
import { heldLoadText } from "./held-load.ts";
import type { HeldLoad } from "./held-load.ts";
import { amountText, describe, requestsText, toUnit, usersText } from "./verdict-unit.ts";
import type { Amount, Described } from "./verdict-unit.ts";
import { stallsText } from "./held-back.ts";
import type { StallCount } from "./held-back.ts";
import { roughly } from "./with-unsent.ts";

/** How many requests were judged by. */
interface Counted {
  confidence: number;
  requests: number;
  /** As how many they count, because slow requests or errors came together; null: each for itself. */
  counted: number | null;
  ofErrors: boolean;
}

interface Stalls extends StallCount {
  requests: number;
  metric: Metric;
  /** What the figure would be with those requests. */
  value: number;
  unit: string;
}

interface Hole {
  from: string;
  to: string;
  /** How many more there are, all of them shorter. */
  others: number;
}

interface LabelSteps {
  label: string;
  stepSeconds: number;
}

const ABOUT = {
  baseline: "relative to a baseline",
  gauge: "about a gauge",
  users: "about a number of users",
};
const NEEDS: Record<Statistic, string> = { mean: "a mean", min: "a minimum", max: "a maximum" };

/** Why a target is met, missed or unsure, and what else to know about its figure. */
export const TARGET_SENTENCES = {
  ...FIGURE_SENTENCES,
  figure: (figure: Described) => describe(figure),
  drifts: ({ from, to, seconds }: { from: Amount; to: Amount; seconds: number }) =>
    `It drifts ${(from.value ?? 0) < (to.value ?? 0) ? "up" : "down"}, from about ${amountText(from)} to ${amountText(to)} in ${formatLength(seconds)}.`,
  steps: ({ from, to, afterSeconds }: { from: Amount; to: Amount; afterSeconds: number }) =>
    `It went from about ${amountText(from)} to about ${amountText(to)} after ${formatLength(afterSeconds)}, and stayed there.`,
  "steps-across": () =>
    "Only one of these two levels meets the target. Set the steady phase manually to choose which part counts.",
  "drifts-there": () =>
    "If it goes on like this for as long again, it is beyond the target. A run twice as long would show it.",
  "slowest-near": ({ requests, ...slowest }: Amount & { requests: number }) =>
    `The slowest of ${requestsText(requests)} took only ${amountText(slowest)}, so each counts as independent.`,
  "as-measured": () => "Judged as measured, leaving chance aside.",
  "zero-as-measured": () => "A target of 0% is judged as measured: no number of requests could prove it.",
  "with-failures": (amount: Amount) => `With failed requests included, it is ${amountText(amount)}.`,
  "without-failures": (amount: Amount) =>
    `Failed requests cause this: without them, it is ${amountText(amount)}.`,
  "all-failed": () => "Every request failed, so nothing met this target.",
  "clock-gap": () => "Its times jump ahead, so it isn't known how long it took.",
  "errors-at-least": () =>
    "The source doesn't report every failed request, so the true error rate may be higher.",
  "within-bound": () =>
    "The target is within the error bound of this figure. A result further from the target would settle it.",
  "by-chance": ({ end, figure, ...counted }: Counted & { end: "low" | "high"; figure: Amount }) => {
    const fewer = fewerText(counted);
    const because = fewer === null ? "" : `, because ${fewer}`;
    return `By chance, the true figure may be as ${end} as ${amountText(figure)} (${sureText(counted)})${because}.`;
  },
  "too-few-to-show": (counted: Counted) => {
    const fewer = fewerText(counted);
    const many = fewer === null ? requestsText(counted.requests) : `${fewer}, which`;
    return `Too few requests: ${many} can't show it with ${sureText(counted)}.`;
  },
  "settled-by": ({ requests, seconds }: { requests: number | null; seconds: number | null }) => {
    const time = seconds === null || seconds <= 0 ? null : formatLength(seconds);
    if (requests !== null)
      return `About ${requestsText(requests)}${time === null ? "" : ` (${time} at this rate)`} would settle it.`;
    return time === null
      ? "A longer run would settle it."
      : `A run of about ${time} like this one would settle it.`;
  },
  "too-close": () => "It is too close to the target for a run of reasonable length to settle it.",
  "too-few-seen": ({
    statistic,
    needed,
    requests,
  }: {
    statistic: Statistic;
    needed: number;
    requests: number;
  }) =>
    `Too few requests: ${NEEDS[statistic]} needs at least ${needed}, and the window has ${toUnit(requests)}. A longer run would settle it.`,
  "too-few-beyond": ({ percent, beyond, requests }: { percent: number; beyond: number; requests: number }) =>
    `Too few requests: only ${toUnit(beyond)} of ${toUnit(requests)} ${beyond === 1 ? "is" : "are"} beyond p${percent}, so this may be chance. A longer run would settle it.`,
  "uncounted-quote": () => "The source doesn't report how many requests there were, so this may be chance.",
  "no-steady-phase": ({ phase }: { phase: PhaseReason }) =>
    `The run has no steady phase (${phaseWords(phase)}). Give the target a load, for example “at 600 users”.`,
  held: (held: HeldLoad) => heldLoadText(held),
  "which-load": ({ users }: { users: number | null }) =>
    `The target doesn't say which load it is for.${users === null ? "" : ` Give it one, for example “at ${users} users”.`}`,
  "sent-by-users": () =>
    "Users sent this load, so the service may never have been asked for more. A load test would settle it.",
  silent: () => "The service reported nothing for part of the time, so its throughput may have been higher.",
  "load-not-offered": () =>
    "The generator didn't offer the full load, so this may look better than it is. A run at full load would settle it.",
  "load-too-low": ({ achieved }: { achieved: number }) =>
    `Only ${toUnit(achieved, "%")} of the expected requests completed, so the load was too low to tell. A run at full load would settle it.`,
  "at-part-of-load": ({ throughput, achieved }: { throughput: number; achieved: number }) =>
    `Met at ${toUnit(throughput, "req/s", 6)}, ${toUnit(achieved, "%")} of the planned load.`,
  "never-asked": () =>
    "The generator didn't offer the full load, so the service was never asked for more. A run at full load would settle it.",
  stalled: ({ requests, metric, value, unit, ...stalls }: Stalls) => {
    const figure = `${metricRow(metric).name(metric)} would be about ${toUnit(roughly(value), unit)}`;
    return `About ${requestsText(roughly(requests))} were never sent in ${stallsText(stalls)}. With them, ${figure}. If ${stalls.partial === stalls.stalls ? "it" : "the pause"} was planned, judge the target “as measured”.`;
  },
  "rests-on-codes": ({ requests }: { requests: number }) =>
    `It counts ${plural(requests, "answer")} with a 5xx code as successful, because the tool called them that.`,
  "whole-judged": () => "The figures are of the whole run, including any warm-up.",
  "nothing-succeeded": ({ from, to, others }: Hole) => {
    const rest =
      others === 0 ? "" : `, and ${others === 1 ? "once" : `${others} times`} more for a shorter time`;
    const seconds = Math.round((Date.parse(to) - Date.parse(from)) / 1_000);
    return `No request succeeded for ${formatLength(seconds)}, from ${timeOf(from)} to ${timeOf(to)} UTC${rest}.`;
  },
  "users-not-shown": ({ users }: { users: number }) =>
    `The run doesn't show when ${usersText(users)} ${users === 1 ? "was" : "were"} active: it has no gauge that counts users, or never reached that many for a whole step.`,
  "no-label": ({ label }: { label: string }) => `The label “${label}” is not in this run.`,
  "label-total": ({ label }: { label: string }) => `The label “${label}” has only a total for the whole run.`,
  "label-outside": (steps: LabelSteps) => `${stepsText(steps)}, and none of them is inside the steady phase.`,
  "label-partly": ({ covered, ...steps }: LabelSteps & { covered: number }) =>
    `${stepsText(steps)}, which cover ${Math.round(covered * 100)}% of the steady phase.`,
  "no-baseline": () => "No baseline yet. The target applies once the experiment has one.",
  "baseline-receiving": () =>
    "The baseline run is in progress again. This target is judged as soon as it has finished.",
  "baseline-range": () => "For the baseline, only a range of this figure is known.",
  /** Leads in what follows. */
  "in-baseline": () => "In the baseline:",
  "server-only": ({ about }: { about: keyof typeof ABOUT }) =>
    `It is ${ABOUT[about]}, so only a server can judge it.`,
  averaged: ({ runs, settled }: { runs: number; settled: boolean }) => {
    const which = runs === 1 ? "This is" : `This is the average of ${runs} runs of the same commit, and`;
    return `${which} ${settled ? "" : "not yet "}enough to settle it, as a commit that is run repeatedly takes more to settle.`;
  },
  "not-shown-by": ({ number }: { number: number }) => `Run #${number} of the same commit didn't show it.`,
};

export type TargetReason = ReasonOf<typeof TARGET_SENTENCES>;

/** Of an unsure target, without what its figure is and how it is known. Where that is all, it is the doubt. */
export function doubtReasons(reasons: readonly TargetReason[]): TargetReason[] {
  const isBeside = ({ code }: TargetReason) =>
    code === "figure" || code in FIGURE_SENTENCES || code === "whole-judged";
  const doubts = reasons.filter((one) => !isBeside(one));
  return doubts.length > 0 ? doubts : [...reasons];
}

function sureText({ confidence }: Counted): string {
  return `${toUnit(Number((confidence * 100).toPrecision(6)), "%")} confidence`;
}

/** Requests that depend on each other count as fewer. */
function fewerText({ requests, counted, ofErrors }: Counted): string | null {
  if (counted === null) return null;
  const together = ofErrors ? "errors" : "slow requests";
  const about = toUnit(Number(Math.max(1, counted).toPrecision(2)));
  return `${together} came together, so that ${requestsText(requests)} count as about ${about}`;
}

function stepsText({ label, stepSeconds }: LabelSteps): string {
  return `The label “${label}” only has ${stepSeconds} s steps`;
}

function timeOf(instant: string): string {
  return instant.slice(11, 19);
}
