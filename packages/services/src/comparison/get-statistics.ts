import { createHash } from "node:crypto";
import { z } from "zod";
import { DAY_MILLIS, HeadroomError, MAX_POOLED_RUNS, MINUTE_MILLIS } from "@headroom/core";
import type { PairEvidence } from "@headroom/core";
import type { ComparisonStatistics } from "@headroom/contract";
import type { PairStatisticsModel, WorkspaceTx } from "@headroom/db";
import { addJob } from "../jobs/add-job.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireScope } from "../scope.ts";
import { changesBetween, LevelReader } from "./changes-between.ts";
import { toCostStatistics } from "./cost-rows.ts";
import { judgementOfPair, pairEvidence } from "./pair-judgement.ts";
import type { PairLimits } from "./pair-judgement.ts";
import { askPairs } from "./pair-question.ts";
import type { AskedPair, SidesAsked } from "./pair-question.ts";
import type { SideRun } from "./read-noise.ts";
import { toPairStatistics } from "../run/record/stored.ts";
import type { StoredStatistics } from "../run/record/stored.ts";
import type { JudgedSides, ReadSides } from "./read-comparison.ts";
import { readRunIds, readRunsOf, MIN_RUNS, MAX_RUNS } from "./read-comparison.ts";

/** The name of the job. */
export const COMPARE_RUNS = "compare-runs";
const ATTEMPTS = 3;
/** A pair that was requested this long ago and still has no result is requested again: its job was lost or gave up. */
const ASK_AGAIN_MILLIS = { queued: 10 * MINUTE_MILLIS, failed: MINUTE_MILLIS };
/** Results that nobody asked for in this time are removed, and computed again on demand. */
const KEPT_MILLIS = 30 * DAY_MILLIS;
const MAX_PAIRS = 60;

const side = z.array(z.string()).min(1).max(MAX_POOLED_RUNS);
const statisticsInput = z.strictObject({
  /** Each run against the reference (the first one by default), or `pairs` of sides whose runs are pooled. */
  runIds: z.array(z.string()).min(MIN_RUNS).max(MAX_RUNS).optional(),
  reference: z.string().optional(),
  pairs: z
    .array(
      z.strictObject({
        before: side,
        after: side,
        /** The runs of the level, of which the first of `before` is the newest. */
        level: z.array(z.string()).max(MAX_RUNS).optional(),
        /** How many times the commit of the second side has been judged: each time takes more to find a change. */
        look: z.int().min(2).optional(),
        /** A second side that is short on purpose is compared with the first part of the others. */
        overFirst: z.boolean().optional(),
      }),
    )
    .min(1)
    .max(MAX_PAIRS)
    .optional(),
  /** In percent: from where on a change counts, and how large a one must not be missed. */
  minChange: z.number().optional(),
  detect: z.number().optional(),
});

/**
 * The judgements of a comparison, and what they rest on. What is missing is computed by a job, and the response says so:
 * ask again to get it when it is done. `readSides`: of two runs, what each stands for.
 */
export async function getComparisonStatistics(
  { ctx, input }: Asked,
  readSides?: ReadSides,
): Promise<ComparisonStatistics> {
  if (readSides === undefined) {
    const pairs = await comparePairs({ ctx, input });
    return { pairs: pairs.map(({ answer }) => answer) };
  }
  requireScope(ctx, "read");
  const runIds = readRunIds(input.runIds ?? []);
  const sides = await ctx.db.inWorkspace(ctx.workspaceId, (tx) => readSides(tx, runIds));
  const { minChange, detect } = input;
  const { answer } = await comparePooled(ctx, { ...sides, limits: { minChange, detect } });
  const { after } = sides;
  return { pairs: [{ ...answer, after: [after, ...answer.after.filter((id) => id !== after)] }] };
}

interface PooledSides extends Omit<JudgedSides, "level"> {
  level: string[];
  limits?: PairLimits;
}

/** A run and its baseline, with the statistics of all runs of its commit. */
export async function comparePooled(
  ctx: Context,
  { before, level, after, pool: { runs, look }, limits = {} }: PooledSides,
): Promise<ComparedPair> {
  const alone = { before: [before], level, after: [after], overFirst: true };
  const ofCommit = runs.flatMap(({ id }) => (id === before ? [] : [id]));
  const pooled = { ...alone, after: ofCommit, ...(look === 1 ? {} : { look }) };
  const pairs = ofCommit.length < 2 && look === 1 ? [alone] : [alone, pooled];
  const [pair, ofAll] = await comparePairs({ ctx, input: { pairs, ...limits } });
  if (pair === undefined) throw new RangeError("two runs are a pair");
  if (ofAll === undefined) return pair;
  return { ...ofAll, evidence: { ...pair.evidence, statistics: ofAll.evidence.statistics } };
}

interface Asked {
  ctx: Context;
  input: z.input<typeof statisticsInput>;
}

export interface ComparedPair {
  answer: ComparisonStatistics["pairs"][number];
  /** What the pair is judged by. */
  evidence: PairEvidence;
  /** The runs that the first one was taken to stand for. */
  level: string[];
  /** How much of those was compared; null: all of it. */
  firstSeconds: number | null;
}

/** The same with the evidence of each pair, which a run is judged by, beside its targets. */
async function comparePairs({ ctx, input }: Asked): Promise<ComparedPair[]> {
  requireScope(ctx, "read");
  const parsed = parseInput(statisticsInput, input);
  const sides = pairsOf(parsed);
  const runIds = [
    ...new Set(sides.flatMap(({ before, after, level = [] }) => [...before, ...after, ...level])),
  ];
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const asked = await askPairs(tx, await readRunsOf(tx, ctx, runIds), sides);
    const states = await statesOf(tx, ctx, asked);
    const levels = new LevelReader(tx, { asTold: true });
    const compared: ComparedPair[] = [];
    for (const [at, pair] of asked.entries())
      compared.push(await toComparedPair(pair, stateAt(states, at), { levels, limits: parsed }));
    return compared;
  });
}

async function toComparedPair(
  { question, before, after, level, beside }: AskedPair,
  { state, statistics: stored }: PairState,
  { levels, limits }: { levels: LevelReader; limits: PairLimits },
): Promise<ComparedPair> {
  const evidence = pairEvidence(beside, stored);
  const statistics = stored === null ? null : toPairStatistics(stored);
  const compared = { before: [...before, ...level].map(comparedOf), after: after.map(comparedOf) };
  return {
    evidence,
    level: question.level,
    firstSeconds: question.firstSeconds,
    answer: {
      before: question.before,
      after: question.after,
      state,
      judgement: state === "working" ? null : judgementOfPair(evidence, limits),
      statistics,
      costs: toCostStatistics(compared, statistics),
      trend: state === "ready" ? await changesBetween({ before, after }, levels) : [],
    },
  };
}

const comparedOf = ({ compared }: SideRun) => compared;

interface PairState extends Pick<ComparisonStatistics["pairs"][number], "state"> {
  statistics: StoredStatistics | null;
}

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
    return pairs.map(({ before, after, level = [], look, overFirst }) => {
      const ids = readRunIds([...before, ...after]);
      return {
        before: ids.slice(0, before.length),
        after: ids.slice(before.length),
        level: readRunIds(level),
        look,
        overFirst,
      };
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
    if (row?.state === "done")
      return { state: "ready", statistics: row.statistics as unknown as StoredStatistics };
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
      question: { ...question } as object,
      askedAt,
    })),
    skipDuplicates: true,
  });
  const payload = { digests: missing.map(({ digest }) => digest.toString("hex")).join(" ") };
  const key = `${COMPARE_RUNS}/${createHash("sha256").update(payload.digests).digest("hex")}`;
  await addJob(tx, { name: COMPARE_RUNS, payload, key, attempts: ATTEMPTS });
}
