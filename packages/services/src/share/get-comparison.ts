import type { RunComparison } from "@headroom/contract";
import { getComparison } from "../comparison/get.ts";
import { readerOf, type ShareContext } from "./share-context.ts";

/** The comparison of a link, without what members wrote beside its runs. */
export async function getSharedComparison({
  ctx,
  input: { labels, webUrl },
}: {
  ctx: ShareContext;
  input: { labels: number; webUrl: string };
}): Promise<RunComparison> {
  const runIds = [...ctx.actor.runIds];
  const comparison = await getComparison({ ctx: readerOf(ctx, runIds), input: { runIds, labels, webUrl } });
  return { ...comparison, runs: comparison.runs.map((run) => ({ ...run, notes: null })) };
}
