import { freshnessOf } from "@headroom/core";
import type { Calibration } from "@headroom/core";
import { readOverview } from "@headroom/db";
import type { LatestRunOverview, ServiceOverview as ServiceRead, WorkspaceTx } from "@headroom/db";
import { readPeakProofs } from "../capacity/service-capacity.ts";
import type { PeakExperiment } from "../capacity/service-capacity.ts";
import type { Context } from "../context.ts";
import { onlyServiceOf, requireScope } from "../scope.ts";
import { readSettings } from "../workspace/settings.ts";

export type { LatestRunOverview } from "@headroom/db";

/** The lowest of what the experiments that represent a peak prove. */
interface LowestProof {
  experimentId: string;
  name: string;
  throughput: number;
  /** It missed targets, and a member accepts that. */
  accepted: boolean;
  /** Where it ran, if that isn't where the peak takes place. */
  elsewhere: string | null;
  /** What a past peak day showed that it is worth; null: nothing less. */
  calibration: Calibration | null;
}

export interface ServiceOverview extends ServiceRead {
  /** How many of the experiments that represent the peak have a proof. */
  peaksProven: number;
  lowest: LowestProof | null;
}

/** A proof that no longer counts, or not for much longer. */
export interface StaleProof {
  experiment: { id: string; name: string };
  service: { slug: string; name: string };
  endsAt: Date;
  ended: boolean;
}

export interface Overview {
  services: ServiceOverview[];
  servicesTotal: number;
  latestRuns: LatestRunOverview[];
  /** Of experiments that represent a peak, the oldest proof first. */
  stale: StaleProof[];
  /** How many proofs are stale, shown or not. */
  staleTotal: number;
}

const MAX_STALE = 8;
const SERVICES = 50;
const RUNS = 12;

/** Services with their latest verdicts and tested capacity, and the newest runs. */
export async function getOverview({ ctx }: { ctx: Context }): Promise<Overview> {
  requireScope(ctx, "read");
  const serviceId = onlyServiceOf(ctx.actor);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const read = await readOverview(tx, { serviceId, services: SERVICES, runs: RUNS });
    return { ...read, ...(await withCapacity(tx, ctx, read.services)) };
  });
}

async function withCapacity(
  tx: WorkspaceTx,
  { workspaceId, clock }: Context,
  services: readonly ServiceRead[],
): Promise<Pick<Overview, "services" | "stale" | "staleTotal">> {
  const serviceIds = services.filter(({ peaks }) => peaks > 0).map(({ id }) => id);
  const now = clock();
  const proofs = await readPeakProofs(tx, { serviceIds, workspaceId, now });
  const { proofDays } = await readSettings(tx, workspaceId);
  const stale = proofs.flatMap((one) => staleIn(one, services, { proofDays, now }));
  return {
    services: services.map((service) => {
      const own = proofs.filter(({ experiment }) => experiment.serviceId === service.id).flatMap(provenBy);
      const lowest = own.toSorted((a, b) => a.throughput - b.throughput)[0] ?? null;
      return { ...service, peaksProven: own.length, lowest };
    }),
    stale: stale.toSorted((a, b) => a.endsAt.getTime() - b.endsAt.getTime()).slice(0, MAX_STALE),
    staleTotal: stale.length,
  };
}

function staleIn(
  { experiment, proof }: PeakExperiment,
  services: readonly ServiceRead[],
  { proofDays, now }: { proofDays: number; now: Date },
): StaleProof[] {
  const service = services.find(({ id }) => id === experiment.serviceId);
  if (proof.state === "unproven" || service === undefined) return [];
  const age = { ranAt: proof.run.ranAt, deploys: null };
  const { state, endsAt } = freshnessOf(age, { proofDays, proofDeploys: null }, now);
  if (state === "fresh") return [];
  return [
    {
      experiment: { id: experiment.id, name: experiment.name },
      service: { slug: service.slug, name: service.name },
      endsAt,
      ended: state === "outdated",
    },
  ];
}

function provenBy({ counting: proof }: PeakExperiment): LowestProof[] {
  if (proof.state === "unproven") return [];
  const { experiment, throughput, calibration, state, elsewhere, run } = proof;
  return [
    {
      experimentId: experiment.id,
      name: experiment.name,
      throughput,
      accepted: state === "accepted",
      elsewhere: elsewhere ? run.environment : null,
      calibration,
    },
  ];
}
