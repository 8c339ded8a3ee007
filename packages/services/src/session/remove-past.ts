import { removePastAccess as remove } from "@headroom/db";
import type { PastAccess } from "@headroom/db";
import type { Services } from "../context.ts";

/** Removes sessions, sign-in links and mailed secrets that ended long ago, for all people. */
export function removePastAccess({ services }: { services: Services }): Promise<PastAccess> {
  return remove(services.db);
}
