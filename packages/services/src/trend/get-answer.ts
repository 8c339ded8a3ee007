import { betterInTrend, FIGURES, isCost } from "@headroom/core";
import type { TrendMetric } from "@headroom/core";
import { experimentTrendParameters } from "@headroom/contract";
import type { ExperimentTrend } from "@headroom/contract";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { runUrl } from "../run/record/run-url.ts";
import type { ChangeAccepted, TrendChange } from "./found-changes.ts";
import { getTrend } from "./get.ts";
import type { Trend } from "./get.ts";

/** The response of `GET /v1/experiments/{id}/trend`: what the trend page shows, in order of time. */
export async function getTrendAnswer({
  ctx,
  input: { experimentId, parameters, webUrl },
}: {
  ctx: Context;
  input: { experimentId: string; parameters: unknown; webUrl: string };
}): Promise<ExperimentTrend> {
  const asked = parseInput(experimentTrendParameters, parameters);
  const { metric, label = null, branch = null, environment = null, from, to } = asked;
  const filter = { label: isCost(metric) ? null : label, branch, environment };
  const range = { from: dateOf(from), to: dateOf(to) };
  const trend = await getTrend({ ctx, input: { experimentId, metric, ...filter, ...range } });
  const { experiment, service, runsTotal, searched, targets, branches, environments, baseline } = trend;
  return {
    experiment,
    service: { slug: service.slug, name: service.name },
    url: `${webUrl}/experiments/${experiment.id}?${pageQuery(metric, filter)}`,
    metric,
    unit: unitOf(metric, trend),
    better: betterInTrend(metric),
    label: filter.label,
    runs: trend.runs.map(({ at, tool, isOfOtherBranch: _shown, ...run }) => ({
      ...run,
      url: runUrl(webUrl, run.id),
      at: at.toISOString(),
      tool: tool ?? "unknown",
    })),
    changes: trend.changes.map((change) => toChange(change, metric)),
    runsTotal,
    searched,
    baseline,
    targets,
    branches,
    environments,
  };
}

function dateOf(instant: string | undefined): Date | null {
  return instant === undefined ? null : new Date(instant);
}

function pageQuery(metric: TrendMetric, filter: Record<string, string | null>): string {
  const query = new URLSearchParams({ metric });
  for (const [name, value] of Object.entries(filter)) if (value !== null) query.set(name, value);
  return query.toString();
}

function unitOf(metric: TrendMetric, { currencies: [currency] }: Trend): string {
  if (!isCost(metric)) return FIGURES[metric].unit;
  return `${currency ?? ""} per million ${metric === "cost" ? "requests" : "items"}`.trim();
}

function toChange(
  { accepted, ...change }: TrendChange,
  metric: TrendMetric,
): ExperimentTrend["changes"][number] {
  const isGood = (change.direction === "rise") === (betterInTrend(metric) === "higher");
  return {
    ...change,
    effect: isGood ? "better" : "worse",
    accepted: accepted === null ? null : toAccepted(accepted),
    acknowledged: accepted === null || accepted.noteId === null ? null : toNote(accepted),
  };
}

function toAccepted({ reason, by, at, run }: ChangeAccepted) {
  return { reason, by, at: at.toISOString(), run };
}

function toNote({ reason, by, at }: ChangeAccepted) {
  return { word: reason, by, at: at.toISOString() };
}
