import type { ChannelKind, DeliveryAnswer, DeliveryState, ListedDelivery } from "@headroom/contract";
import type { DeliveryModel, WorkspaceTx } from "@headroom/db";

type Listed = Omit<DeliveryModel, "body">;

/** Those of channels that still exist. */
export async function answerDeliveries(
  tx: WorkspaceTx,
  deliveries: readonly Listed[],
): Promise<ListedDelivery[]> {
  const channels = await tx.prisma.channel.findMany({
    where: { id: { in: deliveries.flatMap(({ channelId }) => channelId ?? []) } },
    select: { id: true, name: true, kind: true },
  });
  return deliveries.flatMap((delivery) => {
    const channel = channels.find(({ id }) => id === delivery.channelId);
    if (channel === undefined) return [];
    const { id, type, title, attempts, status, problem } = delivery;
    return {
      id,
      // The tables allow nothing else.
      channel: { ...channel, kind: channel.kind as ChannelKind },
      ...{ type, title, state: delivery.state as DeliveryState, attempts, status, problem },
      createdAt: delivery.createdAt.toISOString(),
      triedAt: delivery.triedAt?.toISOString() ?? null,
      nextAt: delivery.nextAt?.toISOString() ?? null,
    };
  });
}

export async function answerDelivery(tx: WorkspaceTx, delivery: DeliveryModel): Promise<DeliveryAnswer> {
  const [listed] = await answerDeliveries(tx, [delivery]);
  if (listed === undefined) throw new Error("a delivery has no channel");
  return { ...listed, body: delivery.body };
}
