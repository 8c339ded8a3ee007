import { deliveryState } from "@headroom/contract";
import type { DeliveryState } from "@headroom/contract";

/** Which deliveries the page shows. */
export interface DeliveryQuery {
  channel: string | null;
  /** The webhook of one SLO. */
  slo: string | null;
  state: DeliveryState | null;
  /** Where the page begins; null: with the latest. */
  cursor: string | null;
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const CURSOR = /^[\w-]{1,200}$/;

/** Reads the address; anything it cannot read counts as absent. */
export function readDeliveryQuery(search: Record<string, string | string[] | undefined>): DeliveryQuery {
  const { channel, slo, state, cursor } = search;
  const known = deliveryState.safeParse(state);
  return {
    channel: typeof channel === "string" && ID.test(channel) ? channel : null,
    slo: typeof slo === "string" && ID.test(slo) ? slo : null,
    state: known.success ? known.data : null,
    cursor: typeof cursor === "string" && CURSOR.test(cursor) ? cursor : null,
  };
}

export function deliveriesAddress(query: DeliveryQuery): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== null) parameters.set(name, String(value));
  const text = parameters.toString();
  return text === "" ? "/settings/notifications" : `/settings/notifications?${text}`;
}
