import type { RunAnswer } from "@headroom/contract";
import type { WorkspaceTx } from "@headroom/db";
import { endAwaiting } from "../judge/await-baseline.ts";
import { noteRun } from "../edit/decide-again.ts";
import { readRunDetail } from "../record/read-run-detail.ts";
import { requireRunState } from "./live-run.ts";
import type { LiveRun } from "./live-run.ts";
import { publishWriter } from "./publish-writer.ts";
import type { Publishing } from "./publish-writer.ts";
import { receivingAnswer } from "./receiving-answer.ts";
import { runStatusOf } from "../record/run-status.ts";

/** Publishes what has ended and is pending, writer by writer; for all writers if none are named. */
export async function publishEnded(
  publishing: Publishing,
  runId: string,
  named: readonly string[] | null,
): Promise<void> {
  const { ctx } = publishing;
  const ended = await ctx.db.inWorkspace(ctx.workspaceId, ({ prisma }) =>
    prisma.liveWriter.findMany({
      where: {
        runId,
        staged: true,
        state: { not: "open" },
        ...(named === null ? {} : { writer: { in: [...named] } }),
      },
      select: { writer: true },
      orderBy: { writer: "asc" },
    }),
  );
  for (const { writer } of ended) await publishWriter(publishing, runId, writer);
}

/** Updates the run's row with the state of its writers, under its lock. */
export async function settleStatus(tx: WorkspaceTx, runId: string): Promise<void> {
  const { status, published } = await requireRunState(tx, runId);
  const now = published ? await runStatusOf(tx, runId) : "receiving";
  if (now === status) return;
  const run = await tx.prisma.run.update({ where: { id: runId }, data: { status: now } });
  await endAwaiting(tx, { id: runId, status }, now);
  if (now !== "receiving") await noteRun(tx, run);
}

/** The run as it is, with or without figures. */
export async function readLiveAnswer(tx: WorkspaceTx, run: LiveRun, webUrl: string): Promise<RunAnswer> {
  const detail = await readRunDetail(tx, { runId: run.runId, webUrl });
  return detail?.answer ?? receivingAnswer(tx, run, webUrl);
}
