import type { ChannelKind } from "@headroom/contract";
import type { DeliveryModel, WorkspaceTx } from "@headroom/db";
import { openWebhook } from "./slo-webhook.ts";
import { openUrl } from "./channel-url.ts";

/** Where a delivery goes, or why it can't be sent. */
export type Receiver = { id: string; kind: ChannelKind } & ({ url: string } | { problem: string });

const UNREADABLE = "The secret of this server has changed, so the URL can't be read. Enter it again.";
const NO_WEBHOOK = "The SLO no longer has a webhook.";

/** Null: it was deleted. URLs are read when something is sent, so that each message goes where its receiver is now. */
export async function readReceiver(
  tx: WorkspaceTx,
  secret: Uint8Array,
  { channelId, sloId }: DeliveryModel,
): Promise<Receiver | null> {
  if (channelId !== null) {
    const channel = await tx.prisma.channel.findUnique({ where: { id: channelId } });
    if (channel === null) return null;
    // The table allows nothing else.
    return {
      id: channelId,
      kind: channel.kind as ChannelKind,
      ...opened(() => openUrl(secret, channel.sealedUrl)),
    };
  }
  if (sloId === null) return null;
  const alert = await tx.prisma.sloAlert.findUnique({ where: { sloId }, select: { webhookUrl: true } });
  const stored = alert?.webhookUrl ?? null;
  const to = stored === null ? { problem: NO_WEBHOOK } : opened(() => openWebhook(secret, stored));
  return { id: sloId, kind: "webhook", ...to };
}

function opened(open: () => string): { url: string } | { problem: string } {
  try {
    return { url: open() };
  } catch {
    return { problem: UNREADABLE };
  }
}
