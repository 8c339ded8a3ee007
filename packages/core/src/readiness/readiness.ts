import { risksBehind } from "../capacity/accepted-risk.ts";
import type { AcceptedRisk } from "../capacity/accepted-risk.ts";
import { MISSED_GAPS, missesInWords } from "../capacity/tested-capacity.ts";
import type { ExperimentProof, JudgedRun } from "../capacity/tested-capacity.ts";
import { formatLength } from "../format/duration.ts";
import { formatFigure, formatTimesOf } from "../format/number.ts";
import { plural } from "../format/plural.ts";
import type { Representative } from "../likeness/likeness.ts";
import { CAPACITY_HOLD_SECONDS } from "../policy.ts";
import { belowEarlierInWords } from "./below-earlier.ts";
import { countingProof } from "./counting-proof.ts";
import { agoInWords, freshnessOf } from "./freshness.ts";
import type { Freshness, FreshnessPolicy } from "./freshness.ts";
import { headroomOf } from "./headroom.ts";
import type { ExpectedPeak, Headroom } from "./headroom.ts";
import { removalInWords } from "./removed.ts";
import type { RemovedExperiment } from "./removed.ts";
import { READINESS_RULES } from "./rules.ts";
import type { ReadinessRuleCode, ReadinessVerdict } from "./rules.ts";

export interface ReadinessPolicy extends FreshnessPolicy {
  /** How many times the expected peak has to be proven. */
  factor: number;
  peakEnvironment: string;
}

export interface ReadinessExperiment {
  proof: ExperimentProof;
  /** Deploys since its run; null: the service doesn't report them. */
  deploys: number | null;
  /** The newest complete run. */
  newest: JudgedRun | null;
  risks: readonly AcceptedRisk[];
}

export interface ReadinessInput {
  now: Date;
  startsAt: Date;
  /** When the peak day is over. */
  endsAt: Date;
  /** In which it takes place. */
  timeZone: string;
  experiments: readonly ReadinessExperiment[];
  /** Whether the service has an experiment at all, even if none represents the peak. */
  hasExperiments?: boolean;
  /** Those that represented the peak, and were deleted or unmarked. */
  removed: readonly RemovedExperiment[];
  /** What production itself held; null or left out: nothing. */
  production?: { throughput: number; to: Date } | null;
  expected: ExpectedPeak | null;
  policy: ReadinessPolicy;
  /** Whether the run that sets the capacity was like live traffic; null: that wasn't looked at. */
  representative: Representative | null;
  actions: readonly { title: string; dueAt: Date | null }[];
}

export interface ReadinessReason {
  rule: ReadinessRuleCode;
  level: Exclude<ReadinessVerdict, "ready">;
  experiment: { id: string; name: string } | null;
  /** One sentence, after the experiment's name if there is one: "has never been run." */
  words: string;
  /** What turns it green, as an instruction. */
  step: string;
}

export interface Readiness {
  verdict: ReadinessVerdict;
  headroom: Headroom;
  /** Of each experiment with a proof, in their order. */
  freshness: ReadonlyMap<string, Freshness>;
  /** Worst first. */
  reasons: ReadinessReason[];
}

/** Whether a service is ready for a peak day, by the written rules. */
export function readinessOf(input: ReadinessInput): Readiness {
  const { experiments, expected, policy } = input;
  const proofs = experiments.map(({ proof }) => countingProof(proof, policy, input.now));
  const headroom = headroomOf({ proofs, expected, factor: policy.factor, production: input.production });
  const freshness = new Map(
    experiments.flatMap(({ proof, deploys }) =>
      proof.state === "unproven"
        ? []
        : [[proof.experiment.id, freshnessOf({ ranAt: proof.run.ranAt, deploys }, policy, input.now)]],
    ),
  );
  const reasons = [
    ...ofWhole(input, headroom),
    ...experiments.flatMap((one) => ofExperiment(one, freshness.get(one.proof.experiment.id), input)),
    ...ofRemoved(input),
    ...ofActions(input),
  ].toSorted((a, b) => Number(a.level === "at-risk") - Number(b.level === "at-risk"));
  return { verdict: reasons[0]?.level ?? "ready", headroom, freshness, reasons };
}

function reason(
  rule: ReadinessRuleCode,
  { experiment = null, words, step }: Partial<ReadinessReason> & { words: string; step: string },
): ReadinessReason {
  return { rule, level: READINESS_RULES[rule].level, experiment, words, step };
}

function ofWhole(input: ReadinessInput, headroom: Headroom): ReadinessReason[] {
  const noExperiment = reason("no-experiment", {
    words: "No experiment represents the peak.",
    step: input.hasExperiments === false ? "Upload a run." : "Mark the experiments that represent the peak.",
  });
  return [
    ...(input.experiments.length === 0 ? [noExperiment] : []),
    ...ofPeak(input),
    ...ofCapacity(input, headroom),
    ...ofLikeness(input),
  ];
}

function ofPeak({ expected, ...day }: ReadinessInput): ReadinessReason[] {
  if (expected === null)
    return [
      reason("no-expected-peak", {
        words: "Nobody has said how high the peak will be.",
        step: "Enter the expected peak, or the growth over an earlier peak day.",
      }),
    ];
  if (expected.kind === "typed") return ofTypedPeak(expected, day);
  if (!expected.simulated) return [];
  return [
    reason("simulated-peak", {
      words: `The expected peak comes from ${expected.earlier.name}, whose traffic was simulated.`,
      step: "Enter the expected peak.",
    }),
  ];
}

function ofTypedPeak(
  { throughput, below = null }: Extract<ExpectedPeak, { kind: "typed" }>,
  { startsAt, timeZone }: Pick<ReadinessInput, "startsAt" | "timeZone">,
): ReadinessReason[] {
  if (below === null) return [];
  return [
    reason("contradicted-peak", {
      words: belowEarlierInWords(throughput, below, { startsAt, timeZone }),
      step: `Raise the expected peak to at least ${formatFigure(below.low)} req/s, or correct the expected growth.`,
    }),
  ];
}

function ofCapacity({ policy }: ReadinessInput, { capacity, required, times }: Headroom): ReadinessReason[] {
  if (capacity.state === "unproven" || required === null || times === null) return [];
  if (capacity.throughput >= required) return [];
  const { throughput, experiment, calibration } = capacity.lowest;
  if (capacity.byProduction)
    return [
      reason("short", {
        words: `Production itself held ${formatFigure(capacity.throughput)} req/s, ${formatTimesOf(times, policy.factor)} the expected peak. ${policy.factor}x is required.`,
        step: `Prove ${formatFigure(required / (calibration?.factor ?? 1))} req/s with ${experiment.name}.`,
      }),
    ];
  const shown = capacity.state === "proven" ? "have proven" : "measured";
  const factor = calibration?.factor ?? 1;
  // What tests showed, and what a past day showed that it is worth.
  const worth =
    calibration === null
      ? ""
      : `, worth ${formatFigure(throughput)} req/s as ${calibration.peakDay.name} showed`;
  return [
    reason("short", {
      words: `Tests ${shown} ${formatFigure(throughput / factor)} req/s${worth}, ${formatTimesOf(times, policy.factor)} the expected peak. ${policy.factor}x is required.`,
      step: `Prove ${formatFigure(required / factor)} req/s with ${experiment.name}.`,
    }),
  ];
}

/** Where several experiments make up the peak, none of them alone is like it. */
function ofLikeness({ experiments, representative }: ReadinessInput): ReadinessReason[] {
  const [only] = experiments;
  if (representative !== "no" || experiments.length !== 1 || only === undefined) return [];
  const { experiment } = only.proof;
  return [
    reason("unlike", {
      experiment,
      words: "was not like live traffic.",
      step: `Change ${experiment.name} to send what live traffic sends, and run it.`,
    }),
  ];
}

function ofExperiment(
  one: ReadinessExperiment,
  freshness: Freshness | undefined,
  input: ReadinessInput,
): ReadinessReason[] {
  const { proof } = one;
  const { experiment } = proof;
  if (proof.state === "unproven" || freshness === undefined) {
    const detail = proof.state === "unproven" ? proof.detail : "";
    return [
      reason("no-proof", { experiment, words: `has no proof. ${detail}`.trim(), step: proofStep(proof) }),
    ];
  }
  return [
    ...ofAge(proof, freshness, input),
    ...ofRisks(proof, input),
    ...ofPlace(proof, input),
    ...ofBranch(proof),
    ...ofNewest(one),
    ...ofCollapse(proof, one.newest),
  ];
}

function proofStep(proof: ExperimentProof): string {
  const { name } = proof.experiment;
  const run = `until it meets its targets for ${CAPACITY_HOLD_SECONDS / 60} minutes.`;
  const lacksLimit = proof.state === "unproven" && proof.gap === "no-limit";
  return lacksLimit ? `Add a latency or error target to ${name}, and run it ${run}` : `Run ${name} ${run}`;
}

type Carried = Exclude<ExperimentProof, { state: "unproven" }>;

/** What missed a target was only measured. */
function wasShown({ state }: Carried): string {
  return state === "proven" ? "was proven" : "was measured";
}

function ofAge(proof: Carried, freshness: Freshness, input: ReadinessInput): ReadinessReason[] {
  const { experiment } = proof;
  const was = wasShown(proof);
  const { policy, endsAt } = input;
  const step = `Run ${experiment.name} again.`;
  const ago = agoInWords(freshness);
  const limit = plural(policy.proofDays, "day");
  if (freshness.state === "outdated")
    return [reason("outdated", { experiment, words: `${was} ${ago}. A proof counts for ${limit}.`, step })];
  const found: ReadinessReason[] = [];
  if (freshness.endsAt < endsAt)
    found.push(
      reason("ends-before", {
        experiment,
        words: `${was} ${ago}. A proof counts for ${limit}, and this one ends before the peak day is over.`,
        step,
      }),
    );
  if (freshness.tooManyDeploys && policy.proofDeploys !== null)
    found.push(
      reason("deploys", {
        experiment,
        words: `${was} ${ago}. The limit is ${plural(policy.proofDeploys, "deploy")}.`,
        step,
      }),
    );
  return found;
}

function ofRisks(proof: Carried, { endsAt }: ReadinessInput): ReadinessReason[] {
  if (proof.state !== "accepted" || !proof.risks.some(({ until }) => until < endsAt)) return [];
  const { experiment } = proof;
  return [
    reason("risk-ends-before", {
      experiment,
      words: "counts only because of an accepted risk, which ends before the peak day is over.",
      step: `Accept the risk of ${experiment.name} until after the peak day, or fix it and run it again.`,
    }),
  ];
}

function ofPlace(proof: Carried, { policy }: ReadinessInput): ReadinessReason[] {
  const { experiment, run } = proof;
  if (!proof.elsewhere) return [];
  return [
    reason("elsewhere", {
      experiment,
      words: `${wasShown(proof)} on ${run.environment ?? ""}. The peak takes place on ${policy.peakEnvironment}.`,
      step: `Run ${experiment.name} on ${policy.peakEnvironment}.`,
    }),
  ];
}

function ofNewest({ proof, newest, risks }: ReadinessExperiment): ReadinessReason[] {
  const { experiment } = proof;
  if (newest?.verdict === "unsure") return ofUnsure(experiment, newest);
  if (newest?.verdict !== "missed" || risksBehind(newest.results, risks) !== null) return [];
  const misses = newest.results.filter(({ verdict }) => verdict === "missed");
  return [
    reason("missed", {
      experiment,
      words: `missed ${missesInWords(misses)} in its newest run, ${newest.number}.`,
      step: `Fix ${experiment.name} and run it again, or have a member accept the risk.`,
    }),
  ];
}

/** One that proves a capacity itself, or is too short to, leaves nothing open. */
function ofUnsure(experiment: Carried["experiment"], newest: JudgedRun): ReadinessReason[] {
  if (newest.gap === null || !MISSED_GAPS.includes(newest.gap)) return [];
  const unsure = newest.results.filter(({ verdict }) => verdict === "unsure");
  return [
    reason("unsure", {
      experiment,
      words: `is unsure about ${missesInWords(unsure)} in its newest run, ${newest.number}.`,
      step: `Run ${experiment.name} again until it's clear whether it meets its targets.`,
    }),
  ];
}

function ofBranch(proof: Carried): ReadinessReason[] {
  const { experiment, run } = proof;
  if (run.otherBranch === null) return [];
  return [
    reason("unmerged", {
      experiment,
      words: `${wasShown(proof)} only on the branch ${run.otherBranch}, which isn't the default one.`,
      step: `Run ${experiment.name} on the default branch, or say which branch that is.`,
    }),
  ];
}

/** The run behind the proof, and the newest one. */
function ofCollapse({ experiment, run }: Carried, newest: JudgedRun | null): ReadinessReason[] {
  const collapsed = [run, newest].find((one) => one !== null && one.collapse !== null);
  if (!collapsed?.collapse) return [];
  const { held, throughput, seconds } = collapsed.collapse;
  const { number } = collapsed;
  return [
    reason("collapsed", {
      experiment,
      words: `held ${formatFigure(held)} req/s in run ${number}, and then fell to ${formatFigure(throughput)} req/s for ${formatLength(seconds)}.`,
      step: `Find out why ${experiment.name} collapsed and run it again, or set run ${number} aside.`,
    }),
  ];
}

function ofRemoved({ removed, endsAt, timeZone }: ReadinessInput): ReadinessReason[] {
  return removed.flatMap((one) => {
    const { experiment, how, acceptedUntil } = one;
    if (acceptedUntil !== null && acceptedUntil >= endsAt) return [];
    const words = removalInWords(one, timeZone);
    const ending = `${words} That is accepted, but not until the peak day is over.`;
    const mark = how === "deleted" ? "" : `, or mark ${experiment.name} as representing the peak again`;
    return [
      reason("removed", {
        experiment,
        words: acceptedUntil === null ? words : ending,
        step: `Have a member accept that ${experiment.name} no longer counts${mark}.`,
      }),
    ];
  });
}

function ofActions({ actions, now }: ReadinessInput): ReadinessReason[] {
  const overdue = actions.filter(({ dueAt }) => dueAt !== null && dueAt < now);
  if (overdue.length === 0) return [];
  const titles = overdue.map(({ title }) => `“${title}”`).join(", ");
  const are = overdue.length === 1 ? "is" : "are";
  return [
    reason("overdue", {
      words: `${titles} ${are} overdue.`,
      step: overdue.length === 1 ? "Close the overdue action." : "Close the overdue actions.",
    }),
  ];
}
