import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { requireAllServices, requireScope } from "../scope.ts";
import { requireChannel } from "./require-channel.ts";

/** Deletes a channel with its deliveries. What wasn't sent yet never is. */
export async function deleteChannel({ ctx, input }: { ctx: Context; input: { id: string } }): Promise<void> {
  requireScope(ctx, "manage");
  requireAllServices(ctx);
  await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id, name, kind, origin } = await requireChannel(tx, input.id);
    await tx.prisma.channel.delete({ where: { id } });
    const detail = { name, kind, origin };
    await writeAudit(tx, ctx, { action: "channel.delete", subjectKind: "channel", subjectId: id, detail });
  });
}
