import type { SharedRounds } from "@headroom/contract";
import { roundsChanges, roundsContradictions } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";
import { noSuchService } from "../service/find.ts";
import { readFrozenRounds } from "./frozen-rounds.ts";
import { readRoundsReport } from "./rounds-report.ts";
import type { RoundsReport } from "./rounds-report.ts";
import { readNewestRuns, stateOfRounds } from "./rounds-state.ts";
import { roundsReaderOf } from "./share-context.ts";
import type { ShareContext } from "./share-context.ts";

export interface SharedRoundsReport {
  report: RoundsReport;
  /** When the rounds were as they are shown. */
  at: string;
  /** Null: they are the current ones. */
  frozen: {
    at: string;
    /** What later runs showed that contradicts them, in sentences. */
    contradicted: string[];
    /** Everything that changed since. */
    changes: string[];
    /** Some runs are still being compared, so more can follow. */
    working: boolean;
  } | null;
}

/** A link's rounds with what guests may see. Frozen ones never change, and say what speaks against them by now. */
export async function getSharedRounds({ ctx }: { ctx: ShareContext }): Promise<SharedRoundsReport> {
  const { reader, serviceId } = roundsReaderOf(ctx);
  const link = await ctx.db.inWorkspace(ctx.workspaceId, (tx) =>
    tx.prisma.shareLink.findUnique({ where: { id: ctx.actor.id }, select: { rounds: true, frozen: true } }),
  );
  if (link === null) throw noSuchService();
  // Only `createShare` writes both.
  const rounds = link.rounds as SharedRounds;
  const current = await readRoundsReport(reader, {
    findService: (tx) => serviceOf(tx, serviceId),
    rounds,
    showsConfiguration: ctx.actor.showsConfiguration,
  });
  if (link.frozen === null) return { report: current, at: ctx.clock().toISOString(), frozen: null };
  const { at, report } = readFrozenRounds(link.frozen);
  const newest = await ctx.db.inWorkspace(ctx.workspaceId, (tx) =>
    readNewestRuns(tx, report.comparison.rows),
  );
  const [before, after] = [stateOfRounds(report, new Map()), stateOfRounds(current, newest)];
  return {
    report,
    at,
    frozen: {
      at,
      contradicted: roundsContradictions(before, after),
      changes: roundsChanges(before, after),
      working: current.statistics.pairs.some(({ state }) => state === "working"),
    },
  };
}

async function serviceOf(tx: WorkspaceTx, id: string) {
  const service = await tx.prisma.service.findUnique({
    where: { id },
    select: { id: true, slug: true, name: true },
  });
  if (service === null) throw noSuchService();
  return service;
}
