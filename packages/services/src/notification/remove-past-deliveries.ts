import { removePastDeliveries as remove } from "@headroom/db";
import type { Services } from "../context.ts";

/** Removes deliveries that are older than 30 days, in every workspace. Returns how many. */
export function removePastDeliveries({ services }: { services: Services }): Promise<number> {
  return remove(services.db);
}
