import "server-only";
import { getSharedRounds } from "@headroom/services";
import type { ShareContext, SharedRoundsReport } from "@headroom/services";
import { SharedReads } from "../../../server/shared-reads.ts";

const reads = new SharedReads<SharedRoundsReport>(1_000);

/** All who open a link within a second share one read. The link was checked for each of them before. */
export function readSharedRounds(ctx: ShareContext): Promise<SharedRoundsReport> {
  return reads.read(`${ctx.workspaceId} ${ctx.actor.id}`, () => getSharedRounds({ ctx }));
}
