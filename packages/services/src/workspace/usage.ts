import type { WorkspaceUsage } from "@headroom/contract";
import { DAY_MILLIS } from "@headroom/core";
import { readContents, readQuota, readUsageDays } from "@headroom/db";
import type { UsageDay } from "@headroom/db";
import type { Context } from "../context.ts";
import { requireAllServices, requireScope } from "../scope.ts";
import { getWorkspaceStorage } from "./storage-get.ts";

const DAYS = 30;

/** What the workspace holds, and what it uploaded in the last 30 days. */
export async function getWorkspaceUsage({
  ctx,
  input: { maxBytes },
}: {
  ctx: Context;
  input: { maxBytes: number | null };
}): Promise<WorkspaceUsage> {
  requireScope(ctx, "read");
  requireAllServices(ctx);
  const now = ctx.clock().getTime();
  const dates = Array.from({ length: DAYS }, (_, at) => new Date(now - (DAYS - 1 - at) * DAY_MILLIS));
  const [first = ctx.clock()] = dates;
  const storage = await getWorkspaceStorage({ ctx, input: { maxBytes } });
  const { slug, contents, quota, days } = await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => ({
    ...(await tx.prisma.workspace.findUniqueOrThrow({
      where: { id: ctx.workspaceId },
      select: { slug: true },
    })),
    contents: await readContents(tx),
    quota: await readQuota(tx),
    days: await readUsageDays(tx, first),
  }));
  const known = new Map(days.map((day) => [day.day, day]));
  return {
    ...contents,
    workspace: slug,
    storage,
    quota,
    days: dates.map((date) => known.get(dayOf(date)) ?? nothingOn(date)),
  };
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

function nothingOn(date: Date): UsageDay {
  return { day: dayOf(date), uploads: 0, samples: 0, bytes: 0 };
}
