import { HeadroomError } from "@headroom/core";
import type { ChannelModel, WorkspaceTx } from "@headroom/db";
import { isUuid } from "../uuid.ts";

/** The channel, or not-found. One from another workspace and an invalid ID get the same answer. */
export async function requireChannel(tx: WorkspaceTx, id: string): Promise<ChannelModel> {
  const found = isUuid(id) ? await tx.prisma.channel.findUnique({ where: { id } }) : null;
  if (found !== null) return found;
  throw new HeadroomError("not-found", "Channel not found.", {
    hint: "Check the URL. It may have been deleted.",
  });
}
