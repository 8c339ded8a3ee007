import type { ComparisonStatistics, JudgedSide, RunComparison } from "@headroom/contract";
import { compareGauges } from "../run/read/compare-gauges.ts";
import type { ComparedGauges } from "../run/read/compare-gauges.ts";
import { getJudgedComparison, getJudgedStatistics } from "../run/judgement/judged-comparison.ts";
import { readerOf } from "./share-context.ts";
import type { ShareContext } from "./share-context.ts";
import { shownComparability, shownRun } from "./shown-run.ts";

/** A link's comparison, without what members wrote about its runs and what they paid for them. */
export async function getSharedComparison({
  ctx,
  input: { reference, judged, labels, webUrl },
}: {
  ctx: ShareContext;
  input: { reference: string; judged?: JudgedSide | null; labels: number; webUrl: string };
}): Promise<RunComparison> {
  const runIds = [...ctx.actor.runIds];
  const comparison = await getJudgedComparison({
    ctx: readerOf(ctx, runIds),
    input: { runIds, reference, labels, webUrl, judged: judged ?? null },
  });
  return {
    ...comparison,
    runs: comparison.runs.map((run) => shownRun(run, ctx.actor)),
    comparability: comparison.comparability.map((one) => shownComparability(one, ctx.actor)),
    costs: [],
    judged: comparison.judged === null ? null : withoutOthers(comparison.judged),
  };
}

/** How many runs a side has, and not which. */
function withoutOthers({ level, commit }: NonNullable<RunComparison["judged"]>): RunComparison["judged"] {
  return { level: { count: level.count, others: [] }, commit: { count: commit.count, others: [] } };
}

/** How certain its changes are: the same as members see, computed once for both. */
export async function getSharedStatistics({
  ctx,
  input: { reference, judged },
}: {
  ctx: ShareContext;
  input: { reference: string; judged?: JudgedSide | null };
}): Promise<ComparisonStatistics> {
  const runIds = [...ctx.actor.runIds];
  const { pairs } = await getJudgedStatistics({
    ctx: readerOf(ctx, runIds),
    input: { runIds, reference, judged: judged ?? null },
  });
  const shown = new Set(runIds);
  return {
    pairs: pairs.map((pair) => ({ ...pair, after: pair.after.filter((id) => shown.has(id)), costs: [] })),
  };
}

/** What the gauges of a link's runs showed, from the start of each. */
export async function getSharedComparedGauges({
  ctx,
  input: { reference },
}: {
  ctx: ShareContext;
  input: { reference: string };
}): Promise<ComparedGauges> {
  const runIds = [...ctx.actor.runIds];
  return compareGauges({ ctx: readerOf(ctx, runIds), input: { runIds, reference } });
}
