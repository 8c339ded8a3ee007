import type { ServiceArguments } from "../service-arguments.ts";
import type { World } from "../world.ts";
import { Client } from "./client.ts";

/** A client that says on standard error when it tries again. */
export function openClient({ url, token }: Pick<ServiceArguments, "url" | "token">, world: World): Client {
  return new Client({
    url,
    token,
    world,
    onRetry: (why, waitMillis) =>
      world.stderr.write(`headroom: ${why} Trying again in ${(waitMillis / 1_000).toFixed(1)} s.\n`),
  });
}
