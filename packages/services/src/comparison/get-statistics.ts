import { createHash } from "node:crypto";
import { z } from "zod";
import { DAY_MILLIS, HeadroomError, MINUTE_MILLIS } from "@headroom/core";
import type { ComparisonStatistics, PairStatistics } from "@headroom/contract";
import type { PairStatisticsModel, WorkspaceTx } from "@headroom/db";
import { addJob } from "../jobs/add-job.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { changesBetween, LevelReader } from "./changes-between.ts";
import { toCostStatistics } from "./cost-rows.ts";
import { LABELS_WITH_STATISTICS } from "./label-rows.ts";
import { askPairs } from "./pair-question.ts";
import type { AskedPair, SidesAsked } from "./pair-question.ts";
import type { SideRun } from "./read-noise.ts";
import { readRunIds, readRunsOf, MIN_RUNS, MAX_RUNS } from "./read-comparison.ts";

/** The name of the job. */
export const COMPARE_RUNS = "compare-runs";
const ATTEMPTS = 3;
/** A pair that was requested this long ago and still has no result is requested again: its job was lost or gave up. */
const ASK_AGAIN_MILLIS = { queued: 10 * MINUTE_MILLIS, failed: MINUTE_MILLIS };
/** Results that nobody asked for in this time are removed, and computed again on demand. */
const KEPT_MILLIS = 30 * DAY_MILLIS;
const MAX_PAIRS = 60;

const side = z.array(z.string()).min(1).max(MAX_RUNS);
const statisticsInput = z.strictObject({
  /** Each run against the reference (the first one by default), or `pairs` of sides whose runs are pooled. */
  runIds: z.array(z.string()).min(MIN_RUNS).max(MAX_RUNS).optional(),
  reference: z.string().optional(),
  pairs: z
    .array(z.strictObject({ before: side, after: side }))
    .min(1)
    .max(MAX_PAIRS)
    .optional(),
  /** For each pair, the busiest labels that both sides have. */
  labels: z.int().min(0).max(LABELS_WITH_STATISTICS).default(LABELS_WITH_STATISTICS),
});

/**
 * The verdicts of a comparison with their intervals. What is missing is computed by a job, and the response says so:
 * ask again to get it when it is done.
 */
export async function getComparisonStatistics({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof statisticsInput>;
}): Promise<ComparisonStatistics> {
  requireScope(ctx, "read");
  const parsed = parseInput(statisticsInput, input);
  const pairs = pairsOf(parsed);
  const runIds = [...new Set(pairs.flatMap(({ before, after }) => [...before, ...after]))];
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const reads = await readRunsOf(tx, ctx, runIds);
    const asked = await askPairs(tx, reads, { pairs, labels: parsed.labels });
    const states = await statesOf(tx, ctx, asked);
    const levels = new LevelReader(tx);
    const answers: ComparisonStatistics["pairs"] = [];
    for (const [at, { question, before, after }] of asked.entries()) {
      const state = stateAt(states, at);
      const trend = state.state === "ready" ? await changesBetween({ before, after }, levels) : [];
      const compared = { before: before.map(comparedOf), after: after.map(comparedOf) };
      const costs = toCostStatistics(compared, state.statistics);
      answers.push({ before: question.before, after: question.after, ...state, costs, trend });
    }
    return { pairs: answers };
  });
}

const comparedOf = ({ compared }: SideRun) => compared;

type PairState = Pick<ComparisonStatistics["pairs"][number], "state" | "statistics">;

function stateAt(states: readonly PairState[], at: number): PairState {
  return states[at] ?? { state: "working", statistics: null };
}

function pairsOf({ runIds, reference, pairs }: z.output<typeof statisticsInput>): SidesAsked[] {
  if ((runIds === undefined) === (pairs === undefined))
    throw new HeadroomError(
      "parameter-unreadable",
      "Give either the runs or the pairs to compare, not both.",
      {
        field: "runIds",
      },
    );
  if (pairs !== undefined)
    return pairs.map(({ before, after }) => {
      const ids = readRunIds([...before, ...after]);
      return { before: ids.slice(0, before.length), after: ids.slice(before.length) };
    });
  const ids = readRunIds(runIds ?? []);
  const first = reference === undefined ? ids[0] : ids.find((id) => id === reference.toLowerCase());
  if (first === undefined)
    throw new HeadroomError("parameter-unreadable", "The reference is not one of the compared runs.", {
      field: "reference",
    });
  return ids.filter((id) => id !== first).map((id) => ({ before: [first], after: [id] }));
}

async function statesOf(tx: WorkspaceTx, ctx: Context, asked: readonly AskedPair[]): Promise<PairState[]> {
  const rows = await tx.prisma.pairStatistics.findMany({
    where: { digest: { in: asked.map(({ digest }) => new Uint8Array(digest)) } },
  });
  const byDigest = new Map(rows.map((row) => [Buffer.from(row.digest).toString("hex"), row]));
  const rowOf = ({ digest }: AskedPair) => byDigest.get(digest.toString("hex"));
  const missing = asked.filter((pair) => isMissing(rowOf(pair), ctx.clock()));
  if (missing.length > 0) await queue(tx, ctx, missing);
  return asked.map((pair) => {
    const row = rowOf(pair);
    if (row?.state === "done") return { state: "ready", statistics: row.statistics as PairStatistics };
    const failed = row?.state === "failed" && !missing.includes(pair);
    return { state: failed ? "failed" : "working", statistics: null };
  });
}

function isMissing(row: PairStatisticsModel | undefined, now: Date): boolean {
  if (row === undefined) return true;
  if (row.state === "done") return false;
  const age = now.getTime() - row.askedAt.getTime();
  return age > (row.state === "failed" ? ASK_AGAIN_MILLIS.failed : ASK_AGAIN_MILLIS.queued);
}

async function queue(tx: WorkspaceTx, ctx: Context, missing: readonly AskedPair[]): Promise<void> {
  const { workspaceId } = ctx;
  const askedAt = ctx.clock();
  const forgotten = new Date(askedAt.getTime() - KEPT_MILLIS);
  const digests = missing.map(({ digest }) => new Uint8Array(digest));
  await tx.prisma.pairStatistics.deleteMany({
    where: { OR: [{ askedAt: { lt: forgotten } }, { digest: { in: digests }, state: { not: "done" } }] },
  });
  await tx.prisma.pairStatistics.createMany({
    data: missing.map(({ question, digest }) => ({
      workspaceId,
      digest: new Uint8Array(digest),
      question: { ...question, labels: question.labels.map((label) => ({ ...label })) },
      askedAt,
    })),
    skipDuplicates: true,
  });
  const payload = { digests: missing.map(({ digest }) => digest.toString("hex")).join(" ") };
  const key = `${COMPARE_RUNS}/${createHash("sha256").update(payload.digests).digest("hex")}`;
  await addJob(tx, { name: COMPARE_RUNS, payload, key, attempts: ATTEMPTS });
}
