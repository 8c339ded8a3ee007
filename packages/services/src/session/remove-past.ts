import { removePastAccess as remove, type PastAccess } from "@headroom/db";
import type { Services } from "../context.ts";

/** Removes the sessions, sign-in links and mailed secrets of all people that ended long ago. */
export function removePastAccess({ services }: { services: Services }): Promise<PastAccess> {
  return remove(services.db);
}
