import { noteVisit, readNewsEvidence, readWorseExperiments, readWorseSlos } from "@headroom/db";
import type { WorseExperiment, WorseSlo } from "@headroom/db";
import { HOUR_SECONDS, isPostponed } from "@headroom/core";
import type { NewsEvidence } from "@headroom/core";
import type { Context } from "../context.ts";
import { readPersonName } from "../member/person-name.ts";
import { requireScope } from "../scope.ts";

export type { WorseExperiment, WorseSlo } from "@headroom/db";

/** After a reload or a look at a run, what was news is still news. */
const SAME_VISIT_SECONDS = HOUR_SECONDS;
const MOST = 8;

export interface SinceLastVisit {
  /** When the visit before ended; null: this is the first one. */
  since: Date | null;
  /** The worst first. */
  worse: WorseExperiment[];
  /** How many experiments got worse, shown or not. */
  worseTotal: number;
  slos: WorseSlo[];
  /** What that is based on; null: there is nothing to compare with yet. */
  evidence: NewsEvidence | null;
}

/**
 * Notes that a member looks at the overview, and says what got worse since their last visit. Null: not a member, or a
 * database that can't write now. `isMine`: only of experiments that name them as their owner; SLOs have none.
 */
export async function openHome({
  ctx,
  input: { isMine = false } = {},
}: {
  ctx: Context;
  input?: { isMine?: boolean };
}): Promise<SinceLastVisit | null> {
  requireScope(ctx, "read");
  if (ctx.actor.kind !== "person") return null;
  const { workspaceId } = ctx;
  const personId = ctx.actor.id;
  const visit = {
    personId,
    workspaceId,
    now: ctx.clock(),
    sameVisitSeconds: SAME_VISIT_SECONDS,
  };
  try {
    return await ctx.db.inWorkspace(workspaceId, async (tx) => {
      const since = await noteVisit(tx, visit);
      if (since === null) return { since, worse: [], worseTotal: 0, slos: [], evidence: null };
      const owner = isMine ? ((await readPersonName(tx, personId)) ?? "") : null;
      const { worse, total } = await readWorseExperiments(tx, { since, most: MOST, owner });
      const slos = isMine ? [] : await readWorseSlos(tx, { since, most: MOST });
      const evidence = await readNewsEvidence(tx, { since, now: visit.now });
      return { since, worse, worseTotal: total, slos, evidence };
    });
  } catch (error) {
    if (isPostponed(error)) return null;
    throw error;
  }
}
