import type { GamedayAnswer } from "@headroom/contract";
import { getGameday } from "../gameday/get.ts";
import { gamedayReaderOf } from "./share-context.ts";
import type { ShareContext } from "./share-context.ts";

/**
 * The report of a link's gameday: what was planned, what happened, and what was found, with the names of those who did
 * it. Without notes, other gamedays, and addresses in the workspace.
 */
export async function getSharedGameday({ ctx }: { ctx: ShareContext }): Promise<GamedayAnswer> {
  const { reader, id } = gamedayReaderOf(ctx);
  const gameday = await getGameday({ ctx: reader, input: { id, webUrl: "" } });
  return { ...gameday, notes: null, overlapping: [], url: "" };
}
