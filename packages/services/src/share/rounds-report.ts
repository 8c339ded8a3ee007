import type { ComparedRun, ComparisonStatistics, RoundsComparison, SharedRounds } from "@headroom/contract";
import type { WorkspaceTx } from "@headroom/db";
import { shownComparability, shownRun } from "./shown-run.ts";
import type { Shows } from "./shown-run.ts";
import { getComparisonStatistics } from "../comparison/get-statistics.ts";
import { MOST_ROUNDS, readRounds } from "../comparison/get-rounds.ts";
import type { Context } from "../context.ts";
import { toRounds } from "./shared-rounds.ts";

/** What the page of two rounds shows. */
export interface RoundsReport {
  rounds: SharedRounds;
  comparison: RoundsComparison;
  statistics: ComparisonStatistics;
}

interface ReadInput {
  /** Throws not-found unless the actor may see it. */
  findService: (tx: WorkspaceTx) => Promise<RoundsComparison["service"]>;
  rounds: SharedRounds;
  showsConfiguration: boolean;
}

/**
 * Rounds as guests may see them: without notes, commits, prices, and addresses in the workspace, and with what was changed only
 * if the link shows it.
 */
export async function readRoundsReport(
  ctx: Context,
  { findService, rounds, showsConfiguration }: ReadInput,
): Promise<RoundsReport> {
  const shows: Shows = { showsConfiguration, showsCommits: false };
  const { rows, ...rest } = await ctx.db.inWorkspace(ctx.workspaceId, async (tx) =>
    readRounds(tx, { service: await findService(tx), rounds: toRounds(rounds), webUrl: "" }),
  );
  const comparison = {
    ...rest,
    rows: rows.map((row) => ({
      ...row,
      before: runForGuests(row.before, shows),
      after: runForGuests(row.after, shows),
      comparability: row.comparability && shownComparability(row.comparability, shows),
    })),
  };
  return { rounds, comparison, statistics: await statisticsOf(ctx, comparison) };
}

async function statisticsOf(ctx: Context, { rows }: RoundsComparison): Promise<ComparisonStatistics> {
  const pairs = rows.flatMap(({ before, after }) =>
    before === null || after === null ? [] : [{ before: [before.id], after: [after.id] }],
  );
  if (pairs.length === 0) return { pairs: [] };
  const found = await getComparisonStatistics({ ctx, input: { pairs: pairs.slice(0, MOST_ROUNDS) } });
  return { pairs: found.pairs.map((pair) => ({ ...pair, costs: [] })) };
}

function runForGuests(run: ComparedRun | null, shows: Shows): ComparedRun | null {
  return run === null ? null : { ...shownRun(run, shows), url: "", isBaseline: false };
}
