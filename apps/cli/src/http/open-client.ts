import type { ServiceArguments } from "../service-arguments.ts";
import type { World } from "../world.ts";
import { Client } from "./client.ts";
import { tokenOf } from "./token-of.ts";

/** A client that says on standard error when it tries again. */
export function openClient({ url, token }: Pick<ServiceArguments, "url" | "token">, world: World): Client {
  const onRetry = (why: string, waitMillis: number) => {
    world.stderr.write(`headroom: ${why} Trying again in ${(waitMillis / 1_000).toFixed(1)} s.\n`);
  };
  return new Client({ url, token: tokenOf(token, { url, world, onRetry }), world, onRetry });
}
