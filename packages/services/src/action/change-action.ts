import type { changedReadinessAction } from "@headroom/contract";
import type { ReadinessActionModel, WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";

/** As people call them in the audit log. */
const FIELDS: Readonly<Record<string, string>> = { dueAt: "due date", closedAt: "closed" };

/** Assigns, moves, closes or reopens it. `changed`: what, in words; empty if all of it was so already. */
export async function changeAction(
  tx: WorkspaceTx,
  ctx: Context,
  { before, given }: { before: ReadinessActionModel; given: ReturnType<typeof changedReadinessAction.parse> },
): Promise<{ action: ReadinessActionModel; changed: string[] }> {
  const data = changesOf(before, given, ctx);
  const changed = Object.keys(data).filter((field) => field !== "closedBy");
  if (changed.length === 0) return { action: before, changed };
  const action = await tx.prisma.readinessAction.update({ where: { id: before.id }, data });
  return { action, changed: changed.map((field) => FIELDS[field] ?? field) };
}

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

export function personOf({ actor }: Context): string | null {
  return actor.kind === "person" ? actor.id : null;
}
