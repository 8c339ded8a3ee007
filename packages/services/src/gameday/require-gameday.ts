import { HeadroomError } from "@headroom/core";
import type { GamedayModel, WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { onlyServiceOf } from "../scope.ts";
import { isUuid } from "../uuid.ts";

/** The gameday, or not-found. One from another workspace and an invalid ID get the same answer. */
export async function requireGameday(tx: WorkspaceTx, ctx: Context, id: string): Promise<GamedayModel> {
  const only = onlyServiceOf(ctx.actor);
  const where = { id, ...(only === null ? {} : { serviceId: only }) };
  const found = isUuid(id) ? await tx.prisma.gameday.findFirst({ where }) : null;
  if (found !== null) return found;
  throw noSuchGameday();
}

export function noSuchGameday(): HeadroomError {
  return new HeadroomError("not-found", "Gameday not found.", {
    hint: "Check the URL. It may have been deleted.",
  });
}

/** For changes, which are made one at a time. What happened on a closed gameday stays as it was. */
export async function holdOpenGameday(tx: WorkspaceTx, ctx: Context, given: string): Promise<GamedayModel> {
  const gameday = await holdGameday(tx, ctx, given);
  if (gameday.closedAt === null) return gameday;
  throw new HeadroomError("conflict", "This gameday is closed, so it can't be changed.", {
    hint: "Plan another one.",
  });
}

export async function holdGameday(tx: WorkspaceTx, ctx: Context, given: string): Promise<GamedayModel> {
  const { id } = await requireGameday(tx, ctx, given);
  await tx.query("select from gameday where id = $1 for no key update", [id]);
  return requireGameday(tx, ctx, id);
}

export function requireBegun({ startsAt }: GamedayModel, now: Date, hint: string): void {
  if (now >= startsAt) return;
  throw new HeadroomError("conflict", "The gameday hasn't begun yet.", { hint });
}
