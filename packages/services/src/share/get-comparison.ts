import type { ComparisonStatistics, RunComparison } from "@headroom/contract";
import { getComparisonStatistics } from "../comparison/get-statistics.ts";
import { getComparison } from "../comparison/get.ts";
import { compareGauges } from "../run/read/compare-gauges.ts";
import type { ComparedGauges } from "../run/read/compare-gauges.ts";
import { readerOf } from "./share-context.ts";
import type { ShareContext } from "./share-context.ts";

/** A link's comparison, without what members wrote about its runs and what they paid for them. */
export async function getSharedComparison({
  ctx,
  input: { reference, labels, webUrl },
}: {
  ctx: ShareContext;
  input: { reference: string; labels: number; webUrl: string };
}): Promise<RunComparison> {
  const runIds = [...ctx.actor.runIds];
  const comparison = await getComparison({
    ctx: readerOf(ctx, runIds),
    input: { runIds, reference, labels, webUrl },
  });
  return {
    ...comparison,
    runs: comparison.runs.map((run) => ({ ...run, notes: null, price: null })),
    costs: [],
  };
}

/** How certain its changes are: the same as members see, computed once for both. */
export async function getSharedStatistics({
  ctx,
  input: { reference },
}: {
  ctx: ShareContext;
  input: { reference: string };
}): Promise<ComparisonStatistics> {
  const runIds = [...ctx.actor.runIds];
  const { pairs } = await getComparisonStatistics({
    ctx: readerOf(ctx, runIds),
    input: { runIds, reference },
  });
  return { pairs: pairs.map((pair) => ({ ...pair, costs: [] })) };
}

/** What the gauges of a link's runs showed, from the start of each. */
export async function getSharedComparedGauges({ ctx }: { ctx: ShareContext }): Promise<ComparedGauges> {
  const runIds = [...ctx.actor.runIds];
  return compareGauges({ ctx: readerOf(ctx, runIds), input: { runIds } });
}
