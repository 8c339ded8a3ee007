import { readConnections } from "@headroom/db";
import type { Services } from "../context.ts";

/** What a process may open on the database's server itself. A pooler has connections of its own to share. */
export function mostConnections(
  { url, directUrl, pool }: { url: string; directUrl: string | undefined; pool: number },
  direct: number,
): number {
  const isPooled = directUrl !== undefined && directUrl !== url;
  return (isPooled ? 0 : pool) + direct;
}

/** For a process that starts: what to say if all that run may need more connections than the server has. Null: they fit. */
export async function checkConnections({ db }: Pick<Services, "db">, own: number): Promise<string | null> {
  const found = await db.asJobs(readConnections).catch(() => null);
  if (found === null || found.planned + own <= found.limit) return null;
  return tooManyConnections({ ...found, planned: found.planned + own });
}

export function tooManyConnections({ planned, limit }: { planned: number; limit: number }): string {
  return `All processes together may open ${planned} connections, and the database has ${limit} for them. Raise its max_connections, lower HEADROOM_DATABASE_CONNECTIONS and HEADROOM_WEB_DB_CONNECTIONS, or give processes fewer roles (docs/scale.md).`;
}
