import type { ChannelEvent } from "@headroom/contract";
import { openRunNotice, reopenLaterNotices, reopenRunNotices } from "@headroom/db";
import type { OpenNotice, RunModel, RunNoticeRead, WorkspaceTx } from "@headroom/db";
import { queueRunNotice } from "../../notification/queue-run-notice.ts";

/*
 * What a run is concluded from, and who has it concluded again. A verb that changes one of these calls the function of its
 * line in the same transaction.
 *
 *   its own parts, gauges, targets, steady phase            `noteRun`
 *   the baseline of its experiment                          `decideRecentAgain`
 *   a run before it that was deleted, restored or edited    `decideRecentAgain`
 *   a run before it that was decided after it, or again     `decideLaterAgain`
 *   the version of the rules                                nothing, until `judgeByPresentRules` is asked for
 *   a run before it that was set aside, or counts again     `decideRecentAgain`
 *   the other planned runs of its commit                    `noteRun`, of each of them
 *   a run before it whose change was accepted, or not more  `decideRecentAgain`
 *   the run whose samples it has, too, was deleted          `releaseCopies`
 *   the workload of its experiment                          `queueJudging` (run/judge), which judges its targets, too
 *   whether the load of its experiment is constant          `queueJudging` (run/judge)
 *   the default branch of its experiment                    `decideRecentAgain`
 *   the workspace's default branch                          `decideRecentAgain`, for each experiment
 *   the workspace's confidence                              `queueJudging`, for each experiment
 *   what the workspace wants runs to be after a step        `decideAfterStepAgain`, for each experiment
 *
 * A note on a change of the trend is no input: it is shown on the trend, and neither the choice of a baseline nor a comparison
 * reads it.
 */

const OF_RUNS: readonly ChannelEvent[] = ["run.finished", "run.regressed", "run.recovered"];
/** Further back, nobody looks, and CI was told long ago. */
const RECENT_RUNS = 50;

/**
 * Call it in the transaction that completes or changes a run's results. A job decides what the run shows, because the
 * comparison takes a while. If it is `silent`, channels hear nothing of it.
 */
export async function noteRun(tx: WorkspaceTx, run: RunModel, { silent = false } = {}): Promise<void> {
  const { id, workspaceId, serviceId } = run;
  const opened = await openRunNotice(tx, { id, workspaceId, serviceId, events: OF_RUNS, silent });
  // The runs that were planned for its commit are judged together.
  if (run.repeats !== null && run.commitSha !== null)
    await decideAgain(tx, { experimentId: run.experimentId, commit: run.commitSha });
  await queueRunNotice(tx, { ...run, ...opened }, 0);
}

/** The latest runs of an experiment are decided again, without a message. What CI was told first stays. */
export async function decideRecentAgain(tx: WorkspaceTx, experimentId: string): Promise<void> {
  await decideAgain(tx, { experimentId });
}

/** Of the latest runs of an experiment, those that a step of the trend counts against. */
export async function decideAfterStepAgain(tx: WorkspaceTx, experimentId: string): Promise<void> {
  await decideAgain(tx, { experimentId, onlyAfterStep: true });
}

async function decideAgain(
  tx: WorkspaceTx,
  runs: { experimentId: string; commit?: string; onlyAfterStep?: boolean },
): Promise<void> {
  const { baselineRunId } = await tx.prisma.experiment.findUniqueOrThrow({
    where: { id: runs.experimentId },
    select: { baselineRunId: true },
  });
  await queueAgain(tx, baselineRunId, await reopenRunNotices(tx, { ...runs, limit: RECENT_RUNS }));
}

/** Runs that arrived after it were decided without knowing what it is. */
export async function decideLaterAgain(tx: WorkspaceTx, decided: RunNoticeRead): Promise<void> {
  if (decided.pinnedId !== null) return;
  await queueAgain(tx, null, await reopenLaterNotices(tx, decided, RECENT_RUNS));
}

/**
 * Compared with a set baseline, a run doesn't depend on others, and the latest is looked at first. Otherwise each depends on
 * those before it, because its baseline is the last of them that is good, so they are decided in the order of their arrival.
 */
async function queueAgain(
  tx: WorkspaceTx,
  pinnedId: string | null,
  latestFirst: readonly OpenNotice[],
): Promise<void> {
  const runs = pinnedId === null ? latestFirst.toReversed() : latestFirst;
  for (const run of runs) await queueRunNotice(tx, run, 0);
}
