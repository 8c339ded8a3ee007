import type { PeakDayAnswer } from "@headroom/contract";
import type { Context } from "../context.ts";
import { requireScope } from "../scope.ts";
import { answerPeakDay } from "./answer-peak-day.ts";
import { requireServiceDay } from "./require-peak-day.ts";

/** A peak day with its earlier days. */
export async function getPeakDay({
  ctx,
  input: { id, webUrl },
}: {
  ctx: Context;
  input: { id: string; webUrl: string };
}): Promise<PeakDayAnswer> {
  requireScope(ctx, "read");
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) =>
    answerPeakDay(tx, await requireServiceDay(tx, ctx, id), webUrl),
  );
}
