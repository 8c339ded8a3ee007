import { newGameday, MAX_GAMEDAYS } from "@headroom/contract";
import type { GamedayAnswer } from "@headroom/contract";
import { HeadroomError } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";
import { personOf } from "../action/change-action.ts";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { findService } from "../service/find.ts";
import { answerGameday } from "./answer-gameday.ts";
import { columnsOf } from "./gameday-input.ts";
import { storeSteps } from "./store-steps.ts";

/** Plans a gameday of a service. One that took place already can be written down, too, and says so. */
export async function createGameday({
  ctx,
  input: { body, webUrl },
}: {
  ctx: Context;
  input: { body: unknown; webUrl: string };
}): Promise<GamedayAnswer> {
  requireScope(ctx, "edit");
  const { service: slug, ...fields } = parseInput(newGameday, body);
  const { workspaceId } = ctx;
  return ctx.db.inWorkspace(workspaceId, async (tx) => {
    const { id: serviceId } = await findService(tx, ctx, slug);
    // One at a time, so that together they can't exceed the limit.
    await tx.query("select from service where id = $1 for no key update", [serviceId]);
    await requireRoomFor(tx);
    const columns = await columnsOf(tx, ctx, { fields, serviceId });
    const id = ctx.newId();
    const now = ctx.clock();
    const gameday = await tx.prisma.gameday.create({
      data: {
        ...columns,
        id,
        workspaceId,
        serviceId,
        createdAt: now,
        updatedAt: now,
        updatedBy: personOf(ctx),
      },
    });
    await storeSteps(tx, ctx, { gameday, steps: fields.steps });
    await writeAudit(tx, ctx, {
      action: "gameday.create",
      subjectKind: "gameday",
      subjectId: id,
      detail: { name: fields.name, serviceId },
    });
    return answerGameday(tx, gameday, { now, webUrl });
  });
}

async function requireRoomFor(tx: WorkspaceTx): Promise<void> {
  if ((await tx.prisma.gameday.count()) < MAX_GAMEDAYS) return;
  throw new HeadroomError("conflict", `A workspace can have at most ${MAX_GAMEDAYS} gamedays.`, {
    hint: "Delete some of them first.",
  });
}
