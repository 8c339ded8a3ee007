import { isOtherLoad, isOtherMix, levelSteps, loadOfRun } from "@headroom/core";
import type { ComparableFigures, LevelStep, StatedLoad } from "@headroom/core";
import { readComparedLabels, readListedRuns } from "@headroom/db";
import type { ListedRunRead, RunModel, WorkspaceTx } from "@headroom/db";
import { figuresOf } from "../../comparison/compared-run.ts";
import { BUSIEST_LABELS, mixOf } from "../../comparison/label-rows.ts";
import { judgedSummary } from "../../comparison/find-earlier.ts";
import { storedSummary } from "../record/stored.ts";
import { STATED_LOAD } from "../record/workload.ts";
import { defaultBranchesOf, spelledBranches } from "../record/default-branch.ts";

/** Further back, the system was another one. */
const LOOKED_AT = 60;
/** A run that differs more in length, or in the load that was measured, is a different kind of run, and so is one whose stated load differs at all. */
const LONGER = 2;
const MORE_LOAD = 1.1;

/** A run before another one, of the branch that builds are compared with. */
export interface LevelRunRead {
  listed: ListedRunRead;
  figures: ComparableFigures | null;
}

/** The branches whose runs a run is compared with, as runs may spell them; those of none with each other. */
export async function levelBranches(tx: WorkspaceTx, run: RunModel) {
  const names = await defaultBranchesOf(tx, run);
  const spelled = spelledBranches(names);
  return { names, branches: run.branch === null ? [...spelled, null] : spelled };
}

/** Runs that were made in the same way. */
export function likeOf({ experimentId, environment, tool }: RunModel) {
  return { serviceId: null, experimentId, environment, tool, onlyComplete: true, limit: LOOKED_AT };
}

/** The runs placed before it that were made like it, the oldest first. */
export async function readLevelRuns(
  tx: WorkspaceTx,
  run: RunModel,
  branches: readonly (string | null)[],
): Promise<LevelRunRead[]> {
  const listed = await readListedRuns(tx, { ...likeOf(run), placedBefore: run, branches });
  const summaries = await tx.prisma.run.findMany({
    where: { id: { in: listed.map(({ id }) => id) } },
    select: { id: true, summary: true, steady: true, ...STATED_LOAD },
  });
  const defined = await tx.prisma.experiment.findUniqueOrThrow({ where: { id: run.experimentId } });
  const isOther = (one: StatedLoad) => isOtherLoad(loadOfRun(one, defined), loadOfRun(run, defined));
  const byId = new Map(summaries.map((one) => [one.id, one]));
  const alike = (isLike: typeof isAlike) =>
    listed.toReversed().flatMap((one) => {
      const stored = byId.get(one.id);
      const summary = stored === undefined ? null : judgedSummary(stored);
      if (stored !== undefined && (isOther(stored) || !isLike(stored, run))) return [];
      return [{ listed: one, figures: summary === null ? null : figuresOf({ summary }) }];
    });
  const found = alike(isAlike);
  if (run.plannedSeconds === null || found.some(({ listed: { compared } }) => compared !== "partial"))
    return found;
  // A run that is short on purpose is compared with the first part of longer ones.
  return alike(isLongerAlike);
}

type Summaries = Pick<RunModel, "summary" | "steady">;

function isLongerAlike(one: Summaries, run: Summaries & Pick<RunModel, "loadModel">): boolean {
  const [length, ownLength] = [one, run].map(({ summary }) => storedSummary(summary)?.durationSeconds ?? 0);
  return (length ?? 0) > (ownLength ?? 0) && isLoadAlike(one, run);
}

/** Whole runs, because somebody may have chosen to judge only a part of one. */
function isAlike(one: Summaries, run: Summaries & Pick<RunModel, "loadModel">): boolean {
  const [length, ownLength] = [one, run].map(
    ({ summary }) => storedSummary(summary)?.durationSeconds ?? null,
  );
  if (!isWithin(length ?? null, ownLength ?? null, LONGER)) return false;
  return isLoadAlike(one, run);
}

function isLoadAlike(one: Summaries, run: Summaries & Pick<RunModel, "loadModel">): boolean {
  const [load, ownLoad] = [one, run].map((of) => judgedSummary(of)?.throughput ?? null);
  return run.loadModel !== "open" || isWithin(load ?? null, ownLoad ?? null, MORE_LOAD);
}

/**
 * Those of the service. Runs that were set aside show nothing, and neither do half-done ones. Where the plan of an open load sent
 * another mix of labels at the same time, that made the step.
 */
export async function stepsAmong(
  tx: WorkspaceTx,
  runs: readonly LevelRunRead[],
  { loadModel }: Pick<RunModel, "loadModel">,
): Promise<LevelStep[]> {
  const steps = levelSteps(runs.map(({ listed, figures }) => (countsFor(listed) ? figures : null)));
  if (loadModel !== "open" || steps.length === 0) return steps;
  const around = ({ index }: LevelStep) => ({
    before: idsOf(runs.slice(Math.max(0, index - AROUND), Math.max(1, index - 1))),
    after: idsOf(runs.slice(Math.min(runs.length - 1, index + 1), index + 1 + AROUND)),
  });
  const runIds = steps.flatMap((step) => Object.values(around(step)).flat());
  const labels = await readComparedLabels(tx, { runIds: [...new Set(runIds)], busiest: BUSIEST_LABELS });
  const mixes = new Map(runIds.map((id) => [id, mixOf(labels, id)]));
  const isOther = (one: string, other: string) =>
    isOtherMix(mixes.get(one) ?? new Map(), mixes.get(other) ?? new Map());
  return steps.filter((step) => {
    const { before, after } = around(step);
    const apart = before.flatMap((one) => after.map((other) => isOther(one, other)));
    return apart.filter(Boolean).length <= apart.length / 2;
  });
}

/** So many runs on either side of a step show whether most have another mix. It is found to within a run. */
const AROUND = 5;

function idsOf(runs: readonly LevelRunRead[]): string[] {
  return runs.map(({ listed }) => listed.id);
}

/** Whether a run shows anything about its level. */
export function countsFor({ setAside, status }: ListedRunRead): boolean {
  return setAside === null && status === "finished";
}

function isWithin(a: number | null, b: number | null, times: number): boolean {
  return a === null || b === null || (a > 0 && b > 0 && Math.max(a, b) / Math.min(a, b) <= times);
}
