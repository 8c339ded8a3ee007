import type { LiveState } from "@headroom/contract";
import type { Context } from "../../context.ts";
import { requireScope } from "../../scope.ts";
import { readRunId } from "../record/get.ts";
import { requireLiveRun } from "./live-run.ts";
import { lastInRow } from "./sequence-set.ts";

type WriterState = LiveState["writers"][number]["state"];

/** How far the writers of a live run have come, for a writer that restarts and has to resume. */
export async function getLiveState({
  ctx,
  input,
}: {
  ctx: Context;
  input: { runId: string };
}): Promise<LiveState> {
  requireScope(ctx, "ingest");
  const runId = readRunId(input.runId);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { state, origin } = await requireLiveRun(tx, ctx, runId);
    const found = await tx.prisma.liveWriter.findMany({
      where: { runId },
      select: { writer: true, attempt: true, state: true, counted: true, late: true },
      orderBy: { writer: "asc" },
    });
    const writers = found.map(({ writer, attempt, state: of, counted, late }) => {
      return { writer, attempt, state: of as WriterState, sequence: lastInRow(counted), late: Number(late) };
    });
    const interrupted = writers.some((writer) => writer.state === "interrupted");
    return { run: runId, state: interrupted ? "interrupted" : state, origin, writers };
  });
}
