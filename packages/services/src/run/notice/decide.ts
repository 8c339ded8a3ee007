import { regressionList } from "@headroom/contract";
import type { JudgementAnswer, PairStatistics, RunVerdictAnswer } from "@headroom/contract";
import { holdQueuedAt, Prisma } from "@headroom/db";
import type { EarlierNotice, RunNoticeRead, NoticeOutcome, WorkspaceTx } from "@headroom/db";
import { getComparisonStatistics } from "../../comparison/get-statistics.ts";
import type { Context } from "../../context.ts";
import { addDeliveries } from "../../notification/add-deliveries.ts";
import type { Notice } from "../../notification/notice.ts";
import type { ComparedWith } from "../judgement/get-verdict.ts";
import { runUrl } from "../record/run-url.ts";
import { isRecovery, outcomeOf, regressionsOf } from "./outcome.ts";
import { finishedNotice, recoveredNotice, regressedNotice } from "./run-notices.ts";
import type { ComparedRun, RegressedRun } from "./run-notices.ts";

/** The runs before and after, and what this one has to be compared with because of them. */
export interface Previous {
  /** Of the latest run that is known to have regressed, or not to. */
  notice: EarlierNotice | null;
  /** An earlier one isn't decided yet. */
  isOpen: boolean;
  /** A later one is decided, so nothing that this run shows is news. */
  isPast: boolean;
  /** Null: its baseline is chosen as usual. */
  comparedWith: ComparedWith | null;
}

interface Deciding {
  found: RunNoticeRead;
  answer: RunVerdictAnswer;
  /** The run's own. Everything that is noted and sent follows from it. */
  judgement: JudgementAnswer;
  previous: Previous;
  /** Channels are told of it, unless it is silent or a later run is decided. */
  isRecent: boolean;
  webUrl: string;
}

/** What is noted of the run, and what channels are told beside that it finished. */
interface Decision {
  outcome: NoticeOutcome;
  /** What channels were told last; left out: as before. */
  announced?: "regressed" | "recovered";
  news?: { event: "run.regressed" | "run.recovered"; notice: Notice };
}

/** Stores whether a run regressed, and sends the messages about it. */
export async function decide(ctx: Context, deciding: Deciding): Promise<void> {
  const decision = await decisionOf(ctx, deciding);
  await settle(ctx, deciding, decision);
}

/** What channels are told, and what they may have been told of before. */
const HEARD_OF: ReadonlySet<NoticeOutcome> = new Set(["regressed", "fine"]);

async function decisionOf(ctx: Context, deciding: Deciding): Promise<Decision> {
  const { found, answer, judgement, previous } = deciding;
  const { baseline, comparison } = answer;
  const outcome = outcomeOf(judgement);
  if (outcome === "partial") return { outcome };
  if (baseline === null || comparison === null) return { outcome: "unknown" };
  const compared: ComparedRun = { found, answer, judgement, baseline, comparison };
  if (!HEARD_OF.has(outcome)) return { outcome };
  const isNews = deciding.isRecent && !previous.isPast && !found.silent;
  const before = isNews ? regressedBefore(deciding, baseline.id) : null;
  if (outcome === "regressed") return isNews ? sayRegressed(compared, before) : { outcome };
  return before === null ? { outcome } : decideRecovery(ctx, compared, before);
}

/** With another baseline, nothing is known to have come back, and what nobody was told of isn't over. */
function regressedBefore(
  { previous: { notice }, webUrl }: Deciding,
  baselineId: string,
): RegressedRun | null {
  if (notice?.announced !== "regressed" || notice.outcome !== "regressed") return null;
  if (notice.baselineRunId !== baselineId) return null;
  const { runId: id, number, regressions } = notice;
  return { id, url: runUrl(webUrl, id), number, regressions: regressionList.parse(regressions ?? []) };
}

function sayRegressed(compared: ComparedRun, before: RegressedRun | null): Decision {
  const decision = { outcome: "regressed", announced: "regressed" } as const;
  // Its results were replaced, and say the same.
  if (compared.found.announced === "regressed" && before !== null) return decision;
  return {
    ...decision,
    news: { event: "run.regressed", notice: regressedNotice(compared, before !== null) },
  };
}

async function decideRecovery(
  ctx: Context,
  compared: ComparedRun,
  regressed: RegressedRun,
): Promise<Decision> {
  const statistics = await readStatistics(ctx, compared);
  if (statistics === null || !isRecovery(regressed.regressions, statistics)) return { outcome: "unknown" };
  const news = { event: "run.recovered", notice: recoveredNotice(compared, regressed) } as const;
  return { outcome: "fine", announced: "recovered", news };
}

/** Of two that decide, one does, and nobody does by what a run was before it changed. */
async function settle(
  ctx: Context,
  deciding: Deciding,
  { outcome, announced, news }: Decision,
): Promise<void> {
  const { found, answer, judgement } = deciding;
  const { runId, serviceId, queuedAt } = found;
  const isKnown = outcome !== "unknown";
  await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    if (!(await holdQueuedAt(tx, runId, queuedAt))) return;
    const { count } = await tx.prisma.runNotice.updateMany({
      where: { runId, outcome: null },
      data: {
        outcome,
        ...(announced === undefined ? {} : { announced }),
        baselineRunId: isKnown ? (answer.baseline?.id ?? null) : null,
        regressions: isKnown ? regressionsOf(judgement).map((one) => ({ ...one })) : Prisma.DbNull,
      },
    });
    if (count === 0) return;
    if (deciding.isRecent) await sayFinished(tx, ctx, deciding, news?.event);
    if (news !== undefined) await addDeliveries(tx, ctx, { ...news, serviceId });
  });
}

/** Once, however often it is decided again. */
async function sayFinished(
  tx: WorkspaceTx,
  ctx: Context,
  { found, answer, judgement }: Deciding,
  toldBy: "run.regressed" | "run.recovered" | undefined,
): Promise<void> {
  const { runId, serviceId } = found;
  const { count } = await tx.prisma.runNotice.updateMany({
    where: { runId, finishedAt: null },
    data: { finishedAt: ctx.clock() },
  });
  if (count === 0) return;
  const notice = finishedNotice({ found, answer, judgement });
  await addDeliveries(tx, ctx, { event: "run.finished", serviceId, notice, toldBy });
}

async function readStatistics(
  ctx: Context,
  { found, baseline }: ComparedRun,
): Promise<PairStatistics | null> {
  const level = baseline.level.map(({ id }) => id);
  const pair = { before: [baseline.id], level, after: [found.runId] };
  const { pairs } = await getComparisonStatistics({ ctx, input: { pairs: [pair] } });
  return pairs[0]?.statistics ?? null;
}
