import type { z } from "zod";
import { ALL_LABEL, isCost, LIVE_TRAFFIC, targetValues } from "@headroom/core";
import type { LevelChange, TargetValue, TrendMetric } from "@headroom/core";
import { readTrend, readTrendFacets } from "@headroom/db";
import type { ExperimentModel, TrendRun, WorkspaceTx } from "@headroom/db";
import { requireExperiment } from "../catalog/require-experiment.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { readChanges } from "../run/record/read-changes.ts";
import { namesOf } from "../run/record/names-of.ts";
import { currentTargetSet } from "../run/record/target-set.ts";
import { requireScope } from "../scope.ts";
import { readAcceptedRuns, withAcceptedRuns } from "./accepted-runs.ts";
import { findChanges } from "./found-changes.ts";
import type { FoundChange, TrendChange } from "./found-changes.ts";
import { markChanges } from "./mark-changes.ts";
import { orderRuns } from "./order-runs.ts";
import { MAX_TREND_RUNS, trendInput } from "./trend-input.ts";
import type { TrendInput } from "./trend-input.ts";

export interface Trend {
  experiment: { id: string; slug: string; name: string };
  service: { id: string; slug: string; name: string };
  /** In the order of the axis. */
  runs: TrendRun[];
  /** All runs of the experiment, shown or not. */
  runsTotal: number;
  /** There are older runs that aren't shown. */
  older: boolean;
  /** Runs without a value for the axis. */
  unplaced: number;
  branches: string[];
  environments: string[];
  /** Of prices, that of the newest run first. A trend of costs is in the first one. */
  currencies: string[];
  targets: TargetValue[];
  baseline: { runId: string; number: number; value: number | null } | null;
  changes: TrendChange[];
  /** In how many of the runs changes were looked for. */
  searched: number;
  /** Runs that were kept from live traffic. */
  liveRuns: number;
}

type ParsedTrendInput = Pick<z.output<typeof trendInput>, "branch" | "environment" | "from" | "to" | "label">;

/** One metric of an experiment over its runs, with its changes. Reads only stored summaries. */
export async function getTrend({ ctx, input }: { ctx: Context; input: TrendInput }): Promise<Trend> {
  requireScope(ctx, "read");
  const { axis, ...wanted } = parseInput(trendInput, input);
  const label = wanted.label === ALL_LABEL ? null : wanted.label;
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const experiment = await requireExperiment(tx, ctx, wanted.experimentId);
    const { runs: runsTotal, ...choices } = await readTrendFacets(tx, experiment.id);
    const read = { ...wanted, experimentId: experiment.id, label, currency: choices.currencies[0] ?? null };
    const newest = await readTrend(tx, { ...read, limit: MAX_TREND_RUNS + 1 });
    const older = newest.length > MAX_TREND_RUNS;
    const { runs, unplaced } = orderRuns(older ? newest.slice(1) : newest, axis);
    const { changes: found, searched } = findChanges(runs, wanted.metric, {
      ofBranch: wanted.branch !== null,
    });
    const changes = isWhole(wanted)
      ? withStored(found, await readChanges(tx, experiment.latestRunId), wanted.metric)
      : found;
    const baseline = await readBaseline(tx, experiment, runs, read);
    return {
      ...(await placeOf(tx, experiment)),
      runs,
      runsTotal,
      older,
      unplaced,
      ...choices,
      baseline,
      targets: await targetsOf(tx, experiment.id, { ...read, baseline: baseline?.value ?? null }),
      searched,
      liveRuns: runs.filter(({ tool }) => tool === LIVE_TRAFFIC).length,
      changes: withAcceptedRuns(
        markChanges(runs, changes, await readWords(tx, experiment.id, wanted.metric, label)),
        { runs, accepted: await readAcceptedRuns(tx, experiment.id), metric: wanted.metric },
      ),
    };
  });
}

/** What judgements looked at, too: every run of every environment. */
function isWhole({ branch, environment, from, to, label }: ParsedTrendInput): boolean {
  return [branch, environment, from, to, label].every((one) => one === null);
}

/** A step that a judgement has told keeps the levels it was told with, so that every page prints the same. */
function withStored(
  found: readonly FoundChange[],
  stored: readonly LevelChange[],
  metric: TrendMetric,
): FoundChange[] {
  return found.map((one) => {
    const { change } = one;
    const told = stored.find(
      ({ label, run, ...of }) => label === null && of.metric === metric && run?.id === change.runId,
    );
    if (told === undefined || change.drift !== null) return one;
    return { ...one, change: { ...change, before: told.before, after: told.after } };
  });
}

async function placeOf(tx: WorkspaceTx, { id, slug, name, serviceId }: ExperimentModel) {
  const service = await tx.prisma.service.findUniqueOrThrow({
    where: { id: serviceId },
    select: { id: true, slug: true, name: true },
  });
  return { experiment: { id, slug, name }, service };
}

/** Targets aren't about costs. */
async function targetsOf(
  tx: WorkspaceTx,
  experimentId: string,
  { metric, label, baseline }: { metric: TrendMetric; label: string | null; baseline: number | null },
): Promise<TargetValue[]> {
  if (isCost(metric)) return [];
  const texts = (await currentTargetSet(tx, experimentId))?.texts ?? [];
  return targetValues(texts, { metric, label, baseline });
}

interface OneMetric {
  metric: TrendMetric;
  label: string | null;
  currency: string | null;
}

/** The filter may leave the baseline out. */
async function readBaseline(
  tx: WorkspaceTx,
  { id, baselineRunId }: ExperimentModel,
  runs: readonly TrendRun[],
  { metric, label, currency }: OneMetric,
): Promise<Trend["baseline"]> {
  if (baselineRunId === null) return null;
  const shown = runs.find((run) => run.id === baselineRunId);
  const run =
    shown ?? (await readOne(tx, { experimentId: id, runId: baselineRunId, metric, label, currency }));
  return run === null ? null : { runId: run.id, number: run.number, value: run.value };
}

async function readOne(
  tx: WorkspaceTx,
  input: OneMetric & { experimentId: string; runId: string },
): Promise<TrendRun | null> {
  const { experimentId, runId, metric, label, currency } = input;
  const [run] = await readTrend(tx, {
    experimentId,
    runId,
    metric,
    label,
    currency,
    branch: null,
    environment: null,
    from: null,
    to: null,
    limit: 1,
  });
  return run ?? null;
}

async function readWords(tx: WorkspaceTx, experimentId: string, metric: TrendMetric, label: string | null) {
  const words = await tx.prisma.changeAcknowledgement.findMany({
    where: { experimentId, metric, label: label ?? ALL_LABEL },
  });
  const names = await namesOf(
    tx,
    words.map(({ acknowledgedBy }) => acknowledgedBy),
  );
  return words.map((word) => ({ ...word, by: names.get(word.acknowledgedBy ?? "") ?? null }));
}
