import { changedReadinessAction, MAX_READINESS_ACTIONS, readinessActionFields } from "@headroom/contract";
import type { ReadinessAction, Severity } from "@headroom/contract";
import { HeadroomError } from "@headroom/core";
import type { ReadinessActionModel, WorkspaceTx } from "@headroom/db";
import { changeAction, personOf } from "../action/change-action.ts";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requirePeakDay } from "../peak-day/require-peak-day.ts";
import { requireScope } from "../scope.ts";
import { isUuid } from "../uuid.ts";

/** Adds something that has to be done before a peak day. */
export async function addReadinessAction({
  ctx,
  input,
}: {
  ctx: Context;
  input: { id: string; body: unknown };
}): Promise<ReadinessAction> {
  requireScope(ctx, "edit");
  const { title, owner, dueAt } = parseInput(readinessActionFields, input.body);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id: peakDayId } = await requirePeakDay(tx, ctx, input.id);
    // One at a time, so that together they can't exceed the limit.
    await tx.query("select from peak_day where id = $1 for no key update", [peakDayId]);
    if ((await tx.prisma.readinessAction.count({ where: { peakDayId } })) >= MAX_READINESS_ACTIONS)
      throw new HeadroomError("conflict", `A peak day can have at most ${MAX_READINESS_ACTIONS} actions.`);
    const action = await tx.prisma.readinessAction.create({
      data: {
        id: ctx.newId(),
        workspaceId: ctx.workspaceId,
        peakDayId,
        title,
        owner,
        dueAt: dueAt === null ? null : new Date(dueAt),
        createdAt: ctx.clock(),
        createdBy: personOf(ctx),
      },
    });
    const subject = { subjectKind: "peak-day", subjectId: peakDayId };
    await writeAudit(tx, ctx, { action: "action.add", ...subject, detail: { title, owner } });
    return answerAction(action, []);
  });
}

/** Assigns, moves, closes or reopens an action, or a finding of a gameday that rehearses the day. */
export async function changeReadinessAction({
  ctx,
  input,
}: {
  ctx: Context;
  input: { id: string; actionId: string; body: unknown };
}): Promise<ReadinessAction> {
  requireScope(ctx, "edit");
  const given = parseInput(changedReadinessAction, input.body);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id: peakDayId } = await requirePeakDay(tx, ctx, input.id);
    await tx.query("select from peak_day where id = $1 for no key update", [peakDayId]);
    const gamedays = await readGamedayNames(tx, peakDayId);
    const before = isUuid(input.actionId)
      ? await tx.prisma.readinessAction.findFirst({
          where: { id: input.actionId, ...actionsOf(peakDayId, gamedays) },
        })
      : null;
    if (before === null) throw new HeadroomError("not-found", "Action not found.");
    const { action, changed } = await changeAction(tx, ctx, { before, given });
    const subject = { subjectKind: "peak-day", subjectId: peakDayId };
    const detail = { title: action.title, changed };
    if (changed.length > 0) await writeAudit(tx, ctx, { action: "action.change", ...subject, detail });
    return answerAction(action, gamedays);
  });
}

export function isOpen({ closedAt }: ReadinessAction): boolean {
  return closedAt === null;
}

/** Those of the day and the findings of its gamedays: open ones first, and of these what is due first. */
export async function answerActions(tx: WorkspaceTx, peakDayId: string): Promise<ReadinessAction[]> {
  const gamedays = await readGamedayNames(tx, peakDayId);
  const actions = await tx.prisma.readinessAction.findMany({
    where: actionsOf(peakDayId, gamedays),
    orderBy: [
      { closedAt: { sort: "desc", nulls: "first" } },
      { dueAt: { sort: "asc", nulls: "last" } },
      { createdAt: "asc" },
      { id: "asc" },
    ],
  });
  return actions.map((action) => answerAction(action, gamedays));
}

type Named = { id: string; name: string };

function readGamedayNames(tx: WorkspaceTx, peakDayId: string): Promise<Named[]> {
  return tx.prisma.gameday.findMany({ where: { peakDayId }, select: { id: true, name: true } });
}

function actionsOf(peakDayId: string, gamedays: readonly Named[]) {
  return { OR: [{ peakDayId }, { gamedayId: { in: gamedays.map(({ id }) => id) } }] };
}

function answerAction(action: ReadinessActionModel, gamedays: readonly Named[]): ReadinessAction {
  const { id, title, owner, dueAt, createdAt, closedAt, gamedayId, severity } = action;
  const gameday = gamedays.find((one) => one.id === gamedayId);
  return {
    id,
    title,
    owner,
    dueAt: dueAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
    finding: gameday === undefined || severity === null ? null : { gameday, severity: severity as Severity },
  };
}
