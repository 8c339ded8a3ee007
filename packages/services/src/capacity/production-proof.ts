import type { ProductionProofAnswer } from "@headroom/contract";
import { DAY_MILLIS, formatTarget, newestOutdated, productionInWords } from "@headroom/core";
import type { ProductionProof, ReadinessExperiment } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";
import { readPeakLimits } from "../run/record/peak-limits.ts";

interface Wanted {
  proofDays: number;
  now: Date;
  /** Of which its own traffic is no proof. Left out: all days count. */
  peakDay?: { startsAt: Date; endsAt: Date } | undefined;
}

/** The most that production itself held under the present targets while a proof counts; null: nothing. */
export async function readProductionProof(
  tx: WorkspaceTx,
  { serviceId, ...wanted }: { serviceId: string } & Wanted,
): Promise<ProductionProof | null> {
  return (await readProductionProofs(tx, { serviceIds: [serviceId], ...wanted })).get(serviceId) ?? null;
}

/** The same by service, of those that have one. */
export async function readProductionProofs(
  tx: WorkspaceTx,
  { serviceIds, proofDays, now, peakDay }: { serviceIds: readonly string[] } & Wanted,
): Promise<ReadonlyMap<string, ProductionProof>> {
  const elsewhen =
    peakDay === undefined
      ? {}
      : { OR: [{ toAt: { lte: peakDay.startsAt } }, { fromAt: { gte: peakDay.endsAt } }] };
  const rows = await tx.prisma.liveProof.findMany({
    where: {
      serviceId: { in: [...serviceIds] },
      throughput: { not: null },
      toAt: { gt: newestOutdated({ proofDays }, now), lte: now },
      ...elsewhen,
    },
    orderBy: [{ throughput: "desc" }, { day: "desc" }],
  });
  const found = new Map<string, ProductionProof>();
  if (rows.length === 0) return found;
  const limits = await readPeakLimits(tx, serviceIds);
  for (const row of rows) {
    const texts = (limits.get(row.serviceId) ?? []).map(formatTarget);
    const proof = storedProof(row);
    if (proof === null || found.has(row.serviceId) || texts.join("\n") !== row.targets.join("\n")) continue;
    found.set(row.serviceId, proof);
  }
  return found;
}

function storedProof(
  row: Awaited<ReturnType<WorkspaceTx["prisma"]["liveProof"]["findMany"]>>[number],
): ProductionProof | null {
  const { throughput, fromAt: from, toAt: to, p99LowMs, p99HighMs, errorRate, deploy } = row;
  if (throughput === null || from === null || to === null) return null;
  const p99Ms = p99LowMs === null ? null : { low: p99LowMs, high: p99HighMs };
  return { throughput, from, to, p99Ms, errorRate, deploy: storedDeploy(deploy) };
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
  { proofDays, ...at }: { proofDays: number; experiments: readonly ReadinessExperiment[]; timeZone: string },
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
