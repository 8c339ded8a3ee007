import { DAY_MILLIS, freshnessOf } from "@headroom/core";
import type { Calibration } from "@headroom/core";
import {
  countOwned,
  readBetter,
  readExperimentLines,
  readOverview,
  readWorse,
  readWorstOfServices,
} from "@headroom/db";
import type {
  ExperimentLine,
  LatestRunOverview,
  ServiceOverview as ServiceRead,
  WorkspaceTx,
} from "@headroom/db";
import { readPeakProofs } from "../capacity/service-capacity.ts";
import type { PeakExperiment } from "../capacity/service-capacity.ts";
import type { Context } from "../context.ts";
import { readProductionProofs } from "../capacity/production-proof.ts";
import { readPersonName } from "../member/person-name.ts";
import { onlyServiceOf, requireScope } from "../scope.ts";
import { readSettings } from "../workspace/settings.ts";
import { readGates } from "./read-gates.ts";
import type { Gates } from "./read-gates.ts";
import { WORST_FIRST } from "./worst-first.ts";

export type { ExperimentLine } from "@headroom/db";

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
  /** What production itself held, if that is more; null: it isn't. */
  production: number | null;
  /** Its experiment with the worst outcome. */
  worst: ExperimentLine | null;
}

/** A proof that no longer counts, or not for much longer. */
export interface StaleProof {
  experiment: { id: string; name: string };
  service: { slug: string; name: string };
  endsAt: Date;
  ended: boolean;
}

export interface Overview {
  /** What got worse on the default branch and isn't accepted, the worst first. */
  worse: ExperimentLine[];
  /** How many experiments that is, shown or not. */
  worseTotal: number;
  /** What got better in the last 30 days and still is, the latest first. */
  better: ExperimentLine[];
  betterTotal: number;
  /** What gates report for the latest runs of builds. */
  gates: Gates;
  /** Whose experiments these are; null: everybody's. */
  owner: string | null;
  /** How many experiments name the reader as their owner. */
  mine: number;
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
const WORSE = 10;
const BETTER = 3;
/** Good news gets old; what got worse stays until somebody accepts it. */
const BETTER_DAYS = 30;
/** What got worse, and services with their latest verdicts, tested capacity and worst experiment. `isMine`: only of experiments that name the reader as their owner. */
export async function getOverview({
  ctx,
  input: { isMine = false, mostServices = SERVICES } = {},
}: {
  ctx: Context;
  input?: { isMine?: boolean; mostServices?: number };
}): Promise<Overview> {
  requireScope(ctx, "read");
  const serviceId = onlyServiceOf(ctx.actor);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const name = ctx.actor.kind === "person" ? await readPersonName(tx, ctx.actor.id) : null;
    // Nobody owns the experiments of a token.
    const owner = isMine ? (name ?? "") : null;
    const read = await readOverview(tx, { serviceId, owner, services: mostServices, runs: RUNS });
    const { services, ...proofs } = await withCapacity(tx, ctx, { services: read.services, owner });
    const worse = await readWorse(tx, { serviceId, owner, most: WORSE });
    const since = new Date(ctx.clock().getTime() - BETTER_DAYS * DAY_MILLIS);
    const better = await readBetter(tx, { serviceId, owner, since, most: BETTER });
    const serviceIds = services.map(({ id }) => id);
    const worstIds = await readWorstOfServices(tx, { serviceIds, owner, order: WORST_FIRST });
    const lines = await readExperimentLines(tx, [...new Set([...worse.ids, ...better.ids, ...worstIds])]);
    const byId = new Map(lines.map((line) => [line.id, line]));
    return {
      ...read,
      ...proofs,
      owner,
      mine: name === null ? 0 : await countOwned(tx, name),
      worse: worse.ids.flatMap((id) => byId.get(id) ?? []),
      worseTotal: worse.total,
      better: better.ids.flatMap((id) => byId.get(id) ?? []),
      betterTotal: better.total,
      gates: await readGates(tx, { serviceId, owner, now: ctx.clock() }),
      services: services.map((service) => ({
        ...service,
        worst: lines.find((line) => line.service.id === service.id && worstIds.includes(line.id)) ?? null,
      })),
    };
  });
}

async function withCapacity(
  tx: WorkspaceTx,
  { workspaceId, clock }: Context,
  { services, owner }: { services: readonly ServiceRead[]; owner: string | null },
): Promise<Pick<Overview, "stale" | "staleTotal"> & { services: Omit<ServiceOverview, "worst">[] }> {
  const serviceIds = services.filter(({ peaks }) => peaks > 0).map(({ id }) => id);
  const now = clock();
  const proofs = await readPeakProofs(tx, { serviceIds, workspaceId, now });
  const { proofDays } = await readSettings(tx, workspaceId);
  const production = await readProductionProofs(tx, { serviceIds, proofDays, now });
  const isOf = ({ experiment }: PeakExperiment) =>
    owner === null || experiment.owner?.toLowerCase() === owner.toLowerCase();
  const stale = proofs.filter(isOf).flatMap((one) => staleIn(one, services, { proofDays, now }));
  return {
    services: services.map((service) => {
      const own = proofs.filter(({ experiment }) => experiment.serviceId === service.id).flatMap(provenBy);
      const lowest = own.toSorted((a, b) => a.throughput - b.throughput)[0] ?? null;
      const held = production.get(service.id)?.throughput ?? 0;
      const isMore = lowest !== null && held > lowest.throughput;
      return { ...service, peaksProven: own.length, lowest, production: isMore ? held : null };
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
