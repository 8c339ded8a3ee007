import { gamedayTick } from "@headroom/contract";
import type { GamedayAnswer } from "@headroom/contract";
import { HeadroomError } from "@headroom/core";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { isUuid } from "../uuid.ts";
import { nameOfActor } from "../actor-name.ts";
import { answerGameday } from "./answer-gameday.ts";
import { refusal } from "./gameday-input.ts";
import { holdOpenGameday, requireBegun } from "./require-gameday.ts";
import { noSuchStep } from "./store-steps.ts";

/** Says how something that was tried went, or takes that back. Steps with an experiment follow its runs. */
export async function tickGamedayStep({
  ctx,
  input,
}: {
  ctx: Context;
  input: { id: string; stepId: string; body: unknown; webUrl: string };
}): Promise<GamedayAnswer> {
  requireScope(ctx, "edit");
  const { outcome, note, by } = parseInput(gamedayTick, input.body);
  if (by !== null && ctx.actor.kind === "person")
    throw refusal("by", "You can tick a step only in your own name.");
  const now = ctx.clock();
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const gameday = await holdOpenGameday(tx, ctx, input.id);
    const where = { id: input.stepId, gamedayId: gameday.id };
    const step = isUuid(input.stepId) ? await tx.prisma.gamedayStep.findFirst({ where }) : null;
    if (step === null) throw noSuchStep();
    if (step.experimentId !== null)
      throw new HeadroomError("conflict", "This step follows the runs of its experiment.", {
        hint: "Upload a run.",
      });
    requireBegun(gameday, now, "Tick its steps once its window has begun.");
    const tick =
      outcome === null
        ? { outcome, outcomeNote: null, tickedAt: null, tickedBy: null }
        : { outcome, outcomeNote: note, tickedAt: now, tickedBy: await nameOfActor(tx, ctx, by) };
    await tx.prisma.gamedayStep.update({ where: { id: step.id }, data: tick });
    await writeAudit(tx, ctx, {
      action: "gameday.tick",
      subjectKind: "gameday",
      subjectId: gameday.id,
      detail: { step: step.title, outcome: outcome ?? "not ticked" },
    });
    return answerGameday(tx, gameday, { now, webUrl: input.webUrl });
  });
}
