import { readQuota, readStoredBytes, readUsageDays, totalBytes } from "@headroom/db";
import type { Quota } from "@headroom/db";
import type { Context } from "../context.ts";
import { requireAllServices, requireScope } from "../scope.ts";

export interface QuotaUse {
  slug: string;
  quota: Quota;
  uploadsToday: number;
  storedBytes: number;
}

/** What a workspace used of its quota, in short. */
export async function getQuotaUse({ ctx }: { ctx: Context }): Promise<QuotaUse> {
  requireScope(ctx, "read");
  requireAllServices(ctx);
  const { workspaceId: id } = ctx;
  return ctx.db.inWorkspace(id, async (tx) => {
    const { slug } = await tx.prisma.workspace.findUniqueOrThrow({ where: { id }, select: { slug: true } });
    const [today] = await readUsageDays(tx, ctx.clock());
    return {
      slug,
      quota: await readQuota(tx),
      uploadsToday: today?.uploads ?? 0,
      storedBytes: totalBytes(await readStoredBytes(tx)),
    };
  });
}
