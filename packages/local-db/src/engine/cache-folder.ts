import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

import { reachableByOthers } from "../cluster/identity.ts";
import { env } from "../env.ts";
import { LocalDatabaseError } from "../problem.ts";

/** The place for an engine if root's home can't be entered by other users. */
const SYSTEM_CACHE = "/var/cache/headroom";

/**
 * `$XDG_CACHE_HOME/headroom`, else `~/.cache/headroom`. PostgreSQL refuses to run as root, so root starts it as another
 * user: if that user could not get into root's own cache, the machine's is taken.
 */
export function engineCacheFolder(): string {
  const own = join(env().cacheHome ?? join(ownHome(), ".cache"), "headroom");
  const isRoot = process.getuid?.() === 0;
  return isRoot && !reachableByOthers(own) ? SYSTEM_CACHE : own;
}

/** Throws if there is none: a container's user without an entry in /etc/passwd and without HOME. */
function ownHome(): string {
  let home = "";
  try {
    home = homedir();
  } catch {
    // The same as an empty one.
  }
  if (isAbsolute(home)) return home;
  const hint = "set XDG_CACHE_HOME to a persistent folder that you own";
  throw new LocalDatabaseError("not-allowed", "this user has no home folder to store TimescaleDB in", hint);
}
