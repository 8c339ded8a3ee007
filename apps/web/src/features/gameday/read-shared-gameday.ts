import "server-only";
import type { GamedayAnswer } from "@headroom/contract";
import { getSharedGameday } from "@headroom/services";
import type { ShareContext } from "@headroom/services";
import { SharedReads } from "../../server/shared-reads.ts";

const reads = new SharedReads<GamedayAnswer>(1_000);

/** All who open a link within a second share one read. The link was checked for each of them before. */
export function readSharedGameday(ctx: ShareContext): Promise<GamedayAnswer> {
  return reads.read(`${ctx.workspaceId} ${ctx.actor.id}`, () => getSharedGameday({ ctx }));
}
