import type { PeakHeadroom } from "@headroom/contract";
import { readinessOf, testedCapacityOf } from "@headroom/core";
import type {
  ExpectedPeak,
  ProductionProof,
  Readiness,
  ReadinessExperiment,
  ReadinessInput,
  ReadinessPolicy,
  Representative,
  TestedCapacity,
} from "@headroom/core";
import { readDeploysSince } from "@headroom/db";
import type { ServiceDayModel, WorkspaceTx } from "@headroom/db";
import { readProductionProof } from "../capacity/production-proof.ts";
import { readPeakProofs } from "../capacity/service-capacity.ts";
import type { PeakExperiment } from "../capacity/service-capacity.ts";
import { readRemovals, removedExperiment } from "../accepted-risk/removed.ts";
import type { Removal } from "../accepted-risk/removed.ts";
import type { Context } from "../context.ts";
import { getLikeness } from "../likeness/get-likeness.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";
import { readSettings } from "../workspace/settings.ts";

/** What the readiness of a service's peak days depends on: of all of them, or of one, of which its own traffic is no proof. */
export interface ServiceFacts {
  now: Date;
  /** What the experiments prove, and what each of them was read from, in the same order. */
  experiments: readonly ReadinessExperiment[];
  read: readonly PeakExperiment[];
  /** Whether the service has an experiment at all, even if none represents the peak. */
  hasExperiments: boolean;
  /** Experiments that represented the peak and no longer do. */
  removals: readonly Removal[];
  /** The most that production itself held. */
  production: ProductionProof | null;
  policy: ReadinessPolicy;
}

export async function readServiceFacts(
  tx: WorkspaceTx,
  ctx: Context,
  { serviceId, peakDay }: { serviceId: string; peakDay?: Pick<ServiceDayModel, "startsAt" | "endsAt"> },
): Promise<ServiceFacts> {
  const now = ctx.clock();
  const { workspaceId } = ctx;
  const settings = await readSettings(tx, workspaceId);
  const { capacityFactor: factor, proofDays, proofDeploys, peakEnvironment } = settings;
  const read = await readPeakProofs(tx, { serviceIds: [serviceId], workspaceId, now, peakDay });
  const moments = read.map(({ proof }) => (proof.state === "unproven" ? now : proof.run.ranAt));
  const deploys = await readDeploysSince(tx, { serviceId, moments, until: now });
  const some =
    read.length > 0
      ? null
      : await tx.prisma.experiment.findFirst({ where: { serviceId, deletedAt: null }, select: { id: true } });
  return {
    now,
    read,
    hasExperiments: read.length > 0 || some !== null,
    removals: await readRemovals(tx, { serviceId }, now),
    experiments: read.map(({ proof, newest, risks }, place) => {
      return { proof, newest, risks, deploys: deploys?.[place] ?? null };
    }),
    production: await readProductionProof(tx, { serviceId, proofDays, now, peakDay }),
    policy: { factor, proofDays, proofDeploys, peakEnvironment },
  };
}

/** What tests and production show that the service holds. */
export function capacityOf({ read, production }: Pick<ServiceFacts, "read" | "production">): TestedCapacity {
  return testedCapacityOf(
    read.map(({ counting }) => counting),
    production,
  );
}

/** Whether the run that sets the capacity was like live traffic; null: there is no such run. */
export async function readRepresentative(
  ctx: Context,
  facts: ServiceFacts,
  keepDays: TrafficRetention,
): Promise<Representative | null> {
  const capacity = capacityOf(facts);
  if (capacity.state === "unproven") return null;
  const { representative } = await getLikeness({
    ctx,
    keepDays,
    input: { runId: capacity.lowest.run.id },
  });
  return representative;
}

/** As the API and pages show it. */
export function answerExpected(expected: ExpectedPeak | null): PeakHeadroom["expected"] {
  if (expected === null || expected.kind === "growth") return expected;
  const { below = null, ...typed } = expected;
  if (below === null) return { ...typed, below };
  const { crosses } = below;
  return {
    ...typed,
    below: { ...below, crosses: crosses === null ? null : { ...crosses, at: crosses.at.toISOString() } },
  };
}

/** What readiness is decided from, for one peak day. */
export function inputFor(
  facts: ServiceFacts,
  {
    day,
    expected,
    representative,
    actions,
  }: {
    day: Pick<ServiceDayModel, "startsAt" | "endsAt" | "timeZone">;
    expected: ExpectedPeak | null;
    representative: Representative | null;
    actions: ReadinessInput["actions"];
  },
): ReadinessInput {
  const { now, experiments, hasExperiments, policy, production } = facts;
  const { startsAt, endsAt, timeZone } = day;
  const removed = facts.removals.map((one) => removedExperiment(one, now));
  const at = { now, startsAt, endsAt, timeZone };
  return {
    ...at,
    experiments,
    hasExperiments,
    production,
    removed,
    expected,
    policy,
    representative,
    actions,
  };
}

export function readinessFor(
  facts: ServiceFacts,
  day: Parameters<typeof inputFor>[1],
): { input: ReadinessInput; readiness: Readiness } {
  const input = inputFor(facts, day);
  return { input, readiness: readinessOf(input) };
}
