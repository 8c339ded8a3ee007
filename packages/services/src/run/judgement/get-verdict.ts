import { runVerdictParameters } from "@headroom/contract";
import type { RunAnswer, RunVerdictAnswer, RunVerdictParameters } from "@headroom/contract";
import {
  CLOCK_DAYS,
  commitsAddress,
  DAY_MILLIS,
  judgeRun,
  orderedChanges,
  JUDGING_POLICY,
  reasonWords,
} from "@headroom/core";
import type {
  AfterStep,
  LevelChange,
  PairEvidence,
  RunEvidence,
  ShortRun,
  TrendEvidence,
} from "@headroom/core";
import { readListedRuns, readQueuedAt } from "@headroom/db";
import type { JudgementModel, QueuedAt, RunModel, WorkspaceTx } from "@headroom/db";
import { whatChangedSince } from "../../comparison/compared-run.ts";
import { comparePooled } from "../../comparison/get-statistics.ts";
import { limitsOf } from "../../comparison/pair-judgement.ts";
import type { Context } from "../../context.ts";
import { parseInput } from "../../parse-input.ts";
import { requireScope } from "../../scope.ts";
import { baselineOf, chooseBaseline } from "../read/choose-baseline.ts";
import { readCommitPool, withoutPool } from "../read/commit-pool.ts";
import type { ChosenBaseline } from "../read/choose-baseline.ts";
import { readRunRow } from "../record/choose-window.ts";
import { readRunId } from "../record/get.ts";
import { runUrl } from "../record/run-url.ts";
import { getRunAnswer } from "../live/get-answer.ts";
import { referenceEvidence, runEvidence } from "./judgement-evidence.ts";
import { readTrendEvidence } from "./read-trend.ts";
import { poolEvidence, pooledTargets, readPoolEvidence } from "./pool-evidence.ts";
import type { ReadPool } from "./pool-evidence.ts";
import { readShort } from "./read-short.ts";
import { readSettings } from "../../workspace/settings.ts";
import { addressOf, comparisonSoFar, doubtOf, severeFlawOf, withoutBaseline } from "./verdict-answer.ts";
import type { ListedRun } from "./verdict-answer.ts";
import { findSettled, storeJudgement } from "./judgement-store.ts";
import type { JudgementEvidence } from "./judgement-store.ts";
import { storedPhase } from "../record/stored.ts";
import { readStored, toJudgementAnswer } from "../record/judgement-answer.ts";
import type { JudgementQuestion } from "../record/judgement-answer.ts";

const RETRY_SECONDS = 2;

/** A run, and those that it stood for when it was judged. */
export interface ComparedWith {
  id: string;
  level: string[];
}

interface VerdictInput {
  runId: string;
  parameters: unknown;
  webUrl: string;
  /**
   * The job that decides what the run shows asks for its own judgement, compared with this run. `isLast`: it has waited for
   * the comparison long enough.
   */
  deciding?: { comparedWith: ComparedWith | null; isLast: boolean; queuedAt: QueuedAt };
}

/**
 * The response of `GET /v1/runs/{id}/verdict`, with the judgement that was asked for. The run's own is decided once; any other
 * is decided when it is asked for, and kept. A run that is still in progress has none yet.
 */
export async function getRunVerdict({
  ctx,
  input,
}: {
  ctx: Context;
  input: VerdictInput;
}): Promise<RunVerdictAnswer> {
  requireScope(ctx, "read");
  const { runId, webUrl, deciding } = input;
  const asked = parseInput(runVerdictParameters, input.parameters);
  const question = questionOf(asked);
  const queuedAt = await queuedAtOf(ctx, input);
  const answer = await getRunAnswer({ ctx, input: { runId, webUrl } });
  if (answer.run.status === "receiving")
    return { ...withoutBaseline(answer, null), retryAfterSeconds: RETRY_SECONDS };
  const found = await readBeside(ctx, answer.run.id, { asked, question, deciding });
  const { own, compared } = await compareWithChosen(ctx, { answer, found, webUrl });
  const settled = found.stored;
  if (settled !== null)
    return { ...own, judgement: toJudgementAnswer(settled, answer.warnings), retryAfterSeconds: null };
  if (own.retryAfterSeconds !== null && deciding?.isLast !== true) return own;
  const referenceRunId = own.baseline?.id ?? null;
  const evidence: JudgementEvidence = {
    run: runEvidence(answer, own, {
      ...pooledEvidence(answer, found, referenceRunId),
      flaw: severeFlawOf(found.listed),
    }),
    reference: referenceEvidence({
      verdict: own,
      chosen: found.baseline,
      doubt: severeFlawOf(found.baseline.run),
      accepted: answer.accepted !== null,
      pair: compared,
      asked: question.reference !== null,
    }),
    referenceRunId,
    referenceLevel: own.baseline?.level.map(({ id }) => id) ?? [],
  };
  const policy = { ...question.policy, afterStep: found.afterStep };
  const judgement = judgeRun(evidence.run, evidence.reference, policy);
  const stored = await ctx.db.inWorkspace(ctx.workspaceId, (tx) =>
    storeJudgement(tx, ctx, {
      runId: answer.run.id,
      question: { ...question, policy },
      evidence,
      judgement,
      changes: orderedChanges(found.changes, judgement.findings, {
        run: { id: answer.run.id, number: found.number },
        targets: evidence.run.targets.map(({ text }) => text),
      }),
      queuedAt,
    }),
  );
  // It has changed meanwhile, and is decided again.
  if (stored === null) return { ...own, retryAfterSeconds: RETRY_SECONDS };
  return { ...own, judgement: toJudgementAnswer(stored, answer.warnings) };
}

async function queuedAtOf(ctx: Context, { runId, deciding }: VerdictInput): Promise<QueuedAt | null> {
  if (deciding !== undefined) return deciding.queuedAt;
  return ctx.db.inWorkspace(ctx.workspaceId, (tx) => readQueuedAt(tx, readRunId(runId)));
}

/** `afterStep` is the workspace's, once it is read. */
function questionOf({
  baseline,
  commit,
  minChange,
  detect,
  targets,
}: RunVerdictParameters): JudgementQuestion {
  const reference =
    commit !== undefined
      ? { commits: commit }
      : baseline === undefined
        ? null
        : { baseline: baseline.toLowerCase() };
  return {
    reference,
    policy: {
      ...JUDGING_POLICY,
      targets: targets !== "ignore",
      ...limitsOf({ minChange, detect }),
    },
  };
}

/** Its targets with those of the earlier runs of its commit, and what failed in those. */
function pooledEvidence(
  answer: RunAnswer,
  { pool, isPlanned, short, askLoad, misplacedDays: misplaced, trend, copy }: Beside,
  referenceRunId: string | null,
) {
  return {
    short,
    askLoad,
    misplacedDays: misplaced,
    trend,
    copy,
    targets: pooledTargets(pool, { runId: answer.run.id, isPlanned }),
    pool: poolEvidence(pool, { runId: answer.run.id, referenceRunId }),
  };
}

interface Comparing {
  answer: RunAnswer;
  found: Beside;
  webUrl: string;
}

/** The answer without its judgement, and the comparison that it is judged by. */
async function compareWithChosen(
  ctx: Context,
  { answer, found, webUrl }: Comparing,
): Promise<{ own: RunVerdictAnswer; compared: PairEvidence | null }> {
  const own = withoutBaseline(answer, found);
  if (found.baseline.run === null) {
    const { why, isExpected } = found.baseline;
    const retryAfterSeconds = found.pool.isOpen ? RETRY_SECONDS : null;
    return {
      own: { ...own, noBaseline: { reason: reasonWords(why), expected: isExpected }, retryAfterSeconds },
      compared: null,
    };
  }
  const { run, level, chosen, commitsBack } = found.baseline;
  const sides = { before: run.id, level: level.map(({ id }) => id), after: answer.run.id };
  const pair = await comparePooled(ctx, { ...sides, pool: found.pool });
  const address = addressOf({ run, pool: found.pool }, pair, answer.run.id);
  const comparison = comparisonSoFar(pair, found.pool, `${webUrl}${address}`);
  const baseline = {
    id: run.id,
    url: runUrl(webUrl, run.id),
    number: run.number,
    commit: run.commit,
    branch: run.branch,
    chosen,
    level: level.filter(({ id }) => pair.level.includes(id)).map(({ id, number }) => ({ id, number })),
    doubt: doubtOf(run),
    commitsBack,
    commitsUrl: commitsAddress(found.ciUrl, { before: run.commit, after: own.run.commit }),
  };
  const whatChanged = await whatChangedSince(ctx, run.id, answer.run.id);
  const isOpen = comparison.state === "working" || found.pool.isOpen || mayChange(found.baseline);
  return {
    own: { ...own, baseline, whatChanged, comparison, retryAfterSeconds: isOpen ? RETRY_SECONDS : null },
    compared: pair.evidence,
  };
}

/** Two runs that arrive together: the first may turn out to be no good baseline for the second. */
function mayChange({ run, level, chosen }: Extract<ChosenBaseline, { chosen: string }>): boolean {
  return (
    [run, ...level].some(({ isUndecided }) => isUndecided) && (chosen === "last-good" || chosen === "commit")
  );
}

interface Beside extends ListedRun {
  number: number;
  /** Of its CI job. */
  ciUrl: string | null;
  baseline: ChosenBaseline;
  pool: ReadPool;
  isPlanned: boolean;
  short: ShortRun | null;
  askLoad: RunEvidence["askLoad"];
  misplacedDays: number | null;
  trend: TrendEvidence;
  /** On the default branch. */
  changes: LevelChange[];
  afterStep: AfterStep;
  copy: RunEvidence["copy"];
  /** The run's own judgement, if it was asked for and nothing has changed since it was decided. */
  stored: JudgementModel | null;
}

/** Null: its latency doesn't rise under an unknown load, or somebody said what the load was like. */
function askLoadOf({ phase }: RunModel, constantLoad: boolean | null): RunEvidence["askLoad"] {
  const reason = storedPhase(phase)?.reason;
  return reason?.code === "p50-rises" && constantLoad === null ? { times: reason.times } : null;
}

/** As `placedAt` of listed runs does. */
function misplacedDays({ startedAt, publishedAt, isArchive }: RunModel): number | null {
  if (startedAt === null || publishedAt === null) return null;
  const days = (publishedAt.getTime() - startedAt.getTime()) / DAY_MILLIS;
  return days < 0 || (days > CLOCK_DAYS && !isArchive) ? days : null;
}

interface Asked {
  asked: RunVerdictParameters;
  question: JudgementQuestion;
  deciding: VerdictInput["deciding"];
}

function readBeside(ctx: Context, runId: string, { asked, question, deciding }: Asked): Promise<Beside> {
  const read = async (tx: WorkspaceTx): Promise<Beside> => {
    const run = await readRunRow(tx, ctx, runId);
    const [listed] = await readListedRuns(tx, { serviceId: null, id: runId, limit: 1 });
    const { generators, durationSeconds, constantLoad } = await tx.prisma.experiment.findUniqueOrThrow({
      where: { id: run.experimentId },
      select: { generators: true, durationSeconds: true, constantLoad: true },
    });
    const uploaded = await tx.prisma.part.count({ where: { runId, kind: "requests", state: "published" } });
    const stored = deciding === undefined ? await findSettled(tx, runId, question) : null;
    // Somebody who names a run asks about that pair.
    const isNamed = asked.baseline !== undefined && !isUnnamed(asked.baseline);
    const pool = isNamed ? withoutPool(run) : await readCommitPool(tx, run, ctx.clock());
    const comparedWith = stored === null ? (deciding?.comparedWith ?? null) : referenceOf(stored);
    const choose = async (): Promise<ChosenBaseline> => {
      if (comparedWith !== null) return baselineOf(tx, run, comparedWith);
      return stored === null
        ? chooseBaseline(tx, ctx, { ...asked, run, first: pool.first })
        : withoutOne(stored);
    };
    return {
      listed: listed ?? null,
      number: run.number,
      ciUrl: run.ciUrl,
      generators: { uploaded, expected: generators },
      baseline: await choose(),
      pool: await readPoolEvidence(tx, pool),
      isPlanned: run.repeats !== null,
      short: await readShort(tx, run, durationSeconds),
      askLoad: askLoadOf(run, constantLoad),
      misplacedDays: misplacedDays(run),
      ...(await readTrendEvidence(tx, run, listed)),
      afterStep: (await readSettings(tx, ctx.workspaceId)).afterStep,
      copy: await readCopy(tx, run),
      stored,
    };
  };
  return ctx.db.inWorkspace(ctx.workspaceId, read);
}

/** Who sees one service learns nothing of another one's runs. */
async function readCopy(
  tx: WorkspaceTx,
  { copyOf, serviceId, experimentId, ...build }: RunModel,
): Promise<RunEvidence["copy"]> {
  if (copyOf === null) return null;
  const run = await tx.prisma.run.findUniqueOrThrow({ where: { id: copyOf } });
  if (run.serviceId !== serviceId) return { reason: { code: "same-samples-elsewhere" }, run: null };
  const { id, number } = run;
  const its = run.experimentId === experimentId ? null : run.experimentId;
  const experiment =
    its === null ? null : await tx.prisma.experiment.findUniqueOrThrow({ where: { id: its } });
  const isSameBuild =
    run.commitSha === build.commitSha && run.branch === build.branch && run.environment === build.environment;
  return {
    reason: {
      code: isSameBuild ? "sent-again" : "same-samples",
      number,
      experiment: experiment?.name ?? null,
    },
    run: { id, number },
  };
}

function referenceOf({ referenceRunId: id, referenceLevel: level }: JudgementModel): ComparedWith | null {
  return id === null ? null : { id, level };
}

function isUnnamed(baseline: string): boolean {
  return baseline === "pinned" || baseline === "last-good";
}

/** Of a judgement that was made without a reference. */
function withoutOne(stored: JudgementModel): ChosenBaseline {
  const said = readStored(stored).findings.find(({ kind }) => kind === "reference");
  return { run: null, why: said?.reasons ?? [], isExpected: said?.code === "first" };
}
