import "server-only";
import { getSharedReadiness } from "@headroom/services";
import type { ShareContext, SharedReadiness } from "@headroom/services";
import { env, trafficKeptFor } from "../../server/env.ts";
import { SharedReads } from "../../server/shared-reads.ts";

const reads = new SharedReads<SharedReadiness>(1_000);

/** All who open a link within a second share one read. The link was checked for each of them before. */
export function readShared(ctx: ShareContext): Promise<SharedReadiness> {
  return reads.read(`${ctx.workspaceId} ${ctx.actor.id}`, () =>
    getSharedReadiness({ ctx, keepDays: trafficKeptFor(env()) }),
  );
}
