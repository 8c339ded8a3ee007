import { readOverview, type Overview } from "@headroom/db";
import type { Context } from "../context.ts";
import { onlyServiceOf, requireScope } from "../scope.ts";

export type { LatestRunOverview, Overview, ServiceOverview } from "@headroom/db";

const SERVICES = 50;
const RUNS = 12;

/** Services with their latest verdicts and tested capacity, and the newest runs. */
export async function getOverview({ ctx }: { ctx: Context }): Promise<Overview> {
  requireScope(ctx, "read");
  const serviceId = onlyServiceOf(ctx.actor);
  return ctx.db.inWorkspace(ctx.workspaceId, (tx) =>
    readOverview(tx, { serviceId, services: SERVICES, runs: RUNS }),
  );
}
