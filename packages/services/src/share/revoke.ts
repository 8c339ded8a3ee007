import { z } from "zod";
import { HeadroomError } from "@headroom/core";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { onlyServiceOf, requireScope } from "../scope.ts";
import { requireShared } from "./subject.ts";

/** Ends a link immediately: the next visit finds nothing. Revoking again changes nothing. */
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
  await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const link = await tx.prisma.shareLink.findUnique({
      where: { id: id.data },
      select: { peakDayId: true },
    });
    const runs = await tx.prisma.shareLinkRun.findMany({ where: { shareLinkId: id.data } });
    const [runIds, peakDayId] = [runs.map(({ runId }) => runId), link?.peakDayId ?? null];
    if (runIds.length === 0 && peakDayId === null) throw noSuchShare();
    // A deleted run's link can be revoked, too; but a token limited to a service touches no other.
    if (onlyServiceOf(ctx.actor) !== null) await requireShared(tx, ctx, { runIds, peakDayId });
    const { count } = await tx.prisma.shareLink.updateMany({
      where: { id: id.data, revokedAt: null },
      data: { revokedAt: ctx.clock() },
    });
    if (count === 0) return;
    await writeAudit(tx, ctx, {
      action: "share.revoke",
      subjectKind: "share",
      subjectId: id.data,
      detail: peakDayId === null ? { runs: runIds } : { peakDay: peakDayId },
    });
  });
}

function noSuchShare(): HeadroomError {
  return new HeadroomError("not-found", "Share link not found.");
}
