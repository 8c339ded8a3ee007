import type { ProductionProofAnswer } from "@headroom/contract";
import { DAY_MILLIS, formatTarget, newestOutdated, productionInWords } from "@headroom/core";
import type { ProductionProof, ReadinessExperiment } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";
import { readPeakLimits } from "../run/record/peak-limits.ts";

/**
 * The most that production itself held under the present targets while a proof counts. A peak day's own traffic is no
 * proof of it. Null: nothing was held.
 */
export async function readProductionProof(
  tx: WorkspaceTx,
  {
    serviceId,
    proofDays,
    now,
    peakDay,
  }: {
    serviceId: string;
    proofDays: number;
    now: Date;
    peakDay?: { startsAt: Date; endsAt: Date } | undefined;
  },
): Promise<ProductionProof | null> {
  const targets = (await readPeakLimits(tx, serviceId)).map(formatTarget);
  if (targets.length === 0) return null;
  const elsewhen =
    peakDay === undefined
      ? {}
      : { OR: [{ toAt: { lte: peakDay.startsAt } }, { fromAt: { gte: peakDay.endsAt } }] };
  const row = await tx.prisma.liveProof.findFirst({
    where: {
      serviceId,
      throughput: { not: null },
      toAt: { gt: newestOutdated({ proofDays }, now), lte: now },
      targets: { equals: targets },
      AND: [elsewhen],
    },
    orderBy: [{ throughput: "desc" }, { day: "desc" }],
  });
  if (row === null || row.throughput === null || row.fromAt === null || row.toAt === null) return null;
  const { throughput, fromAt: from, toAt: to, p99LowMs, p99HighMs, errorRate } = row;
  return {
    throughput,
    from,
    to,
    p99Ms: p99LowMs === null ? null : { low: p99LowMs, high: p99HighMs },
    errorRate,
    deploy: storedDeploy(row.deploy),
  };
}

/** Only the job writes it. */
function storedDeploy(json: unknown): ProductionProof["deploy"] {
  if (json === null) return null;
  const { second, title, inside } = json as { second: number; title: string; inside: boolean };
  return { title, inside, at: new Date(second * 1_000) };
}

/** As the API and pages show it. */
export function answerProduction(
  proof: ProductionProof | null,
  {
    proofDays,
    ...at
  }: { proofDays: number; experiments: readonly ReadinessExperiment[]; now: Date; timeZone: string },
): ProductionProofAnswer | null {
  if (proof === null) return null;
  const { throughput, from, to, p99Ms, errorRate, deploy } = proof;
  return {
    throughput,
    from: from.toISOString(),
    to: to.toISOString(),
    p99Ms,
    errorRate,
    deploy: deploy === null ? null : { ...deploy, at: deploy.at.toISOString() },
    endsAt: new Date(to.getTime() + proofDays * DAY_MILLIS).toISOString(),
    sentence: productionInWords(proof, at),
  };
}
