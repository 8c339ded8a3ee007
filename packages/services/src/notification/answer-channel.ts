import type { ChannelAnswer } from "@headroom/contract";
import { type ChannelModel, readChannelHealth, type WorkspaceTx } from "@headroom/db";

const UNTRIED = { deliveredAt: null, failingSince: null, pending: 0, givenUp: 0 };

/** Channels as people and the API see them: without the URLs. */
export async function answerChannels(
  tx: WorkspaceTx,
  channels: readonly ChannelModel[],
): Promise<ChannelAnswer[]> {
  const services = await tx.prisma.service.findMany({
    where: { id: { in: channels.flatMap(({ serviceId }) => serviceId ?? []) } },
    select: { id: true, slug: true, name: true },
  });
  const health = await readChannelHealth(
    tx,
    channels.map(({ id }) => id),
  );
  return channels.map((channel) => {
    const { id, name, origin, version } = channel;
    const service = services.find((one) => one.id === channel.serviceId);
    const own = health.find((one) => one.channelId === id) ?? UNTRIED;
    return {
      ...{ id, name, origin, version },
      // The table and the contract allow nothing else.
      kind: channel.kind as ChannelAnswer["kind"],
      events: channel.events as ChannelAnswer["events"],
      service: service === undefined ? null : { slug: service.slug, name: service.name },
      createdAt: channel.createdAt.toISOString(),
      updatedAt: channel.updatedAt.toISOString(),
      deliveries: {
        deliveredAt: own.deliveredAt?.toISOString() ?? null,
        failingSince: own.failingSince?.toISOString() ?? null,
        pending: own.pending,
        givenUp: own.givenUp,
      },
    };
  });
}

export async function answerChannel(tx: WorkspaceTx, channel: ChannelModel): Promise<ChannelAnswer> {
  const [answer] = await answerChannels(tx, [channel]);
  if (answer === undefined) throw new Error("a channel has no answer");
  return answer;
}
