import { regressionList } from "@headroom/contract";
import type { PairStatistics, RunVerdictAnswer } from "@headroom/contract";
import { WORSE_RUNS_TO_SETTLE } from "@headroom/core";
import { countWorseRuns, Prisma } from "@headroom/db";
import type { EarlierNotice, RunNoticeRead, RunOutcome, WorkspaceTx } from "@headroom/db";
import { getComparisonStatistics } from "../../comparison/get-statistics.ts";
import type { Context } from "../../context.ts";
import { addDeliveries } from "../../notification/add-deliveries.ts";
import { runUrl } from "../record/run-url.ts";
import { isBusier, isRecovery, isWorse, outcomeOf } from "./outcome.ts";
import { recoveredNotice, regressedNotice } from "./run-notices.ts";
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
  comparedWith: string | null;
}

interface Deciding {
  found: RunNoticeRead;
  answer: RunVerdictAnswer;
  previous: Previous;
  /** Channels are told of it, unless it is silent or a later run is decided. */
  isRecent: boolean;
  webUrl: string;
}

/** Notes whether a run regressed, and tells channels if that is news. */
export async function decide(ctx: Context, deciding: Deciding): Promise<void> {
  const { found, answer, previous } = deciding;
  const isNews = deciding.isRecent && !previous.isPast && !found.silent;
  const { baseline, comparison } = answer;
  const first = outcomeOf(answer);
  if (baseline === null || comparison === null || first === "unknown")
    return settleAsUnknown(ctx, found.runId);
  const compared: ComparedRun = { found, answer, baseline, comparison };
  const before = isNews ? regressedBefore(deciding, baseline.id) : null;
  if (first !== "regressed") return decideOther(ctx, compared, { first, before });
  if (!isNews) return settle(ctx, compared, first);
  return sayRegressed(ctx, compared, { hadRegressed: before !== null });
}

async function decideOther(
  ctx: Context,
  compared: ComparedRun,
  { first, before }: { first: "fine" | "differs"; before: RegressedRun | null },
): Promise<void> {
  const statistics = await readStatistics(ctx, compared);
  const unknown = () => settleAsUnknown(ctx, compared.found.runId);
  const mayHide = compared.comparison.leftOut !== null;
  if (mayHide || (statistics !== null && isWorse(statistics))) return decideBeside(ctx, compared, "worse");
  if (statistics !== null && isBusier(statistics)) return decideBeside(ctx, compared, "busier");
  if (first !== "fine") return unknown();
  if (before === null) return settle(ctx, compared, first);
  const isBack = statistics !== null && isRecovery(before.regressions, statistics);
  return isBack ? sayRecovered(ctx, compared, before) : unknown();
}

/** Later runs aren't compared with it, until there were many such runs. */
async function decideBeside(ctx: Context, compared: ComparedRun, outcome: "worse" | "busier"): Promise<void> {
  const { found, baseline } = compared;
  const worse = await ctx.db.inWorkspace(ctx.workspaceId, (tx) => countWorseRuns(tx, found, baseline.id));
  // Fine: it ends what regressed before, or later runs would be judged by the old level for ever.
  return settle(ctx, compared, worse < WORSE_RUNS_TO_SETTLE ? outcome : "fine");
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

async function settleAsUnknown(ctx: Context, runId: string): Promise<void> {
  await ctx.db.inWorkspace(ctx.workspaceId, ({ prisma }) =>
    prisma.runNotice.updateMany({
      where: { runId, outcome: null },
      data: { outcome: "unknown" satisfies RunOutcome, baselineRunId: null, regressions: Prisma.DbNull },
    }),
  );
}

async function sayRegressed(
  ctx: Context,
  compared: ComparedRun,
  { hadRegressed }: { hadRegressed: boolean },
): Promise<void> {
  // Its results were replaced, and say the same.
  const isSaid = compared.found.announced === "regressed" && hadRegressed;
  await settle(ctx, compared, "regressed", async (tx) => {
    if (isSaid) return;
    const notice = regressedNotice(compared, hadRegressed);
    await addDeliveries(tx, ctx, { event: "run.regressed", serviceId: compared.found.serviceId, notice });
  });
}

async function sayRecovered(ctx: Context, compared: ComparedRun, regressed: RegressedRun): Promise<void> {
  await settle(ctx, compared, "fine", async (tx) => {
    const notice = recoveredNotice(compared, regressed);
    await addDeliveries(tx, ctx, { event: "run.recovered", serviceId: compared.found.serviceId, notice });
    const { runId } = compared.found;
    await tx.prisma.runNotice.updateMany({ where: { runId }, data: { announced: "recovered" } });
  });
}

/** Of two that decide, one does. */
async function settle(
  ctx: Context,
  { found: { runId }, baseline, comparison }: ComparedRun,
  outcome: Exclude<RunOutcome, "unknown">,
  say?: (tx: WorkspaceTx) => Promise<void>,
): Promise<void> {
  const announced = outcome === "regressed" && say !== undefined ? { announced: outcome } : {};
  await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { count } = await tx.prisma.runNotice.updateMany({
      where: { runId, outcome: null },
      data: {
        outcome,
        ...announced,
        baselineRunId: baseline.id,
        regressions: comparison.regressions.map((one) => ({ ...one })),
      },
    });
    if (count > 0) await say?.(tx);
  });
}

async function readStatistics(
  ctx: Context,
  { found, baseline }: ComparedRun,
): Promise<PairStatistics | null> {
  const runIds = [baseline.id, found.runId];
  const { pairs } = await getComparisonStatistics({ ctx, input: { runIds } });
  return pairs[0]?.statistics ?? null;
}
