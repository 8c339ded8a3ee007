import { readPeakDayShareLinks, readShareLinks } from "@headroom/db";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { requireShared, sharedBy, shareSubject, type ShareSubject } from "./subject.ts";

export interface ListedShare {
  id: string;
  state: "open" | "expired" | "revoked";
  createdAt: Date;
  /** Null: a token's, or a former member's. */
  createdBy: string | null;
  expiresAt: Date;
  revokedAt: Date | null;
  hasPassphrase: boolean;
  openedCount: number;
  lastOpenedAt: Date | null;
  /** It shows the report as it was then; null: what is. */
  frozenAt: Date | null;
}

/** The links that show exactly this, newest first. Their addresses aren't stored anywhere. */
export async function listShares({
  ctx,
  input,
}: {
  ctx: Context;
  input: { subject: ShareSubject };
}): Promise<ListedShare[]> {
  requireScope(ctx, "edit");
  const subject = parseInput(shareSubject, input.subject);
  const { places, reference, peakDayId } = sharedBy(subject);
  const runIds = places.map(({ runId }) => runId);
  const now = ctx.clock();
  const links = await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    await requireShared(tx, ctx, { runIds, peakDayId });
    return "peakDayId" in subject
      ? readPeakDayShareLinks(tx, { subjectKind: subject.kind, peakDayId: subject.peakDayId })
      : readShareLinks(tx, { subjectKind: subject.kind, runIds, reference });
  });
  return links.map(({ openedCount, ...link }) => ({
    ...link,
    openedCount: Number(openedCount),
    state: link.revokedAt !== null ? "revoked" : link.expiresAt <= now ? "expired" : "open",
  }));
}
