import { z } from "zod";
import { HeadroomError } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../audit.ts";
import { shownByLink } from "../audit-share.ts";
import type { Context } from "../context.ts";
import { announce } from "../announce.ts";
import { onlyServiceOf, requireScope } from "../scope.ts";
import { requireGameday } from "../gameday/require-gameday.ts";
import { requirePeakDay } from "../peak-day/require-peak-day.ts";
import { requireRun } from "../run/record/require-run.ts";

/** Ends a link immediately: the next visit finds nothing, and open pages end. Revoking again changes nothing. */
export async function revokeShare({
  ctx,
  input: { shareId },
}: {
  ctx: Context;
  input: { shareId: string };
}): Promise<void> {
  requireScope(ctx, "edit");
  const id = z.uuid().safeParse(shareId);
  if (!id.success) throw noSuchShare();
  const isRevoked = await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const link = await tx.prisma.shareLink.findUnique({
      where: { id: id.data },
      select: { peakDayId: true, serviceId: true, gamedayId: true },
    });
    const runs = await tx.prisma.shareLinkRun.findMany({ where: { shareLinkId: id.data } });
    if (link === null) throw noSuchShare();
    const { peakDayId, serviceId, gamedayId } = link;
    if (runs.length === 0 && (peakDayId ?? serviceId ?? gamedayId) === null) throw noSuchShare();
    const shown = { ...link, runIds: runs.map(({ runId }) => runId) };
    // A deleted run's link can be revoked, too; but a token limited to a service touches no other.
    if (onlyServiceOf(ctx.actor) !== null) await requireOwnService(tx, ctx, shown);
    const { count } = await tx.prisma.shareLink.updateMany({
      where: { id: id.data, revokedAt: null },
      data: { revokedAt: ctx.clock() },
    });
    if (count === 0) return false;
    await writeAudit(tx, ctx, {
      action: "share.revoke",
      subjectKind: "share",
      subjectId: id.data,
      detail: shownByLink(shown),
    });
    return true;
  });
  if (isRevoked) await announce(ctx, [id.data]);
}

async function requireOwnService(
  tx: WorkspaceTx,
  ctx: Context,
  { runIds, peakDayId, serviceId, gamedayId }: Parameters<typeof shownByLink>[0],
): Promise<void> {
  for (const runId of runIds) await requireRun(tx, ctx, runId);
  if (peakDayId !== null) await requirePeakDay(tx, ctx, peakDayId);
  if (gamedayId !== null) await requireGameday(tx, ctx, gamedayId);
  if (serviceId !== null && serviceId !== onlyServiceOf(ctx.actor)) throw noSuchShare();
}

function noSuchShare(): HeadroomError {
  return new HeadroomError("not-found", "Share link not found.");
}
