import { gamedayClosing } from "@headroom/contract";
import type { GamedayAnswer } from "@headroom/contract";
import type { Prisma } from "@headroom/db";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { nameOfActor } from "../actor-name.ts";
import { answerGameday } from "./answer-gameday.ts";
import type { GamedayReport } from "./answer-gameday.ts";
import { readFindings } from "./findings.ts";
import { refusal } from "./gameday-input.ts";
import { readSheet } from "./read-sheet.ts";
import { holdOpenGameday, requireBegun } from "./require-gameday.ts";

/** Freezes what a gameday came to. Later uploads don't change it. */
export async function closeGameday({
  ctx,
  input,
}: {
  ctx: Context;
  input: { id: string; body: unknown; webUrl: string };
}): Promise<GamedayAnswer> {
  requireScope(ctx, "edit");
  const { by } = parseInput(gamedayClosing, input.body);
  if (by !== null && ctx.actor.kind === "person")
    throw refusal("by", "You can close a gameday only in your own name.");
  const now = ctx.clock();
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const open = await holdOpenGameday(tx, ctx, input.id);
    requireBegun(open, now, "If it won't take place, delete it.");
    const { id } = open;
    const closedBy = await nameOfActor(tx, ctx, by);
    const sheet = await readSheet(tx, { ...open, closedAt: now }, now);
    const report: GamedayReport = { sheet, findings: await readFindings(tx, id) };
    const gameday = await tx.prisma.gameday.update({
      where: { id },
      data: { closedAt: now, closedBy, report: report as unknown as Prisma.InputJsonObject },
    });
    const { counts } = sheet;
    await writeAudit(tx, ctx, {
      action: "gameday.close",
      subjectKind: "gameday",
      subjectId: id,
      detail: { name: gameday.name, ...counts, findings: report.findings.length },
    });
    return answerGameday(tx, gameday, { now, webUrl: input.webUrl });
  });
}
