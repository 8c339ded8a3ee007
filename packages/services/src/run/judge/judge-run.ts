import {
  formatMetric,
  heldBackIn,
  joinPartWarnings,
  joinTimes,
  joinWarnings,
  proofOf,
  RULES_VERSION,
  sameSamplesWarning,
  worstVerdict,
} from "@headroom/core";
import type { AbsentFigure, RunOutcome, Target, TargetVerdict } from "@headroom/core";
import { eachTotal, findSeries, replaceRunLabels } from "@headroom/db";
import type {
  ExperimentModel,
  PartModel,
  RunModel,
  RunRead,
  RunTotal,
  RunVerdictModel,
  WorkspaceTx,
} from "@headroom/db";
import { awaitBaseline } from "./await-baseline.ts";
import { compareWithBaseline } from "./compare-with-baseline.ts";
import { evidenceOf } from "../load/evidence.ts";
import { BY_HAND, findSteady } from "./find-steady.ts";
import { judgeTargets, targetsOf } from "./judge-targets.ts";
import { labelLine, rankLabels } from "../record/rank-labels.ts";
import type { LabelLine } from "../record/rank-labels.ts";
import { readCodes } from "./read-codes.ts";
import { readConfidence } from "../load/read-confidence.ts";
import { readRunCapacity } from "./run-capacity.ts";
import { labelOverrides, orNull, storedWarnings } from "../record/stored.ts";
import { allOf, allPartsOf, isAll, summaryOf } from "../record/summary-of.ts";

export interface JudgeRunInput {
  runId: string;
  targetSetId: string | null;
  webUrl: string;
  /** What the transaction has just read; left out: it is read. */
  known?: JudgedRows & JudgedBy;
}

/** A run as its transaction holds it, with all of its parts. */
export interface JudgedRows {
  run: RunModel;
  experiment: ExperimentModel;
  parts: readonly PartModel[];
}

/** What its verdicts are made by. */
interface JudgedBy {
  targets: readonly Target[];
  /** Of the workspace. */
  confidence: number;
}

/** As it was just stored. */
export type JudgedRun = Pick<RunRead, "run" | "verdicts" | "finestStepSeconds">;

/** Computes everything a run shows from its published parts, and stores it: summary, labels, steady phase, verdicts. */
export async function judgeRun(tx: WorkspaceTx, input: JudgeRunInput): Promise<JudgedRun> {
  const { runId, targetSetId, webUrl } = input;
  const { experiment, targets, confidence, ...rows } = input.known ?? (await readRows(tx, input));
  const { run, durationSeconds, warnings, evidence } = await joinParts(tx, rows);
  const { absent } = evidence;
  const published = rows.parts.filter(({ state }) => state === "published").length;
  const read = { parts: published, targets, durationSeconds, absent };
  const { totals, lines } = await readLabelTotals(tx, runId, read);
  await replaceRunLabels(tx, runId, rankLabels(lines), isJudged(run));
  const summary = summaryOf(allOf(totals), { durationSeconds, absent, parts: allPartsOf(totals) });
  const series = await findSeries(tx, runId, null);
  const phase = await findSteady(tx, { run, experiment, totals, series, evidence });
  const proof = proofOf({
    cell: allOf(totals),
    source: evidence.source,
    loadModel: run.loadModel === "open" || run.loadModel === "closed" ? run.loadModel : "unknown",
    liveTraffic: evidence.liveTraffic !== null,
    latencyResolutionMicros: evidence.resolutionMicros,
    latencyRelativeError: evidence.relativeError,
    absent,
    warmUpCut: phase.steady !== null,
    unsent: heldBackIn(phase.told, null),
    overrides: [
      ...((phase.steady ?? phase.counted)?.method === BY_HAND ? ["The steady phase was set by hand."] : []),
      ...labelOverrides(run),
    ],
  });
  const codes = await readCodes(tx, run, { experiment, totals, phase, evidence, targets });
  const judged = {
    run,
    experiment,
    totals,
    series,
    durationSeconds,
    evidence,
    confidence,
  };
  const verdicts = await judgeTargets(tx, { ...judged, targets, phase, codes });
  const storedVerdicts = await storeVerdicts(tx, run, verdicts);
  const capacity = await readRunCapacity(tx, { ...judged, verdicts, phase });
  const { steady } = phase;
  const comparison = await compareWithBaseline(tx, { run, experiment, summary, steady, proof, webUrl });
  const stored = await tx.prisma.run.update({
    where: { id: runId },
    data: {
      targetSetId,
      rulesVersion: RULES_VERSION,
      ...outcomeSoFar(verdicts, run),
      summary: { ...summary },
      proof: { ...proof },
      steady: orNull(phase.steady),
      phase: orNull(phase.told),
      comparison: orNull(comparison),
      capacity: orNull(capacity),
      heldThroughput: capacity?.proven === true ? capacity.throughput : null,
      codes: orNull(codes),
      warnings: warnings.map((warning) => ({ ...warning })),
    },
  });
  await awaitBaseline(tx, run, comparison);
  return { run: stored, verdicts: storedVerdicts, finestStepSeconds: finestStepOf(stored, totals) };
}

/** Of all requests. Without times there is nothing over time. */
function finestStepOf({ origin, startedAt, endedAt }: RunModel, totals: readonly RunTotal[]): number | null {
  if (origin === null || startedAt === null || endedAt === null) return null;
  return totals.find(isAll)?.finestStepSeconds ?? null;
}

async function readRows(
  tx: WorkspaceTx,
  { runId, targetSetId }: JudgeRunInput,
): Promise<JudgedRows & JudgedBy> {
  const run = await tx.prisma.run.findUniqueOrThrow({ where: { id: runId } });
  return {
    targets: await targetsOf(tx, targetSetId),
    confidence: await readConfidence(tx, run.workspaceId),
    run,
    experiment: await tx.prisma.experiment.findUniqueOrThrow({ where: { id: run.experimentId } }),
    parts: await tx.prisma.part.findMany({ where: { runId } }),
  };
}

/** It has labels and verdicts, which are replaced. */
function isJudged({ summary }: RunModel): boolean {
  return summary !== null;
}

/** A target that is missed decides it, unless further runs count, too. Any other outcome is known once the labels are compared. */
function outcomeSoFar(verdicts: readonly TargetVerdict[], { repeats, copyOf }: RunModel) {
  const verdict = worstVerdict(verdicts);
  const isAlone = repeats === null && copyOf === null;
  const outcome: RunOutcome | null = verdict === "missed" && isAlone ? "misses" : null;
  return { verdict, outcome };
}

interface LabelTotalsInput {
  /** How many are published. */
  parts: number;
  targets: readonly Target[];
  durationSeconds: number;
  absent: readonly AbsentFigure[];
}

/** One row for each label. Totals only for all requests and for the labels that a target names. */
async function readLabelTotals(
  tx: WorkspaceTx,
  runId: string,
  { parts, targets, durationSeconds, absent }: LabelTotalsInput,
): Promise<{ totals: RunTotal[]; lines: LabelLine[] }> {
  const named = new Set(targets.map(({ label }) => label));
  const totals: RunTotal[] = [];
  const lines: LabelLine[] = [];
  for await (const total of eachTotal(tx, runId, { parts })) {
    if (isAll(total) || named.has(total.name)) totals.push(total);
    if (!isAll(total)) lines.push(labelLine(total, { durationSeconds, absent }));
  }
  return { totals, lines };
}

async function joinParts(tx: WorkspaceTx, { run, parts: all }: Omit<JudgedRows, "experiment">) {
  const published = all
    .filter(({ state }) => state === "published")
    .toSorted((a, b) => (a.generator < b.generator ? -1 : 1));
  const parts = published.filter(({ kind }) => kind === "requests");
  const gauges = published.filter(({ kind }) => kind === "gauges");
  const { durationSeconds, ...times } = timesOf(parts);
  const warnings = joinWarnings([
    ...joinPartWarnings(parts.map((part) => storedWarnings(part.warnings))),
    ...gauges.flatMap((part) => storedWarnings(part.warnings)),
    ...sameSamplesWarning(all.filter(({ state }) => state === "copy").length),
  ]);
  const timed = await withTimes(tx, run, times);
  return { run: timed, durationSeconds, warnings, evidence: evidenceOf(parts) };
}

/** From the first start of a run's requests to their last completion. */
export function timesOf(
  parts: readonly Pick<PartModel, "clock" | "firstStartUs" | "lastCompletionUs">[],
): ReturnType<typeof joinTimes> {
  return joinTimes(
    parts.map(({ clock, firstStartUs, lastCompletionUs }) => ({
      clock,
      firstStartMicros: Number(firstStartUs),
      lastCompletionMicros: Number(lastCompletionUs),
    })),
  );
}

/** Its cells are read by the times that the database has. */
async function withTimes(
  tx: WorkspaceTx,
  run: RunModel,
  { startedAt, endedAt }: { startedAt: Date; endedAt: Date },
): Promise<RunModel> {
  const isSame = (a: Date | null, b: Date) => a?.getTime() === b.getTime();
  if (isSame(run.startedAt, startedAt) && isSame(run.endedAt, endedAt)) return run;
  return tx.prisma.run.update({ where: { id: run.id }, data: { startedAt, endedAt } });
}

async function storeVerdicts(
  tx: WorkspaceTx,
  run: RunModel,
  verdicts: readonly TargetVerdict[],
): Promise<RunVerdictModel[]> {
  if (isJudged(run)) await tx.prisma.runVerdict.deleteMany({ where: { runId: run.id } });
  if (verdicts.length === 0) return [];
  const stored = await tx.prisma.runVerdict.createManyAndReturn({
    data: verdicts.map(({ window, interval, doubt, metric, users, reasons, ...verdict }, position) => ({
      workspaceId: run.workspaceId,
      runId: run.id,
      position,
      metric: formatMetric(metric),
      underLoad: users !== null,
      ...verdict,
      reasons: [...reasons] as object[],
      ...(window === null ? {} : { judgedWindow: { ...window } }),
      ...(interval === null ? {} : { chanceInterval: { ...interval } }),
      ...(doubt === null ? {} : { doubt: { ...doubt } }),
    })),
  });
  return stored.toSorted((a, b) => a.position - b.position);
}
