import { shareSubject } from "@headroom/contract";
import type { ShareSubject } from "@headroom/contract";
import {
  readGamedayShareLinks,
  readPeakDayShareLinks,
  readRoundsShareLinks,
  readShareLinks,
} from "@headroom/db";
import type { ShareLinkRead, WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { requireShared, sharedBy } from "./subject.ts";
import type { SharedThings } from "./subject.ts";

export interface ListedShare {
  id: string;
  state: "open" | "expired" | "revoked";
  createdAt: Date;
  /** Null: a token's, or a former member's. */
  createdBy: string | null;
  expiresAt: Date;
  revokedAt: Date | null;
  hasPassphrase: boolean;
  showsConfiguration: boolean;
  showsCommits: boolean;
  openedCount: number;
  lastOpenedAt: Date | null;
  /** It shows what was then; null: what is. */
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
  const things = sharedBy(subject);
  const now = ctx.clock();
  const links = await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { serviceId } = await requireShared(tx, ctx, things);
    return readLinks(tx, subject, { ...things, serviceId });
  });
  return links.map(({ openedCount, ...link }) => ({
    ...link,
    openedCount: Number(openedCount),
    state: link.revokedAt !== null ? "revoked" : link.expiresAt <= now ? "expired" : "open",
  }));
}

function readLinks(
  tx: WorkspaceTx,
  subject: ShareSubject,
  { places, reference, judged, serviceId }: SharedThings & { serviceId: string | null },
): Promise<ShareLinkRead[]> {
  switch (subject.kind) {
    case "peak-day":
    case "readiness":
      return readPeakDayShareLinks(tx, { subjectKind: subject.kind, peakDayId: subject.peakDayId });
    case "gameday":
      return readGamedayShareLinks(tx, subject.gamedayId);
    case "rounds":
      return readRoundsShareLinks(tx, { serviceId, rounds: subject.rounds });
    case "run":
    case "comparison": {
      const runIds = places.map(({ runId }) => runId);
      return readShareLinks(tx, { subjectKind: subject.kind, runIds, reference, judged });
    }
  }
}
