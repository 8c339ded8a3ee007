import type { ChannelKind, DeliveryAnswer } from "@headroom/contract";
import { HeadroomError } from "@headroom/core";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { requireAllServices, requireScope } from "../scope.ts";
import { addDelivery } from "./add-deliveries.ts";
import { answerDelivery } from "./answer-delivery.ts";
import { requireChannel } from "./require-channel.ts";

const PAUSE_MILLIS = 10_000;

/** Sends a test to a channel, at most every ten seconds. */
export async function testChannel({
  ctx,
  input,
}: {
  ctx: Context;
  input: { id: string };
}): Promise<DeliveryAnswer> {
  requireScope(ctx, "manage");
  requireAllServices(ctx);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const channel = await requireChannel(tx, input.id);
    await tx.query("select from channel where id = $1 for no key update", [channel.id]);
    const since = new Date(ctx.clock().getTime() - PAUSE_MILLIS);
    const recent = await tx.prisma.delivery.count({
      where: { channelId: channel.id, type: "test", createdAt: { gt: since } },
    });
    if (recent > 0)
      throw new HeadroomError("conflict", "A test was just sent.", { hint: "Try again in ten seconds." });
    const { name } = channel;
    // The table allows nothing else.
    const receiver = { channelId: channel.id, kind: channel.kind as ChannelKind };
    const delivery = await addDelivery(tx, ctx, receiver, {
      type: "test",
      title: "This is a test. Nothing has changed.",
      lines: [`Headroom can write to ${name}.`],
      link: null,
      body: (envelope) => ({ type: "test", ...envelope, channel: { id: channel.id, name } }),
    });
    await writeAudit(tx, ctx, {
      action: "channel.test",
      subjectKind: "channel",
      subjectId: channel.id,
      detail: { name },
    });
    return answerDelivery(tx, delivery);
  });
}
