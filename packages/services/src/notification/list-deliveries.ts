import { deliveryListParameters } from "@headroom/contract";
import type { DeliveryList } from "@headroom/contract";
import { HeadroomError } from "@headroom/core";
import type { Prisma, WorkspaceTx } from "@headroom/db";
import { z } from "zod";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireAllServices, requireScope } from "../scope.ts";
import { answerDeliveries } from "./answer-delivery.ts";
import { requireChannel } from "./require-channel.ts";

/** What was sent, or is to be, the latest first: to all, to one channel, or to the webhook of one SLO. */
export async function listDeliveries({
  ctx,
  input: { parameters },
}: {
  ctx: Context;
  input: { parameters: unknown };
}): Promise<DeliveryList> {
  requireScope(ctx, "manage");
  requireAllServices(ctx);
  const { channel, slo, state, limit, cursor } = parseInput(deliveryListParameters, parameters);
  const place = cursor === undefined ? null : readCursor(cursor);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    if (channel !== undefined) await requireChannel(tx, channel);
    if (slo !== undefined) await requireSlo(tx, slo);
    const found = await tx.prisma.delivery.findMany({
      where: {
        ...(channel === undefined ? {} : { channelId: channel }),
        ...(slo === undefined ? {} : { sloId: slo }),
        ...(state === undefined ? {} : { state }),
        ...(place === null ? {} : earlierThan(place)),
      },
      omit: { body: true },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      // One more shows whether there is another page.
      take: limit + 1,
    });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return {
      deliveries: await answerDeliveries(tx, page),
      next: found.length > limit && last !== undefined ? writeCursor(last) : null,
    };
  });
}

interface Place {
  createdAt: Date;
  id: string;
}

function earlierThan({ createdAt, id }: Place): Prisma.DeliveryWhereInput {
  return { OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }] };
}

function writeCursor({ createdAt, id }: Place): string {
  return Buffer.from(`${createdAt.getTime()}:${id}`).toString("base64url");
}

function readCursor(cursor: string): Place {
  const [, millis, id] = /^(\d{1,15}):(.{36})$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [];
  if (id !== undefined && z.uuid().safeParse(id).success) return { createdAt: new Date(Number(millis)), id };
  throw new HeadroomError("parameter-unreadable", "The cursor is invalid.", {
    field: "cursor",
    hint: "Use `next` from the previous page, or leave it out for the first page.",
  });
}

async function requireSlo(tx: WorkspaceTx, id: string): Promise<void> {
  const found = await tx.prisma.slo.count({ where: { id } });
  if (found > 0) return;
  throw new HeadroomError("not-found", "SLO not found.", {
    field: "slo",
    hint: "Check the ID. It may have been deleted.",
  });
}
