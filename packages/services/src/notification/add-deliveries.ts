import type { ChannelEvent, ChannelKind } from "@headroom/contract";
import type { DeliveryModel, WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { writeNotice } from "./notice.ts";
import type { Notice } from "./notice.ts";
import { queueDelivery } from "./queue-delivery.ts";

interface Told {
  event: ChannelEvent;
  serviceId: string;
  notice: Notice;
  /** Another message about the same, which says more: people in a chat that gets it aren't told twice. */
  toldBy?: ChannelEvent | undefined;
}

/** Queues a message for each channel that wants it, in the same transaction as the change, so that neither happens alone. */
export async function addDeliveries(
  tx: WorkspaceTx,
  ctx: Context,
  { event, serviceId, notice, toldBy }: Told,
): Promise<void> {
  const channels = await tx.prisma.channel.findMany({
    where: {
      events: { has: event },
      OR: [{ serviceId: null }, { serviceId }],
      ...(toldBy === undefined ? {} : { NOT: { kind: { not: "webhook" }, events: { has: toldBy } } }),
    },
    orderBy: { createdAt: "asc" },
    select: { id: true, kind: true },
  });
  for (const { id, kind } of channels) {
    // The table allows nothing else.
    await addDelivery(tx, ctx, { channelId: id, kind: kind as ChannelKind }, notice);
  }
}

/** A channel, or the webhook that an SLO has of its own. */
type Receiver = { channelId: string; kind: ChannelKind } | { sloId: string };

export async function addDelivery(
  tx: WorkspaceTx,
  ctx: Context,
  receiver: Receiver,
  notice: Notice,
): Promise<DeliveryModel> {
  const { workspaceId } = ctx;
  const id = ctx.newId();
  const now = ctx.clock();
  const isChannel = "channelId" in receiver;
  const kind = isChannel ? receiver.kind : "webhook";
  const to = isChannel ? { channelId: receiver.channelId } : receiver;
  const delivery = await tx.prisma.delivery.create({
    data: {
      id,
      workspaceId,
      ...to,
      type: notice.type,
      title: notice.title,
      body: writeNotice(kind, notice, { delivery: id, at: now.toISOString() }),
      createdAt: now,
      nextAt: now,
    },
  });
  await queueDelivery(tx, {
    id,
    round: delivery.round,
    receiver: isChannel ? receiver.channelId : receiver.sloId,
  });
  return delivery;
}
