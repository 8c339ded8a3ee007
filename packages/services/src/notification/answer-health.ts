import type { DeliveryHealth } from "@headroom/contract";
import { readDeliveryHealth } from "@headroom/db";
import type { WorkspaceTx } from "@headroom/db";

const UNTRIED: DeliveryHealth = { deliveredAt: null, failingSince: null, pending: 0, givenUp: 0 };

/** How the messages to channels, or to the webhooks of SLOs, fare, by their IDs. */
export async function answerHealth(
  tx: WorkspaceTx,
  receiver: "channel" | "slo",
  ids: readonly string[],
): Promise<(id: string) => DeliveryHealth> {
  const stored = await readDeliveryHealth(tx, receiver, ids);
  const known = stored.map(({ receiverId, deliveredAt, failingSince, pending, givenUp }) => ({
    id: receiverId,
    health: {
      deliveredAt: deliveredAt?.toISOString() ?? null,
      failingSince: failingSince?.toISOString() ?? null,
      pending,
      givenUp,
    },
  }));
  return (id) => known.find((one) => one.id === id)?.health ?? UNTRIED;
}
