import { agoInWords, freshnessOf } from "@headroom/core";
import type { ExperimentProof } from "@headroom/core";
import { formatFigure, plural } from "@headroom/core/format";
import { readDeploysSince } from "@headroom/db";
import type { ExperimentModel, WorkspaceTx } from "@headroom/db";
import { readExperimentProof } from "../capacity/service-capacity.ts";
import type { Context } from "../context.ts";
import { readSettings } from "../workspace/settings.ts";
import type { ExperimentCapacity } from "./experiment-capacity.ts";

/** What speaks against the capacity that an experiment's page shows. */
export interface ProofDoubt {
  /** It no longer counts. Otherwise it does, with this beside it. */
  ended: boolean;
  /** Sentences. */
  words: string;
}

interface Shown {
  experiment: ExperimentModel;
  capacity: ExperimentCapacity;
}

/** Null: nothing. Only experiments that represent the peak have to be run again after a while. */
export async function readProofDoubt(
  tx: WorkspaceTx,
  { workspaceId, clock }: Context,
  { experiment, capacity }: Shown,
): Promise<ProofDoubt | null> {
  const now = clock();
  const found = await readExperimentProof(tx, { experimentId: experiment.id, workspaceId, now });
  if (found === null) return null;
  const { proof, counting } = found;
  if (proof.state !== "proven") return withoutProof(proof, capacity);
  if (!capacity.proven) return null;
  if (experiment.representsPeak && counting.state === "unproven")
    return { ended: true, words: counting.detail };
  const { run, throughput } = proof;
  if (run.id !== capacity.run.id && throughput < capacity.throughput)
    return {
      ended: true,
      words: `It no longer counts. ${rate(throughput)} of run ${run.number} counts now.`,
    };
  return experiment.representsPeak ? ofDeploys(tx, experiment, { ranAt: run.ranAt, now }) : null;
}

function withoutProof(
  proof: Exclude<ExperimentProof, { state: "proven" }>,
  capacity: ExperimentCapacity,
): ProofDoubt | null {
  if (proof.state === "accepted")
    return {
      ended: capacity.proven,
      words: `${rate(proof.throughput)} of run ${proof.run.number} counts with an accepted risk.`,
    };
  return capacity.proven ? { ended: true, words: proof.detail } : null;
}

async function ofDeploys(
  tx: WorkspaceTx,
  { serviceId, workspaceId }: ExperimentModel,
  { ranAt, now }: { ranAt: Date; now: Date },
): Promise<ProofDoubt | null> {
  const settings = await readSettings(tx, workspaceId);
  const since = await readDeploysSince(tx, { serviceId, moments: [ranAt], until: now });
  const deploys = since?.[0] ?? null;
  const freshness = freshnessOf({ ranAt, deploys }, settings, now);
  if (!freshness.tooManyDeploys || settings.proofDeploys === null) return null;
  const limit = plural(settings.proofDeploys, "deploy");
  return { ended: false, words: `Proven ${agoInWords(freshness)}. The limit is ${limit}.` };
}

function rate(throughput: number): string {
  return `${formatFigure(throughput)} req/s`;
}
