import type { DeliveryAnswer } from "@headroom/contract";
import type { Context } from "../context.ts";
import { requireAllServices, requireScope } from "../scope.ts";
import { answerDelivery } from "./answer-delivery.ts";
import { requireDelivery } from "./require-delivery.ts";

/** One delivery, with its body. */
export async function getDelivery({
  ctx,
  input,
}: {
  ctx: Context;
  input: { id: string };
}): Promise<DeliveryAnswer> {
  requireScope(ctx, "manage");
  requireAllServices(ctx);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) =>
    answerDelivery(tx, await requireDelivery(tx, input.id)),
  );
}
