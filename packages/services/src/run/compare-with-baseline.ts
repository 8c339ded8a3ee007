import type { Comparison, Delta, Percentile, WindowSummary } from "@headroom/contract";
import type { RunModel, WorkspaceTx } from "@headroom/db";
import { runUrl } from "./run-url.ts";
import { storedSummary } from "./stored.ts";

export interface CompareInput {
  run: RunModel;
  summary: WindowSummary;
  webUrl: string;
}

/** The run beside its experiment's baseline; null without one. */
export async function compareWithBaseline(
  tx: WorkspaceTx,
  { run, summary, webUrl }: CompareInput,
): Promise<Comparison | null> {
  const { baselineRunId } = await tx.prisma.experiment.findUniqueOrThrow({
    where: { id: run.experimentId },
    select: { baselineRunId: true },
  });
  if (baselineRunId === null || baselineRunId === run.id) return null;
  const baseline = await tx.prisma.run.findUnique({
    where: { id: baselineRunId },
    select: { summary: true },
  });
  const before = storedSummary(baseline?.summary ?? null);
  if (before === null) return null;
  return {
    baseline: { id: baselineRunId, url: runUrl(webUrl, baselineRunId) },
    ...deltasOf(before, summary),
    verdict: null,
  };
}

type Deltas = Omit<Comparison, "baseline" | "verdict">;

function deltasOf(before: WindowSummary, after: WindowSummary): Deltas {
  const latency = (name: "mean" | Percentile) => deltaOf(before.latencyMs[name], after.latencyMs[name]);
  return {
    throughput: deltaOf(before.throughput, after.throughput),
    itemsPerSecond: deltaOf(itemsPerSecond(before), itemsPerSecond(after)),
    errorRate: deltaOf(before.errorRate, after.errorRate),
    latencyMs: {
      mean: latency("mean"),
      p50: latency("p50"),
      p90: latency("p90"),
      p95: latency("p95"),
      p99: latency("p99"),
      "p99.9": latency("p99.9"),
    },
  };
}

function deltaOf(baseline: number | null, value: number | null): Delta {
  if (baseline === null || value === null || baseline === 0)
    return { baseline, value, change: null, times: null };
  return { baseline, value, change: (value - baseline) / baseline, times: value / baseline };
}

function itemsPerSecond({ items, durationSeconds }: WindowSummary): number | null {
  return items === null || durationSeconds === null || durationSeconds === 0 ? null : items / durationSeconds;
}
