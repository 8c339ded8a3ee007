import type { MissAnswer, ProofRunAnswer, ProvenCapacity } from "@headroom/contract";
import {
  calibratedProof,
  CAPACITY_HOLD_SECONDS,
  countingProof,
  experimentProof,
  isLimit,
  leftOutLabelsWords,
  MISSED_GAPS,
  parseTarget,
  testedCapacityOf,
} from "@headroom/core";
import type {
  AcceptedRisk,
  Calibration,
  ExperimentEvidence,
  ExperimentProof,
  JudgedRun,
  ProductionProof,
  ProofRun,
  TargetResult,
} from "@headroom/core";
import { readHeldRuns, readJudgedRuns, readPeakExperiments } from "@headroom/db";
import type { HeldRunRead, JudgedRunRead, PeakExperimentRead, WorkspaceTx } from "@headroom/db";
import { readActiveRisks } from "../accepted-risk/answer-risk.ts";
import { environmentKey, readCalibrations } from "./calibrations.ts";
import type { Calibrations } from "./calibrations.ts";
import { readProductionProof } from "./production-proof.ts";
import { readSettings } from "../workspace/settings.ts";

/** An experiment, what it proves, and what that is based on. */
export interface PeakExperiment {
  experiment: PeakExperimentRead;
  proof: ExperimentProof;
  /** The same, unless it is outdated: then it has no proof. */
  counting: ExperimentProof;
  newest: JudgedRunRead | null;
  risks: readonly AcceptedRisk[];
}

/** What the experiments that represent the peaks of these services prove, by name. */
export function readPeakProofs(
  tx: WorkspaceTx,
  { serviceIds, ...at }: { serviceIds: readonly string[] } & Moment,
): Promise<PeakExperiment[]> {
  return readProofs(tx, { serviceIds }, at);
}

/** What one experiment proves, whether or not it represents the peak; null: it is gone. */
export async function readExperimentProof(
  tx: WorkspaceTx,
  { experimentId, ...at }: { experimentId: string } & Moment,
): Promise<PeakExperiment | null> {
  const [found] = await readProofs(tx, { experimentIds: [experimentId] }, at);
  return found ?? null;
}

interface Moment {
  workspaceId: string;
  now: Date;
  /** A peak day, of which its own traffic is no proof. Left out: all runs count. */
  peakDay?: { startsAt: Date; endsAt: Date } | undefined;
}

async function readProofs(
  tx: WorkspaceTx,
  of: Parameters<typeof readPeakExperiments>[1]["of"],
  { workspaceId, now, peakDay }: Moment,
): Promise<PeakExperiment[]> {
  const { peakEnvironment, proofDays } = await readSettings(tx, workspaceId);
  // All of them: the lowest is what a service has proven, whatever its name.
  const own = peakDay === undefined ? null : { from: peakDay.startsAt, to: peakDay.endsAt };
  const experiments = await readPeakExperiments(tx, { of, missedGaps: MISSED_GAPS, own });
  const experimentIds = experiments.map(({ id }) => id);
  const holdSeconds = CAPACITY_HOLD_SECONDS;
  const held = Map.groupBy(
    await readHeldRuns(tx, { experimentIds, missedGaps: MISSED_GAPS, holdSeconds, own }),
    ({ experimentId }) => experimentId,
  );
  const risks = await readActiveRisks(tx, experimentIds, now);
  // An experiment's own page shows what its runs held.
  const serviceIds = "serviceIds" in of ? of.serviceIds : [];
  const calibrations = await readCalibrations(tx, { serviceIds, now });
  const wanted = [
    ...experiments.flatMap(({ newestId, judgedId }) => [newestId, judgedId]),
    ...[...risks.values()].flat().map(({ runId }) => runId),
  ];
  const runIds = [...new Set(wanted.filter((id) => id !== null))];
  const runs = new Map((await readJudgedRuns(tx, { runIds, holdSeconds })).map((run) => [run.id, run]));
  return experiments.map((experiment) => {
    const accepted = risks.get(experiment.id) ?? [];
    const evidence = evidenceOf(experiment, { held, runs, risks: accepted });
    const found = experimentProof(evidence, peakEnvironment);
    const proof = calibratedProof(found, calibrationOf(found, calibrations.get(experiment.serviceId)));
    return {
      experiment,
      proof,
      counting: countingProof(proof, { proofDays }, now),
      newest: runs.get(experiment.newestId ?? "") ?? null,
      risks: accepted,
    };
  });
}

function calibrationOf(proof: ExperimentProof, known: Calibrations | undefined): Calibration | null {
  if (proof.state === "unproven") return null;
  return known?.get(environmentKey(proof.run.environment)) ?? null;
}

interface Read {
  held: ReadonlyMap<string, readonly HeldRunRead[]>;
  runs: ReadonlyMap<string, JudgedRunRead>;
  risks: readonly AcceptedRisk[];
}

function evidenceOf(experiment: PeakExperimentRead, { held, runs, risks }: Read): ExperimentEvidence {
  const { id, name, targets, targetSetId, heldOnce, newestId, judgedId } = experiment;
  const run = (runId: string | null): JudgedRun | null => runs.get(runId ?? "") ?? null;
  return {
    id,
    name,
    hasLimit: targets.some((text) => {
      const parsed = parseTarget(text);
      return parsed.ok && isLimit(parsed.target);
    }),
    held: (held.get(id) ?? []).map(withoutExperiment),
    heldOnce,
    newest: run(newestId),
    judged: run(judgedId),
    risks,
    riskRuns: [...new Set(risks.map(({ runId }) => runId))]
      .flatMap((runId) => runs.get(runId) ?? [])
      .filter((one) => one.targetSetId === targetSetId),
  };
}

function withoutExperiment({ experimentId: _of, ...run }: HeldRunRead): Omit<HeldRunRead, "experimentId"> {
  return run;
}

/** What is proven that a service holds, as peak days show it. */
export async function readServiceCapacity(
  tx: WorkspaceTx,
  { serviceId, workspaceId, now, peakDay }: { serviceId: string } & Moment,
): Promise<ProvenCapacity> {
  const proofs = await readPeakProofs(tx, { serviceIds: [serviceId], workspaceId, now, peakDay });
  const { proofDays } = await readSettings(tx, workspaceId);
  const production = await readProductionProof(tx, { serviceId, proofDays, now, peakDay });
  return answerCapacity(
    proofs.map(({ counting }) => counting),
    production,
  );
}

/** The greater of the lowest of these proofs and what production held, as pages and the API say it. */
export function answerCapacity(
  proofs: readonly ExperimentProof[],
  production: ProductionProof | null,
): ProvenCapacity {
  const capacity = testedCapacityOf(proofs, production);
  if (capacity.state === "unproven") {
    const [missing] = capacity.missing;
    return {
      proven: false,
      experiment: missing?.experiment ?? null,
      measured: capacity.measured,
      detail: missing?.detail ?? null,
    };
  }
  const { lowest, throughput, byProduction } = capacity;
  const { experiment, calibration, run, elsewhere } = lowest;
  return {
    proven: true,
    throughput,
    heldAt: byProduction ? (production?.from.toISOString() ?? null) : null,
    experiment,
    run: answerRun(run),
    elsewhere,
    calibration,
    accepted:
      lowest.state === "proven" || byProduction
        ? null
        : {
            misses: lowest.misses.map(answerMiss),
            until: earliest(lowest.risks).toISOString(),
          },
  };
}

/** The run behind a proof, as pages and the API show it. */
export function answerRun({
  id,
  number,
  ranAt,
  environment,
  otherBranch,
  labelFilter,
}: ProofRun): ProofRunAnswer {
  const leftOut = labelFilter ? leftOutLabelsWords(labelFilter) : null;
  return { id, number, ranAt: ranAt.toISOString(), environment, otherBranch, leftOut };
}

/** A miss, as pages and the API show it. */
export function answerMiss({ text, value, range, unit }: TargetResult): MissAnswer {
  return { target: text, value, range, unit };
}

function earliest(risks: readonly AcceptedRisk[]): Date {
  return new Date(Math.min(...risks.map(({ until }) => until.getTime())));
}
