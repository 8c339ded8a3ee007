import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** What belongs to this checkout but not to git: data, logs, secrets, built pages. */
export const headroomDir = join(root, ".headroom");

/** What all checkouts of this user share: the Node binary and the database engine. */
export function cacheDir() {
  return join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "headroom");
}
