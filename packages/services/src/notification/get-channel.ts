import type { ChannelAnswer } from "@headroom/contract";
import type { Context } from "../context.ts";
import { requireAllServices, requireScope } from "../scope.ts";
import { answerChannel, answerChannels } from "./answer-channel.ts";
import { requireChannel } from "./require-channel.ts";

export async function getChannel({
  ctx,
  input,
}: {
  ctx: Context;
  input: { id: string };
}): Promise<ChannelAnswer> {
  requireScope(ctx, "manage");
  requireAllServices(ctx);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) =>
    answerChannel(tx, await requireChannel(tx, input.id)),
  );
}

/** All channels of the workspace, by name. */
export async function listChannels({ ctx }: { ctx: Context }): Promise<{ channels: ChannelAnswer[] }> {
  requireScope(ctx, "manage");
  requireAllServices(ctx);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const channels = await tx.prisma.channel.findMany({ orderBy: [{ name: "asc" }, { id: "asc" }] });
    return { channels: await answerChannels(tx, channels) };
  });
}
