import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Everything that belongs to this checkout and not to git: data, logs, secrets, the built pages. */
export const headroomDir = join(root, ".headroom");

/** What every checkout of this user shares: the Node binary and the database engine. */
export function cacheDir() {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "headroom");
}
