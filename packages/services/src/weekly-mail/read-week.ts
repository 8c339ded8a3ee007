import { readNewsEvidence, readWorseExperiments, readWorseSlos } from "@headroom/db";
import type { Context } from "../context.ts";
import { getOverview } from "../overview/get-overview.ts";
import { getNextPeakDay } from "../readiness/next-peak-day.ts";
import { requireScope } from "../scope.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";
import type { Week } from "./week.ts";

const MOST = 20;

interface WeekInput {
  since: Date;
  timeZone: string;
  keepDays: TrafficRetention;
}

/** What happened in a workspace since a moment, by the rules of the overview. */
export async function readWeek({ ctx, input }: { ctx: Context; input: WeekInput }): Promise<Week> {
  requireScope(ctx, "read");
  const { since, timeZone, keepDays } = input;
  const now = ctx.clock();
  const news = await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { worse, total: worseTotal } = await readWorseExperiments(tx, { since, most: MOST });
    const slos = await readWorseSlos(tx, { since, most: MOST });
    const evidence = await readNewsEvidence(tx, { since, now });
    const { name: workspaceName } = await tx.prisma.workspace.findUniqueOrThrow({
      where: { id: ctx.workspaceId },
      select: { name: true },
    });
    return { workspaceName, worse, worseTotal, slos, evidence };
  });
  const { stale, staleTotal } = await getOverview({ ctx });
  const next = await getNextPeakDay({ ctx, keepDays });
  return { ...news, since, now, timeZone, stale, staleTotal, next };
}
