import { isHeadroomError } from "@headroom/core";
import type { RunAnswer } from "@headroom/contract";
import type { Context } from "../../context.ts";
import { requireScope } from "../../scope.ts";
import { getRun, readRunId } from "../record/get.ts";
import { requireLiveRun } from "./live-run.ts";
import { receivingAnswer } from "./receiving-answer.ts";

/** What the API returns for a run: the judged results or, for a live run without published parts, its state. */
export async function getRunAnswer({
  ctx,
  input,
}: {
  ctx: Context;
  input: { runId: string; webUrl: string };
}): Promise<RunAnswer> {
  try {
    return (await getRun({ ctx, input })).answer;
  } catch (error) {
    if (!isHeadroomError(error, "not-found")) throw error;
  }
  requireScope(ctx, "read");
  const runId = readRunId(input.runId);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) =>
    receivingAnswer(tx, await requireLiveRun(tx, ctx, runId), input.webUrl),
  );
}
