import type { AcceptedRiskAnswer } from "@headroom/contract";
import { isActive } from "@headroom/core";
import type { AcceptedRisk, Comparator } from "@headroom/core";
import type { AcceptedRiskModel, WorkspaceTx } from "@headroom/db";

/** Accepted risks as the API and pages show them, without those whose run or experiment was deleted. */
export async function answerRisks(
  tx: WorkspaceTx,
  risks: readonly AcceptedRiskModel[],
  now: Date,
): Promise<AcceptedRiskAnswer[]> {
  const experiments = await tx.prisma.experiment.findMany({
    where: { id: { in: risks.map(({ experimentId }) => experimentId) }, deletedAt: null },
    select: { id: true, name: true },
  });
  const runs = await tx.prisma.run.findMany({
    where: { id: { in: risks.map(({ runId }) => runId) }, publishedAt: { not: null } },
    select: { id: true, number: true },
  });
  const [experimentOf, runOf] = [byId(experiments), byId(runs)];
  return risks.flatMap((risk) => {
    const [experiment, run] = [experimentOf.get(risk.experimentId), runOf.get(risk.runId)];
    if (experiment === undefined || run === undefined) return [];
    const { acceptedAt, until, reason, acceptedBy, runId: _of, ...rest } = storedRisk(risk);
    return [
      {
        ...rest,
        experiment,
        run,
        reason,
        acceptedBy,
        acceptedAt: acceptedAt.toISOString(),
        until: until.toISOString(),
        state: risk.revokedAt !== null ? "revoked" : isActive({ until }, now) ? "active" : "expired",
        revokedAt: risk.revokedAt?.toISOString() ?? null,
      },
    ];
  });
}

function byId<T extends { id: string }>(all: readonly T[]): ReadonlyMap<string, T> {
  return new Map(all.map((one) => [one.id, one]));
}

/** As core knows it. */
function storedRisk(risk: AcceptedRiskModel): AcceptedRisk {
  const { id, runId, target, threshold, unit, value, reason, acceptedAt } = risk;
  // The table allows nothing else.
  const comparator = risk.comparator as Comparator;
  return {
    id,
    runId,
    target,
    comparator,
    threshold,
    unit,
    value,
    reason,
    acceptedBy: risk.acceptedByName,
    acceptedAt,
    until: risk.untilAt,
  };
}

/** The risks of these experiments that count at a moment, by experiment: not those of a run that is set aside. */
export async function readActiveRisks(
  tx: WorkspaceTx,
  experimentIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, AcceptedRisk[]>> {
  const risks = await tx.prisma.acceptedRisk.findMany({
    where: { experimentId: { in: [...experimentIds] }, revokedAt: null, untilAt: { gt: now } },
    orderBy: [{ acceptedAt: "desc" }, { id: "asc" }],
  });
  const runs = await tx.prisma.run.findMany({
    where: { id: { in: risks.map(({ runId }) => runId) }, publishedAt: { not: null }, isEvidence: true },
    select: { id: true },
  });
  const shown = new Set(runs.map(({ id }) => id));
  const found = new Map<string, AcceptedRisk[]>();
  for (const risk of risks) {
    if (!shown.has(risk.runId)) continue;
    const own = found.get(risk.experimentId) ?? [];
    found.set(risk.experimentId, [...own, storedRisk(risk)]);
  }
  return found;
}
