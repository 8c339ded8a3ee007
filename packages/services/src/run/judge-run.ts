import { proofOf, worstVerdict, type Proof, type TargetVerdict } from "@headroom/core";
import { Prisma, readTotals, replaceRunLabels, type RunModel, type WorkspaceTx } from "@headroom/db";
import { compareWithBaseline } from "./compare-with-baseline.ts";
import { findSteady, type Steady } from "./find-steady.ts";
import { judgeTargets } from "./judge-targets.ts";
import { rankLabels } from "./rank-labels.ts";
import { storedProof, storedWarnings } from "./stored.ts";
import { allOf, summaryOf } from "./summary-of.ts";
import { joinWarnings } from "./warnings.ts";

export interface JudgeRunInput {
  runId: string;
  targetSetId: string | null;
  webUrl: string;
  source: "samples";
  latencyResolutionMicros: number;
}

/** Works out all that a run says from its published parts, and stores it: summary, labels, steady phase, verdicts. */
export async function judgeRun(tx: WorkspaceTx, input: JudgeRunInput): Promise<void> {
  const { runId, targetSetId, webUrl } = input;
  const { run, durationSeconds, warnings } = await joinParts(tx, runId);
  const totals = await readTotals(tx, runId);
  await replaceRunLabels(tx, runId, rankLabels(totals, durationSeconds));
  const summary = summaryOf(allOf(totals), durationSeconds);
  const phase = await findSteady(tx, run, totals);
  const resolution = Math.max(
    input.latencyResolutionMicros,
    storedProof(run.proof)?.latencyResolutionMicros ?? 0,
  );
  const proof: StoredProof = {
    ...proofOf({
      cell: allOf(totals),
      source: input.source,
      loadModel: run.loadModel === "open" || run.loadModel === "closed" ? run.loadModel : "unknown",
      latencyResolutionMicros: resolution,
      warmUpCut: phase.steady !== null,
    }),
    latencyResolutionMicros: resolution,
  };
  const verdicts = await judgeTargets(tx, { run, targetSetId, totals, durationSeconds, phase, resolution });
  await storeVerdicts(tx, run, verdicts);
  const comparison = await compareWithBaseline(tx, { run, summary, webUrl });
  await tx.prisma.run.update({
    where: { id: runId },
    data: {
      targetSetId,
      verdict: worstVerdict(verdicts),
      summary: { ...summary },
      proof: { ...proof },
      steady: phase.steady === null ? Prisma.DbNull : { ...phase.steady },
      comparison: comparison ?? Prisma.DbNull,
      warnings: warnings.map((warning) => ({ ...warning })),
    },
  });
}

/** The proof as it is kept: with the rounding of the coarsest part, for judging again. */
export interface StoredProof extends Proof {
  latencyResolutionMicros: number;
}

export interface RunPhase {
  steady: Steady | null;
  /** Why it has none, where the load kept changing: then no figure stands for the run. */
  ramp: string | null;
}

async function joinParts(tx: WorkspaceTx, runId: string) {
  const parts = await tx.prisma.part.findMany({
    where: { runId, state: "published" },
    orderBy: { generator: "asc" },
  });
  const firstStart = Math.min(...parts.map(({ firstStartUs }) => Number(firstStartUs)));
  const lastCompletion = Math.max(...parts.map(({ lastCompletionUs }) => Number(lastCompletionUs)));
  const run = await tx.prisma.run.update({
    where: { id: runId },
    data: { startedAt: new Date(firstStart / 1_000), endedAt: new Date(lastCompletion / 1_000) },
  });
  const warnings = joinWarnings(parts.flatMap((part) => storedWarnings(part.warnings)));
  return { run, durationSeconds: (lastCompletion - firstStart) / 1e6, warnings };
}

async function storeVerdicts(
  tx: WorkspaceTx,
  run: RunModel,
  verdicts: readonly TargetVerdict[],
): Promise<void> {
  await tx.prisma.runVerdict.deleteMany({ where: { runId: run.id } });
  await tx.prisma.runVerdict.createMany({
    data: verdicts.map(({ window, ...verdict }, position) => ({
      workspaceId: run.workspaceId,
      runId: run.id,
      position,
      ...verdict,
      ...(window === null ? {} : { judgedWindow: { ...window } }),
    })),
  });
}
