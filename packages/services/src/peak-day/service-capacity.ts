import type { ProvenCapacity } from "@headroom/contract";
import type { WorkspaceTx } from "@headroom/db";

/**
 * What tests have proven that a service holds: the lowest tested capacity of the experiments that represent the peak. One
 * of them without proof leaves the service unproven.
 */
export async function readServiceCapacity(tx: WorkspaceTx, serviceId: string): Promise<ProvenCapacity> {
  const experiments = await tx.prisma.experiment.findMany({
    where: { serviceId, representsPeak: true, provisional: false, deletedAt: null },
    orderBy: [{ testedCapacity: { sort: "asc", nulls: "first" } }, { id: "asc" }],
    select: { id: true, name: true, testedCapacity: true, testedCapacityRunId: true },
  });
  const [lowest] = experiments;
  if (lowest === undefined) return { proven: false, experiment: null, measured: null };
  const { id, name, testedCapacity, testedCapacityRunId } = lowest;
  const run = testedCapacityRunId === null ? null : await readRun(tx, testedCapacityRunId);
  if (testedCapacity === null || run === null) {
    const measured = experiments.find((one) => one.testedCapacity !== null)?.testedCapacity ?? null;
    return { proven: false, experiment: { id, name }, measured };
  }
  return { proven: true, throughput: testedCapacity, experiment: { id, name }, run };
}

/** Null: it was deleted. */
async function readRun(tx: WorkspaceTx, id: string) {
  const run = await tx.prisma.run.findFirst({
    where: { id, publishedAt: { not: null } },
    select: { id: true, number: true, ranAt: true },
  });
  return run?.ranAt == null ? null : { id: run.id, number: run.number, ranAt: run.ranAt.toISOString() };
}
