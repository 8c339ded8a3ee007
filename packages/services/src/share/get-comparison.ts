import type { ComparisonStatistics, RunComparison } from "@headroom/contract";
import { getComparisonStatistics } from "../comparison/get-statistics.ts";
import { getComparison } from "../comparison/get.ts";
import { readerOf, type ShareContext } from "./share-context.ts";

/** A link's comparison, without what members wrote about its runs. */
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
  return { ...comparison, runs: comparison.runs.map((run) => ({ ...run, notes: null })) };
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
  return getComparisonStatistics({ ctx: readerOf(ctx, runIds), input: { runIds, reference } });
}
