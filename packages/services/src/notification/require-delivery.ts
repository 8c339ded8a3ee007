import { HeadroomError } from "@headroom/core";
import type { DeliveryModel, WorkspaceTx } from "@headroom/db";
import { isUuid } from "../uuid.ts";

/** The delivery, or not-found. One from another workspace and an invalid ID get the same answer. */
export async function requireDelivery(tx: WorkspaceTx, id: string): Promise<DeliveryModel> {
  const found = isUuid(id) ? await tx.prisma.delivery.findUnique({ where: { id } }) : null;
  if (found !== null) return found;
  throw new HeadroomError("not-found", "Delivery not found.", {
    hint: "Check the URL. Deliveries are removed after 30 days, and with their channel.",
  });
}
