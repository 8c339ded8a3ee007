import { homedir } from "node:os";
import { join } from "node:path";

import { reachableByOthers } from "../cluster/identity.ts";
import { env } from "../env.ts";

/** Where an engine lies when the machine's root has a home that no other user may enter. */
const SYSTEM_CACHE = "/var/cache/headroom";

/**
 * `$XDG_CACHE_HOME/headroom`, else `~/.cache/headroom`. PostgreSQL refuses to run as root, so root starts it as another
 * user: if that user could not get into root's own cache, the machine's is taken.
 */
export function engineCacheFolder(): string {
  const own = join(env().cacheHome ?? join(homedir(), ".cache"), "headroom");
  const isRoot = process.getuid?.() === 0;
  return isRoot && !reachableByOthers(own) ? SYSTEM_CACHE : own;
}
