import type { ChannelAnswer } from "@headroom/contract";
import type { ChannelModel, WorkspaceTx } from "@headroom/db";
import { answerHealth } from "./answer-health.ts";

/** Channels as people and the API see them: without the URLs. */
export async function answerChannels(
  tx: WorkspaceTx,
  channels: readonly ChannelModel[],
): Promise<ChannelAnswer[]> {
  const services = await tx.prisma.service.findMany({
    where: { id: { in: channels.flatMap(({ serviceId }) => serviceId ?? []) } },
    select: { id: true, slug: true, name: true },
  });
  const ids = channels.map(({ id }) => id);
  const healthOf = await answerHealth(tx, "channel", ids);
  return channels.map((channel) => {
    const { id, name, origin, version } = channel;
    const service = services.find((one) => one.id === channel.serviceId);
    return {
      id,
      name,
      origin,
      version,
      // The table and the contract allow nothing else.
      kind: channel.kind as ChannelAnswer["kind"],
      events: channel.events as ChannelAnswer["events"],
      service: service === undefined ? null : { slug: service.slug, name: service.name },
      createdAt: channel.createdAt.toISOString(),
      updatedAt: channel.updatedAt.toISOString(),
      deliveries: healthOf(id),
    };
  });
}

export async function answerChannel(tx: WorkspaceTx, channel: ChannelModel): Promise<ChannelAnswer> {
  const [answer] = await answerChannels(tx, [channel]);
  if (answer === undefined) throw new Error("a channel has no answer");
  return answer;
}
