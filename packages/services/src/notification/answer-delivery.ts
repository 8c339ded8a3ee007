import type { ChannelKind, DeliveryAnswer, DeliveryState, ListedDelivery } from "@headroom/contract";
import type { DeliveryModel, WorkspaceTx } from "@headroom/db";

type Listed = Omit<DeliveryModel, "body">;

/** Those whose receivers still exist. */
export async function answerDeliveries(
  tx: WorkspaceTx,
  deliveries: readonly Listed[],
): Promise<ListedDelivery[]> {
  const channels = await tx.prisma.channel.findMany({
    where: { id: { in: deliveries.flatMap(({ channelId }) => channelId ?? []) } },
    select: { id: true, name: true, kind: true },
  });
  const slos = await readSlos(
    tx,
    deliveries.flatMap(({ sloId }) => sloId ?? []),
  );
  return deliveries.flatMap((delivery) => {
    const channel = channels.find(({ id }) => id === delivery.channelId);
    const slo = slos.find(({ id }) => id === delivery.sloId);
    if (channel === undefined && slo === undefined) return [];
    const { id, type, title, attempts, status, problem } = delivery;
    return {
      id,
      // The tables allow nothing else.
      channel: channel === undefined ? null : { ...channel, kind: channel.kind as ChannelKind },
      slo: slo ?? null,
      type,
      title,
      state: delivery.state as DeliveryState,
      attempts,
      status,
      problem,
      createdAt: delivery.createdAt.toISOString(),
      triedAt: delivery.triedAt?.toISOString() ?? null,
      nextAt: delivery.nextAt?.toISOString() ?? null,
    };
  });
}

async function readSlos(tx: WorkspaceTx, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const slos = await tx.prisma.slo.findMany({ where: { id: { in: [...ids] } } });
  const services = await tx.prisma.service.findMany({
    where: { id: { in: slos.map(({ serviceId }) => serviceId) } },
    select: { id: true, slug: true },
  });
  return slos.map(({ id, name, serviceId }) => ({
    id,
    name,
    service: services.find((one) => one.id === serviceId)?.slug ?? "",
  }));
}

export async function answerDelivery(tx: WorkspaceTx, delivery: DeliveryModel): Promise<DeliveryAnswer> {
  const [listed] = await answerDeliveries(tx, [delivery]);
  if (listed === undefined) throw new Error("a delivery has no receiver");
  return { ...listed, body: delivery.body };
}
