import { HeadroomError } from "@headroom/core";
import { readBadgeRun, readDeploysSince } from "@headroom/db";
import type { Services } from "../context.ts";
import { currentTargetSet } from "../run/record/target-set.ts";
import { readSettings } from "../workspace/settings.ts";
import { badgeState } from "./state.ts";
import type { BadgeState } from "./state.ts";
import { readBadgeToken } from "./token.ts";

/** What a badge says to anyone who has its address: an experiment's name, and how its newest run went. */
export async function openBadge({
  services,
  input: { token },
}: {
  services: Services;
  input: { token: string };
}): Promise<BadgeState & { name: string }> {
  const wanted = readBadgeToken(token);
  if (wanted === null) throw noSuchBadge();
  const { workspaceId, badge } = wanted;
  return services.db.inWorkspace(workspaceId, async (tx) => {
    const experiment = await tx.prisma.experiment.findFirst({
      where: { badge, deletedAt: null },
      select: { id: true, name: true, serviceId: true },
    });
    if (experiment === null) throw noSuchBadge();
    const { id: experimentId, name, serviceId } = experiment;
    const run = await readBadgeRun(tx, experimentId);
    const current = await currentTargetSet(tx, experimentId);
    const targetSetId = current === null || current.texts.length === 0 ? null : current.id;
    const policy = await readSettings(tx, workspaceId);
    const now = services.clock();
    const moments = run === null ? [] : [run.ranAt];
    const since = await readDeploysSince(tx, { serviceId, moments, until: now });
    return { name, ...badgeState({ run, targetSetId, deploys: since?.[0] ?? null, policy, now }) };
  });
}

/** Nobody learns whether there ever was one. */
function noSuchBadge(): HeadroomError {
  return new HeadroomError("not-found", "There is no such badge.");
}
