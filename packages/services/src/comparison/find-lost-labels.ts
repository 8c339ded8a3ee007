import { lostLabels, OTHER_LABEL } from "@headroom/core";
import type { LostLabel } from "@headroom/core";
import type { ComparedLabel } from "@headroom/db";
import { storedSummary } from "../run/record/stored.ts";
import { isLiveTraffic } from "./compared-run.ts";
import type { SideRun } from "./read-noise.ts";

interface LostAmong {
  before: readonly SideRun[];
  /** The other runs of the level, of which the first of `before` is the newest. */
  level: readonly SideRun[];
  after: readonly SideRun[];
  /** How many labels the first of `before` has. */
  labels: number;
  /** How many requests of `after` aren't told apart by label. */
  untold: number;
}

/** The labels of the first run of `before` that can't be missing from `after` by chance. `labels`: of all of these runs. */
export function findLostLabels(
  labels: readonly ComparedLabel[],
  { before, level, after, ...counted }: LostAmong,
): LostLabel[] {
  const face = before[0]?.compared.id ?? "";
  const known = [...before, ...level].toSorted((a, b) => startOf(a) - startOf(b)).flatMap(requestsIn);
  const requests = after.flatMap(requestsIn).reduce((sum, { of }) => sum + of, 0);
  const byLabel = Map.groupBy(
    labels.filter(({ kind, label }) => kind === "request" && label !== OTHER_LABEL),
    ({ label }) => label,
  );
  const absent = [...byLabel].flatMap(([label, rows]) => {
    const inRun = new Map(rows.map((row) => [row.runId, row.requests]));
    if (!inRun.has(face) || after.some(({ compared }) => inRun.has(compared.id))) return [];
    const runs = known.map(({ id, of }) => ({ requests: inRun.get(id) ?? 0, of }));
    return [{ label, in: runs.slice(runs.findIndex((run) => run.requests > 0)) }];
  });
  const liveTraffic = [...before, ...after].some(({ compared }) => isLiveTraffic(compared));
  return lostLabels(absent, { ...counted, requests, liveTraffic });
}

/** Of these runs, the requests that aren't told apart by label. */
export function untoldIn(labels: readonly ComparedLabel[], runIds: readonly string[]): number {
  const untold = labels.filter(({ label, runId }) => label === OTHER_LABEL && runIds.includes(runId));
  return untold.reduce((sum, { requests }) => sum + requests, 0);
}

/** Of the whole run, as its labels are counted. */
function requestsIn({ read: { run } }: SideRun): { id: string; of: number }[] {
  const of = storedSummary(run.summary)?.requests ?? null;
  return of === null || of === 0 ? [] : [{ id: run.id, of }];
}

function startOf({ compared }: SideRun): number {
  return Date.parse(compared.startedAt);
}
