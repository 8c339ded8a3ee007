import type { ReadinessReport } from "@headroom/contract";
import { changesBetween, contradictions } from "@headroom/core";
import { getReadiness } from "../readiness/get-readiness.ts";
import { stateOf } from "../readiness/report-state.ts";
import { storedReport } from "../readiness/stored-report.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";
import { reportForGuests } from "./frozen-report.ts";
import type { FrozenReport } from "./frozen-report.ts";
import { reportReaderOf } from "./share-context.ts";
import type { ShareContext } from "./share-context.ts";

export interface SharedReadiness {
  report: ReadinessReport;
  /** Null: it is the current report. */
  frozen: {
    at: string;
    /** What later runs showed that contradicts it, in sentences. */
    contradicted: string[];
    /** Everything that changed since. */
    changes: string[];
  } | null;
}

/** A link's readiness report with what guests may see. A frozen one never changes, and says what speaks against it by now. */
export async function getSharedReadiness({
  ctx,
  keepDays,
}: {
  ctx: ShareContext;
  keepDays: TrafficRetention;
}): Promise<SharedReadiness> {
  const { reader, id } = reportReaderOf(ctx);
  const current = reportForGuests(await getReadiness({ ctx: reader, keepDays, input: { id } }));
  const link = await ctx.db.inWorkspace(ctx.workspaceId, (tx) =>
    tx.prisma.shareLink.findUnique({ where: { id: ctx.actor.id }, select: { frozen: true } }),
  );
  if (link === null || link.frozen === null) return { report: current, frozen: null };
  // Only `createShare` writes it.
  const { at, report: frozen } = link.frozen as unknown as FrozenReport;
  const report = storedReport(frozen);
  const [before, after] = [stateOf(report), stateOf(current)];
  return {
    report,
    frozen: { at, contradicted: contradictions(before, after), changes: changesBetween(before, after) },
  };
}
