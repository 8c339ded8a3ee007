import {
  judge,
  parseTarget,
  type JudgedFigures,
  type JudgedWindow,
  type Target,
  type TargetVerdict,
} from "@headroom/core";
import { readTotals, type RunModel, type RunTotal, type WorkspaceTx } from "@headroom/db";
import type { RunPhase } from "./judge-run.ts";
import { readFigures, wholeFigures } from "./read-figures.ts";
import { storedSteady, storedSummary } from "./stored.ts";
import { allOf } from "./summary-of.ts";
import { textsOf } from "./target-set.ts";

export interface JudgeTargetsInput {
  run: RunModel;
  targetSetId: string | null;
  totals: readonly RunTotal[];
  durationSeconds: number;
  phase: RunPhase;
  /** The step in which the source rounds latencies, in microseconds. */
  resolution: number;
}

/** Judges a run by its targets in its steady phase; in the whole run where it has none. */
export async function judgeTargets(tx: WorkspaceTx, input: JudgeTargetsInput): Promise<TargetVerdict[]> {
  if (input.targetSetId === null) return [];
  const targets = (await textsOf(tx, input.targetSetId)).map(readStored);
  const labels = targets.flatMap(({ label }) => (label === null ? [] : [label]));
  const { run, phase, totals, durationSeconds } = input;
  const figures =
    phase.steady === null
      ? wholeFigures(totals, durationSeconds)
      : await readFigures(tx, { runId: run.id, totals, window: phase.steady, labels });
  return judge({
    targets,
    figures,
    window: judgedWindow(run, phase),
    ramp: phase.ramp,
    achieved: await achievedShare(tx, run, totals),
    loadOffered: null,
    baseline: targets.some(isRelative) ? await readBaseline(tx, run, labels) : null,
    gauge: () => null,
    atUsers: () => null,
    latencyResolutionMicros: input.resolution,
  });
}

function judgedWindow(run: RunModel, { steady }: RunPhase): JudgedWindow | null {
  if (steady !== null) return { from: steady.from, to: steady.to, kind: "steady" };
  if (run.startedAt === null || run.endedAt === null) return null;
  return { from: run.startedAt.toISOString(), to: run.endedAt.toISOString(), kind: "whole" };
}

/** Completed of expected requests; the experiment may not say what it expects. */
async function achievedShare(
  tx: WorkspaceTx,
  run: RunModel,
  totals: readonly RunTotal[],
): Promise<number | null> {
  const workload = await tx.prisma.experiment.findUniqueOrThrow({
    where: { id: run.experimentId },
    select: { durationSeconds: true, ratePerGenerator: true, generators: true },
  });
  const { durationSeconds, ratePerGenerator, generators } = workload;
  if (durationSeconds === null || ratePerGenerator === null || generators === null) return null;
  const expected = durationSeconds * ratePerGenerator * generators;
  return expected > 0 ? allOf(totals).requests / expected : null;
}

async function readBaseline(
  tx: WorkspaceTx,
  run: RunModel,
  labels: readonly string[],
): Promise<JudgedFigures | null> {
  const { baselineRunId } = await tx.prisma.experiment.findUniqueOrThrow({
    where: { id: run.experimentId },
    select: { baselineRunId: true },
  });
  if (baselineRunId === null || baselineRunId === run.id) return null;
  const baseline = await tx.prisma.run.findUnique({ where: { id: baselineRunId } });
  if (baseline === null || baseline.publishedAt === null) return null;
  const totals = await readTotals(tx, baselineRunId);
  const steady = storedSteady(baseline.steady);
  if (steady !== null) return readFigures(tx, { runId: baselineRunId, totals, window: steady, labels });
  return wholeFigures(totals, storedSummary(baseline.summary)?.durationSeconds ?? 0);
}

function isRelative({ threshold }: Target): boolean {
  return threshold.kind === "baseline";
}

/** What was stored was read before, so it can be read again. */
function readStored(text: string): Target {
  const parsed = parseTarget(text);
  if (parsed.ok) return parsed.target;
  throw new Error(`a stored target cannot be read: ${text}`);
}
