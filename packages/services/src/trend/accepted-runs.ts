import { betterInTrend } from "@headroom/core";
import type { TrendMetric } from "@headroom/core";
import type { RunModel, TrendRun, WorkspaceTx } from "@headroom/db";
import { namesOf } from "../run/record/names-of.ts";
import type { ChangeAccepted, TrendChange } from "./found-changes.ts";

/** A run whose level somebody accepted. */
export type AcceptedRun = Omit<ChangeAccepted, "noteId" | "run"> & {
  run: NonNullable<ChangeAccepted["run"]>;
};

/** There are few: each one begins a new level. */
const MOST_READ = 100;

/** The latest of an experiment. */
export async function readAcceptedRuns(tx: WorkspaceTx, experimentId: string): Promise<AcceptedRun[]> {
  const found = await tx.prisma.run.findMany({
    where: { experimentId, acceptedAt: { not: null }, publishedAt: { not: null } },
    orderBy: { acceptedAt: "desc" },
    take: MOST_READ,
    select: { id: true, number: true, acceptedAt: true, acceptedBy: true, acceptedReason: true },
  });
  const names = await namesOf(
    tx,
    found.map(({ acceptedBy }) => acceptedBy),
  );
  return found.flatMap((one) => toAcceptedRun(one, names));
}

function toAcceptedRun(
  {
    id,
    number,
    acceptedAt: at,
    acceptedBy,
    acceptedReason: reason,
  }: Pick<RunModel, "id" | "number" | "acceptedAt" | "acceptedBy" | "acceptedReason">,
  names: ReadonlyMap<string, string>,
): AcceptedRun[] {
  if (at === null || reason === null) return [];
  return [{ reason, by: names.get(acceptedBy ?? "") ?? null, at, run: { id, number } }];
}

/**
 * Steps for the worse that an accepted run is at the new level of, and that are accepted with it: later runs are compared with that
 * run, whatever the metric. One that came after the step was undone is about another one.
 */
export function withAcceptedRuns(
  changes: readonly TrendChange[],
  {
    runs,
    accepted,
    metric,
  }: { runs: readonly TrendRun[]; accepted: readonly AcceptedRun[]; metric: TrendMetric },
): TrendChange[] {
  const places = new Map(
    runs.flatMap(({ id, isOfOtherBranch }, at) => (isOfOtherBranch ? [] : [[id, at] as const])),
  );
  const worse = betterInTrend(metric) === "higher" ? "fall" : "rise";
  const placeOf = (id: string) => places.get(id) ?? -1;
  return changes.map((change, at) => {
    if (change.direction !== worse || change.drift !== null || !change.found) return change;
    const undone = changes.slice(at + 1).find(({ direction, found }) => found && direction !== worse);
    const until = undone === undefined ? runs.length : placeOf(undone.runId);
    const from = placeOf(change.runId);
    const by = accepted.find(({ run }) => placeOf(run.id) >= from && placeOf(run.id) < until);
    if (from === -1 || by === undefined) return change;
    return {
      ...change,
      accepted: change.accepted === null ? { ...by, noteId: null } : { ...change.accepted, run: by.run },
    };
  });
}
