import {
  changedReadinessAction,
  MAX_READINESS_ACTIONS,
  readinessActionFields,
  type ReadinessAction,
} from "@headroom/contract";
import { HeadroomError } from "@headroom/core";
import type { ReadinessActionModel, WorkspaceTx } from "@headroom/db";
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
        ...{ id: ctx.newId(), workspaceId: ctx.workspaceId, peakDayId, title, owner },
        dueAt: dueAt === null ? null : new Date(dueAt),
        createdAt: ctx.clock(),
        createdBy: personOf(ctx),
      },
    });
    const subject = { subjectKind: "peak-day", subjectId: peakDayId };
    await writeAudit(tx, ctx, { action: "action.add", ...subject, detail: { title, owner } });
    return answerAction(action);
  });
}

/** Assigns, moves, closes or reopens an action. */
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
    const before = isUuid(input.actionId)
      ? await tx.prisma.readinessAction.findFirst({ where: { id: input.actionId, peakDayId } })
      : null;
    if (before === null) throw new HeadroomError("not-found", "Action not found.");
    const data = changesOf(before, given, ctx);
    const changed = Object.keys(data).filter((field) => field !== "closedBy");
    if (changed.length === 0) return answerAction(before);
    const action = await tx.prisma.readinessAction.update({ where: { id: before.id }, data });
    await writeAudit(tx, ctx, {
      action: "action.change",
      subjectKind: "peak-day",
      subjectId: peakDayId,
      detail: { title: action.title, changed: changed.map((field) => FIELDS[field] ?? field) },
    });
    return answerAction(action);
  });
}

/** As people call them in the audit log. */
const FIELDS: Readonly<Record<string, string>> = { dueAt: "due date", closedAt: "closed" };

function changesOf(
  before: ReadinessActionModel,
  { dueAt, closed, ...texts }: ReturnType<typeof changedReadinessAction.parse>,
  ctx: Context,
): Partial<ReadinessActionModel> {
  const isClosing = closed !== undefined && closed !== (before.closedAt !== null);
  const wanted: { [Field in keyof ReadinessActionModel]?: ReadinessActionModel[Field] | undefined } = {
    ...texts,
    ...(dueAt === undefined ? {} : { dueAt: dueAt === null ? null : new Date(dueAt) }),
    ...(isClosing ? { closedAt: closed ? ctx.clock() : null, closedBy: closed ? personOf(ctx) : null } : {}),
  };
  const plain = (value: unknown) => (value instanceof Date ? value.getTime() : value);
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([field, value]) => value !== undefined && plain(value) !== plain(Reflect.get(before, field)),
    ),
  );
}

function personOf({ actor }: Context): string | null {
  return actor.kind === "person" ? actor.id : null;
}

export function isOpen({ closedAt }: ReadinessAction): boolean {
  return closedAt === null;
}

/** Open ones first, and of these what is due first. */
export async function answerActions(tx: WorkspaceTx, peakDayId: string): Promise<ReadinessAction[]> {
  const actions = await tx.prisma.readinessAction.findMany({
    where: { peakDayId },
    orderBy: [
      { closedAt: { sort: "desc", nulls: "first" } },
      { dueAt: { sort: "asc", nulls: "last" } },
      { createdAt: "asc" },
      { id: "asc" },
    ],
  });
  return actions.map(answerAction);
}

function answerAction(action: ReadinessActionModel): ReadinessAction {
  const { id, title, owner, dueAt, createdAt, closedAt } = action;
  return {
    ...{ id, title, owner },
    dueAt: dueAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
  };
}
