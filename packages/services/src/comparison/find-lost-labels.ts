import { lostLabels, OTHER_LABEL, renamedLabels } from "@headroom/core";
import type { BesideRuns, NamedLabel } from "@headroom/core";
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

/**
 * The labels of the first run of `before` that can't be missing from `after` by chance, and those of them that may have another
 * name. `labels`: of all of these runs.
 */
export function findLostLabels(
  labels: readonly ComparedLabel[],
  { before, level, after, ...counted }: LostAmong,
): Pick<BesideRuns, "lost" | "renamed"> {
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
  const lost = lostLabels(absent, { ...counted, requests, liveTraffic });
  const fresh = [...byLabel].flatMap(([, rows]) =>
    known.some(({ id }) => rows.some(({ runId }) => runId === id)) ? [] : namedIn(rows, after),
  );
  const missing = lost.flatMap(({ label }) => namedIn(byLabel.get(label) ?? [], before.slice(0, 1)));
  const renamed = renamedLabels(missing, fresh).slice(0, MOST_RENAMED);
  const names = new Set(renamed.map((one) => one.before));
  return { lost: lost.filter(({ label }) => !names.has(label)), renamed };
}

/** Each becomes a finding. */
const MOST_RENAMED = 20;

/** The label of these rows in the first of these runs that has it. */
function namedIn(rows: readonly ComparedLabel[], runs: readonly SideRun[]): NamedLabel[] {
  return runs
    .flatMap((run) => {
      const row = rows.find(({ runId }) => runId === run.compared.id);
      const of = requestsIn(run)[0]?.of ?? null;
      if (row === undefined || of === null) return [];
      return [{ label: row.label, share: row.requests / of, p50: row.p50Micros, p90: row.p90Micros }];
    })
    .slice(0, 1);
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
