import type { RemovedExperimentAnswer } from "@headroom/contract";
import { isActive, oldestRemoval, removalInWords } from "@headroom/core";
import type { RemovedExperiment } from "@headroom/core";
import type { RemovedExperimentModel, WorkspaceTx } from "@headroom/db";

/** A removal that readiness reports name. */
export type Removal = RemovedExperimentModel & { name: string };

/** Those of a service, or one experiment's, the newest first. */
export async function readRemovals(
  tx: WorkspaceTx,
  of: { serviceId: string } | { id: string },
  now: Date,
): Promise<Removal[]> {
  const experiments = await tx.prisma.experiment.findMany({ where: of, select: { id: true, name: true } });
  const names = new Map(experiments.map(({ id, name }) => [id, name]));
  const removals = await tx.prisma.removedExperiment.findMany({
    where: { experimentId: { in: [...names.keys()] }, at: { gt: oldestRemoval(now) } },
    orderBy: [{ at: "desc" }, { experimentId: "asc" }],
  });
  return removals.map((one) => ({ ...one, name: names.get(one.experimentId) ?? "" }));
}

/** As readiness judges it. */
export function removedExperiment(removal: Removal, now: Date): RemovedExperiment {
  const { experimentId: id, name, at, byName, untilAt } = removal;
  return {
    experiment: { id, name },
    at,
    // The table allows nothing else.
    how: removal.how as RemovedExperiment["how"],
    by: byName,
    shown: shownOf(removal),
    acceptedUntil: untilAt !== null && isActive({ until: untilAt }, now) ? untilAt : null,
  };
}

function shownOf({ state, throughput, detail }: Removal): RemovedExperiment["shown"] {
  if (throughput === null) return { state: "unproven", detail: detail ?? "" };
  return { state: state === "accepted" ? "accepted" : "proven", throughput };
}

/** As the API and pages show it. */
export function answerRemoval(removal: Removal, now: Date, timeZone: string): RemovedExperimentAnswer {
  const removed = removedExperiment(removal, now);
  const { experiment, at, how, by, shown } = removed;
  return {
    experiment,
    at: at.toISOString(),
    how,
    by,
    state: shown.state,
    throughput: shown.state === "unproven" ? null : shown.throughput,
    words: removalInWords(removed, timeZone),
    accepted: acceptanceOf(removal, now),
  };
}

function acceptanceOf(
  { riskId, reason, acceptedByName, acceptedAt, untilAt }: Removal,
  now: Date,
): RemovedExperimentAnswer["accepted"] {
  if (riskId === null || reason === null || acceptedByName === null) return null;
  if (acceptedAt === null || untilAt === null) return null;
  return {
    id: riskId,
    reason,
    acceptedBy: acceptedByName,
    acceptedAt: acceptedAt.toISOString(),
    until: untilAt.toISOString(),
    state: isActive({ until: untilAt }, now) ? "active" : "expired",
  };
}
