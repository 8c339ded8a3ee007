import type { GamedayAnswer } from "@headroom/contract";
import type { Context } from "../context.ts";
import { requireScope } from "../scope.ts";
import { answerGameday } from "./answer-gameday.ts";
import { requireGameday } from "./require-gameday.ts";

/** A gameday with its plan, what has happened so far, and what was found. */
export async function getGameday({
  ctx,
  input: { id, webUrl },
}: {
  ctx: Context;
  input: { id: string; webUrl: string };
}): Promise<GamedayAnswer> {
  requireScope(ctx, "read");
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) =>
    answerGameday(tx, await requireGameday(tx, ctx, id), { now: ctx.clock(), webUrl }),
  );
}

/** The service whose changes are changes of a gameday. */
export async function gamedayService({
  ctx,
  input: { id },
}: {
  ctx: Context;
  input: { id: string };
}): Promise<string> {
  requireScope(ctx, "read");
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => (await requireGameday(tx, ctx, id)).serviceId);
}
