import type { LabelFilter } from "../cell/label-filter.ts";
import { formatFigure } from "../format/number.ts";
import { metricRow } from "../targets/metrics.ts";
import { parseTarget } from "../targets/target.ts";
import type { Verdict } from "../verdict/judged.ts";
import { missInWords, risksBehind } from "./accepted-risk.ts";
import type { AcceptedRisk, TargetResult } from "./accepted-risk.ts";
import type { Collapse } from "./collapse.ts";
import type { CapacityGap } from "./capacity.ts";

/** A run that proves something, or tried to. */
export interface ProofRun {
  id: string;
  number: number;
  /** When it ran, or when it arrived if its source says a later time. */
  ranAt: Date;
  environment: string | null;
  /** The run's branch, if it counts only because the default branch has no run. Otherwise null. */
  otherBranch: string | null;
  /** Labels that were left out when it was uploaded; null or missing: none. */
  labelFilter?: LabelFilter | null;
  /** What it held, and what was left afterwards; null: it didn't collapse. */
  collapse: ({ held: number } & Collapse) | null;
}

export interface HeldRun extends ProofRun {
  /** What it held with every latency and error target met, in requests a second. */
  throughput: number;
}

export interface JudgedRun extends ProofRun {
  verdict: Verdict | null;
  /** What keeps it from proving a capacity; null: it proves one, or it was never looked for. */
  gap: CapacityGap | null;
  detail: string | null;
  /** Successful requests a second over the judged window. */
  throughput: number | null;
  results: readonly TargetResult[];
}

/** What is known of one experiment that represents the peak. */
export interface ExperimentEvidence {
  id: string;
  name: string;
  /** Whether a target limits latency or errors: otherwise any throughput would pass. */
  hasLimit: boolean;
  /**
   * The most that runs held under the current targets, one for each environment. Runs are left out if a later one of the
   * same environment and branch missed its limits at no more load.
   */
  held: readonly HeldRun[];
  /** The most that any run held under the current targets, whatever happened later. */
  heldOnce: Pick<HeldRun, "number" | "throughput"> | null;
  /** The newest complete run, and the newest that was judged by the current targets. */
  newest: JudgedRun | null;
  judged: JudgedRun | null;
  /** Those that count now. */
  risks: readonly AcceptedRisk[];
  /** Runs of the current targets that these risks were accepted for. */
  riskRuns: readonly JudgedRun[];
}

export const PROOF_GAPS = ["no-run", "not-judged", "contradicted", "outdated"] as const;
export type ProofGap = (typeof PROOF_GAPS)[number] | CapacityGap;

interface OfExperiment {
  experiment: { id: string; name: string };
}

/** What a past peak day showed that proofs of an environment are worth. */
export interface Calibration {
  /** Below 1. */
  factor: number;
  peakDay: { id: string; name: string };
}

interface Carried extends OfExperiment {
  /** With the calibration. */
  throughput: number;
  /** Null: no peak day has shown that the proof is worth less. */
  calibration: Calibration | null;
  run: ProofRun;
  /** It ran in another environment than the one in which the peak takes place. */
  elsewhere: boolean;
}

/** What one experiment says about the peak. */
export type ExperimentProof =
  | (Carried & { state: "proven" })
  | (Carried & {
      /** It missed targets, and all of the misses are accepted. The throughput is what was measured. */
      state: "accepted";
      risks: AcceptedRisk[];
      misses: TargetResult[];
    })
  | (OfExperiment & { state: "unproven"; gap: ProofGap; detail: string });

export function experimentProof(evidence: ExperimentEvidence, peakEnvironment: string): ExperimentProof {
  const { id, name, held } = evidence;
  const experiment = { id, name };
  const isElsewhere = (run: ProofRun) => !isOf(run, peakEnvironment);
  const proven = held.toSorted((a, b) => b.throughput - a.throughput);
  const accepted = acceptedRuns(evidence);
  for (const elsewhere of [false, true]) {
    const best = proven.find((run) => isElsewhere(run) === elsewhere);
    if (best !== undefined) {
      const { throughput, ...run } = best;
      return { state: "proven", experiment, throughput, calibration: null, run, elsewhere };
    }
    const [newest] = accepted.filter(({ run }) => isElsewhere(run) === elsewhere);
    if (newest !== undefined)
      return { state: "accepted", experiment, calibration: null, ...newest, elsewhere };
  }
  return { state: "unproven", experiment, ...gapOf(evidence) };
}

/** What a proof is worth after a peak day that held less. What was only measured, with an accepted risk, is no proof to begin with. */
export function calibratedProof(proof: ExperimentProof, calibration: Calibration | null): ExperimentProof {
  if (calibration === null || proof.state !== "proven") return proof;
  return { ...proof, throughput: proof.throughput * calibration.factor, calibration };
}

/** A run that doesn't say where it ran isn't known to have run elsewhere. */
function isOf({ environment }: ProofRun, wanted: string): boolean {
  return environment === null || environment.trim().toLowerCase() === wanted.trim().toLowerCase();
}

/** Newest first. A later run that missed more than was accepted ends what the earlier one stands for. */
function acceptedRuns({ riskRuns, risks, judged }: ExperimentEvidence) {
  const isWorse =
    judged !== null &&
    isConclusive(judged) &&
    risksBehind(judged.results.filter(isMissedLimit), risks) === null;
  return riskRuns
    .filter(
      ({ ranAt, environment }) => !isWorse || ranAt >= judged.ranAt || environment !== judged.environment,
    )
    .flatMap((run) => {
      const { id, number, ranAt, environment, otherBranch, collapse, throughput, results } = run;
      if (throughput === null || !isConclusive(run)) return [];
      const limits = results.filter(({ text }) => isLimitText(text));
      const misses = limits.filter(({ verdict }) => verdict === "missed");
      const behind = risksBehind(limits, risks);
      const isKnown = limits.every(({ verdict }) => verdict === "met" || verdict === "missed");
      if (behind === null || misses.length === 0 || !isKnown) return [];
      const proof = { id, number, ranAt, environment, otherBranch, collapse };
      return [{ run: proof, throughput, risks: behind, misses }];
    })
    .toSorted((a, b) => b.run.ranAt.getTime() - a.run.ranAt.getTime());
}

/** What a run lacks because of its targets, rather than because it was too short, simulated, or had no requests. */
export const MISSED_GAPS: readonly ProofGap[] = ["never-met", "other-target"];

function isConclusive({ gap }: JudgedRun): boolean {
  return gap !== null && MISSED_GAPS.includes(gap);
}

function gapOf(evidence: ExperimentEvidence): { gap: ProofGap; detail: string } {
  const { hasLimit, heldOnce, newest, judged } = evidence;
  if (!hasLimit)
    return { gap: "no-limit", detail: "No target limits latency or errors, so any throughput would pass." };
  if (newest === null) return { gap: "no-run", detail: "It has never been run." };
  if (judged === null) return { gap: "not-judged", detail: "No run has been judged by the current targets." };
  const missed = `Run ${judged.number} missed ${missesInWords(judged.results.filter(isMissedLimit))}`;
  const hasMissed = judged.results.some(isMissedLimit);
  if (heldOnce !== null)
    return {
      gap: "contradicted",
      detail: hasMissed
        ? `${missed}, after run ${heldOnce.number} had held ${formatFigure(heldOnce.throughput)} req/s.`
        : `A later run missed its targets, after run ${heldOnce.number} had held ${formatFigure(heldOnce.throughput)} req/s.`,
    };
  if (judged.gap === null) return { gap: "not-judged", detail: "Judge its runs again to find out." };
  if (hasMissed && judged.gap !== "simulated") return { gap: judged.gap, detail: `${missed}.` };
  return { gap: judged.gap, detail: `Run ${judged.number}: ${judged.detail ?? ""}` };
}

function isMissedLimit({ text, verdict }: TargetResult): boolean {
  return verdict === "missed" && isLimitText(text);
}

function isLimitText(text: string): boolean {
  const parsed = parseTarget(text);
  return parsed.ok && metricRow(parsed.target.metric).limitsCapacity;
}

/** p99 <= 200 ms (240 ms), error rate <= 0.1% (2%) */
export function missesInWords(misses: readonly Parameters<typeof missInWords>[0][]): string {
  return misses.map(missInWords).join(", ");
}

/** What a service holds: the greater of what production itself held and the lowest over the experiments that represent the peak. */
export type TestedCapacity =
  | {
      state: "proven" | "accepted";
      throughput: number;
      /** Of the experiments. */
      lowest: Exclude<ExperimentProof, { state: "unproven" }>;
      /** Whether production itself held more than that. */
      byProduction: boolean;
    }
  | {
      state: "unproven";
      /** Those without proof; none: no experiment represents the peak. */
      missing: Extract<ExperimentProof, { state: "unproven" }>[];
      /** The lowest of the others; null: there are none. */
      measured: number | null;
    };

/** What production held makes no experiment proven that isn't. */
export function testedCapacityOf(
  proofs: readonly ExperimentProof[],
  production: { throughput: number } | null = null,
): TestedCapacity {
  const missing = proofs.filter((proof) => proof.state === "unproven");
  const carried = proofs.filter((proof) => proof.state !== "unproven");
  const [lowest] = carried.toSorted(
    (a, b) => a.throughput - b.throughput || a.experiment.id.localeCompare(b.experiment.id),
  );
  if (missing.length > 0 || lowest === undefined)
    return { state: "unproven", missing, measured: lowest?.throughput ?? null };
  if (production !== null && production.throughput > lowest.throughput)
    return { state: "proven", throughput: production.throughput, lowest, byProduction: true };
  return { state: lowest.state, throughput: lowest.throughput, lowest, byProduction: false };
}
