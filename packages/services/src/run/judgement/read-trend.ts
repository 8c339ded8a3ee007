import { isSentByUsers, levelStart, LIVE_TRAFFIC, openSteps, presentSteps, stepIsOver } from "@headroom/core";
import type { FigureId, LevelChange, LevelStep, TrendEvidence } from "@headroom/core";
import type { ListedRunRead, RunModel, WorkspaceTx } from "@headroom/db";
import { figuresOf } from "../../comparison/compared-run.ts";
import { judgedSummary } from "../../comparison/find-earlier.ts";
import { countsFor, levelBranches, readLevelRuns, stepsAmong } from "../read/level-runs.ts";
import type { LevelRunRead } from "../read/level-runs.ts";
import { readStored } from "../record/judgement-answer.ts";

/** Of so many metrics at once, the step of each is the same one. */
const TOGETHER = 5;

/** What the trend of the default branch shows. `changes`: to the better, too, and what was accepted; of another branch none. */
export interface ReadTrend {
  trend: TrendEvidence;
  changes: LevelChange[];
}

/** Steps on the default branch up to this run: what its trend shows now, and what earlier runs were told of those to the worse. */
export async function readTrendEvidence(
  tx: WorkspaceTx,
  run: RunModel,
  listed: ListedRunRead | undefined,
): Promise<ReadTrend> {
  const { branches } = await levelBranches(tx, run);
  const of = branches.includes(run.branch) ? "default" : "branch";
  const experiment = await tx.prisma.experiment.findUniqueOrThrow({
    where: { id: run.experimentId },
    select: { baselineRunId: true },
  });
  // Live traffic isn't a test, and with a set baseline somebody said what to compare with.
  if (run.tool === LIVE_TRAFFIC || listed === undefined || experiment.baselineRunId !== null)
    return { trend: { of, steps: [] }, changes: [] };
  const before = await readLevelRuns(tx, run, branches);
  const summary = judgedSummary(run);
  const own = { listed, figures: summary === null ? null : figuresOf({ summary }) };
  const runs = of === "default" ? [...before, own] : before;
  const told = await readTold(tx, before);
  const found = await stepsAmong(tx, runs, run);
  const all = [...found, ...told.filter((one) => !found.some((other) => isSame(one, other)))];
  const from = levelStart(
    runs.map((one) => ({ isAccepted: one.listed.isAccepted })),
    all,
    { isPresent: false },
  );
  const open = openSteps(all, from).filter(
    (step) =>
      isOfTheService(step.metric, run) &&
      !stepIsOver(
        step,
        runs.map(({ figures }) => figures),
      ),
  );
  const steps = firstOfEach(open).flatMap(({ metric, before: was, after, index }) => {
    const first = runs[index]?.listed;
    if (first === undefined) return [];
    const isKnown = told.some((one) => one.metric === metric && Math.abs(one.index - index) <= TOGETHER);
    return [{ metric, before: was, after, run: { id: first.id, number: first.number }, isKnown }];
  });
  if (of === "branch") return { trend: { of, steps }, changes: [] };
  const ofService = all.filter(({ metric }) => isOfTheService(metric, run));
  return { trend: { of, steps }, changes: changesOf(runs, { all: ofService, open, from }) };
}

function changesOf(
  runs: readonly LevelRunRead[],
  { all, open, from }: { all: readonly LevelStep[]; open: readonly LevelStep[]; from: number },
): LevelChange[] {
  const present = presentSteps(all, firstOfEach(open), {
    from,
    accepted: runs.findLastIndex(({ listed }) => listed.isAccepted),
    figures: runs.map(({ figures }) => figures),
  });
  return present.flatMap(({ metric, before, after, state, index }) => {
    const first = runs[index]?.listed;
    if (first === undefined) return [];
    const since = runs.slice(index).filter(({ listed }) => countsFor(listed)).length;
    const run = { id: first.id, number: first.number };
    return [{ metric, label: null, before, after, state, run, runs: since }];
  });
}

/** What the judgements of earlier runs said of steps: a step that was found once stays. */
async function readTold(tx: WorkspaceTx, runs: readonly LevelRunRead[]): Promise<LevelStep[]> {
  const places = new Map(runs.map(({ listed }, at) => [listed.id, at]));
  const rows = await tx.prisma.judgement.findMany({
    where: { runId: { in: [...places.keys()] }, isOwn: true },
  });
  const steps = rows.flatMap((row) =>
    readStored(row).findings.flatMap(({ kind, code, metric, before, after, runs: shown }) => {
      const index = places.get(shown?.[0]?.id ?? "");
      if (kind !== "trend" || code !== "default" || index === undefined) return [];
      return before === null || after === null
        ? []
        : [{ metric: metric as FigureId, index, before, after, isWorse: true }];
    }),
  );
  return [...new Map(steps.map((one) => [`${one.metric} ${one.index}`, one])).values()];
}

function isSame(one: LevelStep, other: LevelStep): boolean {
  return one.metric === other.metric && Math.abs(one.index - other.index) <= TOGETHER;
}

/** How many requests an open load sends is the plan's doing. */
function isOfTheService(metric: FigureId, { loadModel }: RunModel): boolean {
  return loadModel === "closed" || !isSentByUsers(metric);
}

function firstOfEach(steps: readonly LevelStep[]): LevelStep[] {
  return [...Map.groupBy(steps, ({ metric }) => metric).values()].flatMap(([first]) => first ?? []);
}
