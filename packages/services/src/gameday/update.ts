import { changedGameday } from "@headroom/contract";
import type { GamedayAnswer } from "@headroom/contract";
import type { GamedayModel } from "@headroom/db";
import { personOf } from "../action/change-action.ts";
import { writeAudit } from "../audit.ts";
import { changedMeanwhile } from "../changed-meanwhile.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { answerGameday } from "./answer-gameday.ts";
import { columnsOf } from "./gameday-input.ts";
import { holdOpenGameday } from "./require-gameday.ts";
import { storeSteps } from "./store-steps.ts";

/** Updates the plan of a gameday as a whole, until it is closed. If two people edit it, the second gets a conflict. */
export async function updateGameday({
  ctx,
  input: { id: given, body, webUrl },
}: {
  ctx: Context;
  input: { id: string; body: unknown; webUrl: string };
}): Promise<GamedayAnswer> {
  requireScope(ctx, "edit");
  const { version, ...fields } = parseInput(changedGameday, body);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const before = await holdOpenGameday(tx, ctx, given);
    const { id, serviceId } = before;
    if (before.version !== version) throw changedMeanwhile("the gameday");
    const columns = await columnsOf(tx, ctx, { fields, serviceId });
    const hasSteps = await storeSteps(tx, ctx, { gameday: before, steps: fields.steps });
    const changed = [...changesOf(before, columns), ...(hasSteps ? ["steps"] : [])];
    const now = ctx.clock();
    if (changed.length === 0) return answerGameday(tx, before, { now, webUrl });
    const gameday = await tx.prisma.gameday.update({
      where: { id },
      data: { ...columns, version: version + 1, updatedAt: now, updatedBy: personOf(ctx) },
    });
    const subject = { subjectKind: "gameday", subjectId: id };
    const detail = { changed, name: gameday.name };
    await writeAudit(tx, ctx, { action: "gameday.update", ...subject, detail });
    return answerGameday(tx, gameday, { now, webUrl });
  });
}

function changesOf(before: GamedayModel, columns: object): string[] {
  const plain = (value: unknown) => JSON.stringify(value);
  return Object.entries(columns)
    .filter(([field, value]) => plain(Reflect.get(before, field)) !== plain(value))
    .map(([field]) => (field === "peakDayId" ? "peakDay" : field));
}
