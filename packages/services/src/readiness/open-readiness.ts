import type { ReadinessChanges, ReadinessReport } from "@headroom/contract";
import { changesBetween, HOUR_MILLIS } from "@headroom/core";
import type { ReadinessState } from "@headroom/core";
import type { Prisma } from "@headroom/db";
import type { Context } from "../context.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";
import { requireServiceDay } from "../peak-day/require-peak-day.ts";
import { getReadiness } from "./get-readiness.ts";
import { stateOf } from "./report-state.ts";

/** Within an hour, opening the report again is the same visit: its changes stay. */
const VISIT_MILLIS = HOUR_MILLIS;

/** The report as a member opens it: with what changed since their visit before. */
export async function openReadiness({
  ctx,
  keepDays,
  input,
}: {
  ctx: Context;
  keepDays: TrafficRetention;
  input: { id: string };
}): Promise<{ report: ReadinessReport; changes: ReadinessChanges | null }> {
  const report = await getReadiness({ ctx, keepDays, input });
  if (ctx.actor.kind !== "person") return { report, changes: null };
  return { report, changes: await noteVisit(ctx, ctx.actor.id, report) };
}

/** Null: it is the first visit. */
async function noteVisit(
  ctx: Context,
  personId: string,
  report: ReadinessReport,
): Promise<ReadinessChanges | null> {
  const after = stateOf(report);
  const state = after as unknown as Prisma.InputJsonObject;
  const now = ctx.clock();
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id: serviceDayId } = await requireServiceDay(tx, ctx, report.peakDay.id);
    const where = { serviceDayId_personId: { serviceDayId, personId } };
    const before = await tx.prisma.readinessVisit.findUnique({ where });
    if (before === null) {
      // Two tabs that are opened together are one visit.
      const first = { workspaceId: ctx.workspaceId, serviceDayId, personId, openedAt: now, state };
      await tx.prisma.readinessVisit.createMany({ data: [first], skipDuplicates: true });
      return null;
    }
    const isSameVisit = now.getTime() - before.openedAt.getTime() < VISIT_MILLIS;
    const seen = isSameVisit ? before.previousState : before.state;
    const since = isSameVisit ? before.previousAt : before.openedAt;
    const previous = isSameVisit
      ? {}
      : { previousAt: before.openedAt, previousState: before.state as Prisma.InputJsonValue };
    await tx.prisma.readinessVisit.update({ where, data: { openedAt: now, state, ...previous } });
    if (seen === null || since === null) return null;
    const words = changesBetween(seen as unknown as ReadinessState, after);
    return { since: since.toISOString(), words };
  });
}
