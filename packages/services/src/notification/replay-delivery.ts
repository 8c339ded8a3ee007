import type { DeliveryAnswer } from "@headroom/contract";
import { HeadroomError } from "@headroom/core";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { requireAllServices, requireScope } from "../scope.ts";
import { answerDelivery } from "./answer-delivery.ts";
import { queueDelivery } from "./queue-delivery.ts";
import { requireDelivery } from "./require-delivery.ts";

const STUCK_MILLIS = 600_000;

/** Sends a delivery again: the same body and ID, signed now. */
export async function replayDelivery({
  ctx,
  input,
}: {
  ctx: Context;
  input: { id: string };
}): Promise<DeliveryAnswer> {
  requireScope(ctx, "manage");
  requireAllServices(ctx);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id, channelId, sloId, title } = await requireDelivery(tx, input.id);
    const now = ctx.clock();
    // Of two people who send it again, one does. In a restored backup, nobody sends what was waiting.
    const stuck = { nextAt: { lt: new Date(now.getTime() - STUCK_MILLIS) } };
    const { count } = await tx.prisma.delivery.updateMany({
      where: { id, OR: [{ state: { not: "waiting" } }, stuck] },
      data: { state: "waiting", round: { increment: 1 }, attempts: 0, nextAt: now },
    });
    if (count === 0)
      throw new HeadroomError("conflict", "This delivery is about to be sent.", {
        hint: "Wait until it is delivered or has failed.",
      });
    const delivery = await requireDelivery(tx, id);
    await queueDelivery(tx, { id, round: delivery.round, receiver: channelId ?? sloId ?? "" });
    await writeAudit(tx, ctx, {
      action: "delivery.replay",
      subjectKind: "delivery",
      subjectId: id,
      detail: { title },
    });
    return answerDelivery(tx, delivery);
  });
}
