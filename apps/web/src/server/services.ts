import "server-only";
import { openServices } from "@headroom/services";
import type { Services } from "@headroom/services";
import { env } from "./env.ts";

let opened: Services | undefined;

/** One connection pool per process, opened by the first request that needs it. */
export function services(): Services {
  opened ??= openServices({
    url: env().DATABASE_URL,
    directUrl: env().HEADROOM_DATABASE_DIRECT_URL ?? env().DATABASE_URL,
    maxConnections: env().HEADROOM_WEB_DB_CONNECTIONS,
  });
  return opened;
}
