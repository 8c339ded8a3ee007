import {
  formatMetric,
  heldBackIn,
  joinPartWarnings,
  joinTimes,
  joinWarnings,
  proofOf,
  RULES_VERSION,
  sameSamplesWarning,
  tellsWindows,
  worstVerdict,
} from "@headroom/core";
import type { AbsentFigure, RunOutcome, Target, TargetVerdict } from "@headroom/core";
import { eachTotal, Prisma, replaceRunLabels } from "@headroom/db";
import type { RunModel, RunTotal, WorkspaceTx } from "@headroom/db";
import { awaitBaseline } from "./await-baseline.ts";
import { compareWithBaseline } from "./compare-with-baseline.ts";
import { evidenceOf, NO_PHASE } from "../load/evidence.ts";
import { BY_HAND, findSteady } from "./find-steady.ts";
import { judgeTargets, targetsOf } from "./judge-targets.ts";
import { labelLine, rankLabels } from "../record/rank-labels.ts";
import type { LabelLine } from "../record/rank-labels.ts";
import { readCodes } from "./read-codes.ts";
import { readConfidence } from "../load/read-confidence.ts";
import { readRunCapacity } from "./run-capacity.ts";
import { storedWarnings } from "../record/stored.ts";
import { allOf, allPartsOf, isAll, summaryOf } from "../record/summary-of.ts";

export interface JudgeRunInput {
  runId: string;
  targetSetId: string | null;
  webUrl: string;
}

/** Computes everything a run shows from its published parts, and stores it: summary, labels, steady phase, verdicts. */
export async function judgeRun(tx: WorkspaceTx, input: JudgeRunInput): Promise<void> {
  const { runId, targetSetId, webUrl } = input;
  const { run, durationSeconds, warnings, evidence } = await joinParts(tx, runId);
  const { absent } = evidence;
  const targets = await targetsOf(tx, targetSetId);
  const { totals, lines } = await readLabelTotals(tx, runId, { targets, durationSeconds, absent });
  await replaceRunLabels(tx, runId, rankLabels(lines));
  const summary = summaryOf(allOf(totals), { durationSeconds, absent, parts: allPartsOf(totals) });
  const phase = tellsWindows(evidence.source) ? await findSteady(tx, run, totals, evidence) : NO_PHASE;
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
    overrides: phase.steady?.method === BY_HAND ? ["The steady phase was set by hand."] : [],
  });
  const confidence = await readConfidence(tx, run.workspaceId);
  const codes = await readCodes(tx, run, { totals, phase, evidence, targets });
  const judged = {
    run,
    totals,
    durationSeconds,
    evidence,
    confidence,
  };
  const verdicts = await judgeTargets(tx, { ...judged, targets, phase, codes });
  await storeVerdicts(tx, run, verdicts);
  const capacity = await readRunCapacity(tx, { ...judged, verdicts });
  const comparison = await compareWithBaseline(tx, { run, summary, steady: phase.steady, proof, webUrl });
  await tx.prisma.run.update({
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
}

function orNull(value: object | null): Prisma.InputJsonObject | typeof Prisma.DbNull {
  return value === null ? Prisma.DbNull : { ...value };
}

/** A target that is missed decides it, unless further runs count, too. Any other outcome is known once the labels are compared. */
function outcomeSoFar(verdicts: readonly TargetVerdict[], { repeats, copyOf }: RunModel) {
  const verdict = worstVerdict(verdicts);
  const isAlone = repeats === null && copyOf === null;
  const outcome: RunOutcome | null = verdict === "missed" && isAlone ? "misses" : null;
  return { verdict, outcome };
}

interface LabelTotalsInput {
  targets: readonly Target[];
  durationSeconds: number;
  absent: readonly AbsentFigure[];
}

/** One row for each label. Totals only for all requests and for the labels that a target names. */
async function readLabelTotals(
  tx: WorkspaceTx,
  runId: string,
  { targets, durationSeconds, absent }: LabelTotalsInput,
): Promise<{ totals: RunTotal[]; lines: LabelLine[] }> {
  const named = new Set(targets.map(({ label }) => label));
  const totals: RunTotal[] = [];
  const lines: LabelLine[] = [];
  for await (const total of eachTotal(tx, runId)) {
    if (isAll(total) || named.has(total.name)) totals.push(total);
    if (!isAll(total)) lines.push(labelLine(total, { durationSeconds, absent }));
  }
  return { totals, lines };
}

async function joinParts(tx: WorkspaceTx, runId: string) {
  const parts = await tx.prisma.part.findMany({
    where: { runId, kind: "requests", state: "published" },
    orderBy: { generator: "asc" },
  });
  const { startedAt, endedAt, durationSeconds } = joinTimes(
    parts.map(({ clock, firstStartUs, lastCompletionUs }) => ({
      clock,
      firstStartMicros: Number(firstStartUs),
      lastCompletionMicros: Number(lastCompletionUs),
    })),
  );
  const run = await tx.prisma.run.update({ where: { id: runId }, data: { startedAt, endedAt } });
  const gauges = await tx.prisma.part.findMany({
    where: { runId, kind: "gauges", state: "published" },
    orderBy: { generator: "asc" },
    select: { warnings: true },
  });
  const warnings = joinWarnings([
    ...joinPartWarnings(parts.map((part) => storedWarnings(part.warnings))),
    ...gauges.flatMap((part) => storedWarnings(part.warnings)),
    ...sameSamplesWarning(await tx.prisma.part.count({ where: { runId, state: "copy" } })),
  ]);
  return { run, durationSeconds, warnings, evidence: evidenceOf(parts) };
}

async function storeVerdicts(
  tx: WorkspaceTx,
  run: RunModel,
  verdicts: readonly TargetVerdict[],
): Promise<void> {
  await tx.prisma.runVerdict.deleteMany({ where: { runId: run.id } });
  await tx.prisma.runVerdict.createMany({
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
}
