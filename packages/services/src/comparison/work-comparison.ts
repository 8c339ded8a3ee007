import { z } from "zod";
import { LABEL_KINDS } from "@headroom/core";
import type { ChangeReason } from "@headroom/core";
import {
  readComparedRuns,
  readLabelCounts,
  readNamedLabels,
  readOpenNotices,
  readTotalsOfLabels,
  EARLIER_RUN,
} from "@headroom/db";
import type { JobRun, LabelName, LabelTotalsRead, WorkspaceTx } from "@headroom/db";
import type { Context, Services } from "../context.ts";
import { queueRunNotice } from "../notification/queue-run-notice.ts";
import type { StoredStatistics } from "../run/record/stored.ts";
import { systemContext } from "../workspace/ensure.ts";
import type { ComparisonEngine } from "./engine.ts";
import { readEarlierLabels } from "./find-earlier.ts";
import { cutRuns, sideOf, toSideRun } from "./pair-question.ts";
import type { PairQuestion } from "./pair-question.ts";
import { NoiseReader } from "./read-noise.ts";
import type { SideRun } from "./read-noise.ts";
import { readStoredUsual } from "./stored-usual.ts";
import { comparePair } from "./compare-pair.ts";
import type { PairLabel } from "./compare-pair.ts";
import { judgedLabels } from "./judged-labels.ts";
import { earlierById, labelInRuns } from "./label-rows.ts";

const jobPayload = z.object({ workspaceId: z.uuid(), digests: z.string() });

/** Computes the requested pairs one after another. Each appears on its page as soon as it is done. */
export async function workComparison({
  services,
  job,
  engine,
}: {
  services: Services;
  job: JobRun;
  engine: ComparisonEngine;
}): Promise<void> {
  const { workspaceId, digests } = jobPayload.parse(job.payload);
  const ctx = systemContext(services, workspaceId);
  const inTransaction = <T>(work: Parameters<typeof ctx.db.inWorkspace<T>>[1]) =>
    ctx.db.inWorkspace(workspaceId, work);
  const noise = new NoiseReader(inTransaction, engine);
  for (const hex of digests.split(" ")) {
    if (job.signal.aborted) throw new Error("the process is stopping");
    const digest = new Uint8Array(Buffer.from(hex, "hex"));
    const row = await inTransaction((tx) =>
      tx.prisma.pairStatistics.findFirst({ where: { digest, state: "queued" } }),
    );
    if (row === null) continue;
    try {
      const question = questionSchema.parse(row.question);
      const statistics = await workOut(ctx, question, { noise, engine });
      await store(ctx, { digest, after: question.after }, statistics);
    } catch (error) {
      if (!job.last) throw error;
      // Nothing can be decided with it.
      await store(ctx, { digest, after: [] }, null);
    }
  }
}

const labelSchema = z.object({ name: z.string(), kind: z.enum(LABEL_KINDS) });

const questionSchema = z.object({
  before: z.array(z.string()),
  after: z.array(z.string()),
  /** Questions that were stored before have none, as below. */
  level: z.array(z.string()).default([]),
  earlier: z.array(z.array(z.string())),
  between: z.array(z.array(z.string())).default([]),
  veto: z.custom<ChangeReason>((value) => typeof value === "object").nullable(),
  labels: z.array(labelSchema),
  watched: z.array(labelSchema).default([]),
  firstSeconds: z.number().positive().nullable().default(null),
  loadOfPlan: z.boolean().default(false),
  mix: z.array(labelSchema).nullable().default(null),
  usual: z.boolean().default(false),
  look: z.int().positive().optional(),
}) satisfies z.ZodType<PairQuestion>;

/** Null: a run was deleted in the meantime. */
async function workOut(
  ctx: Context,
  question: PairQuestion,
  tools: { noise: NoiseReader; engine: ComparisonEngine },
): Promise<StoredStatistics | null> {
  const read = await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const reads = await readComparedRuns(tx, [...question.before, ...question.after, ...question.level]);
    const earlier = await tx.prisma.run.findMany({
      where: { id: { in: [...question.earlier, ...question.between].flat() } },
      select: EARLIER_RUN,
    });
    const whole = new Map<string, SideRun>(reads.map((one) => [one.run.id, toSideRun(one)]));
    const { firstSeconds } = question;
    const ids = [...question.before, ...question.level];
    const cut = firstSeconds === null ? [] : await cutRuns(tx, whole, { ids, firstSeconds });
    const runs = new Map([...whole, ...cut]);
    const labels = await readPairLabels(tx, question, { sides: [...runs.values()], labels: question.labels });
    const usual = question.usual ? await readStoredUsual(tx, question.before, question.after) : null;
    return { runs, earlier, labels, usual };
  });
  const { runs, labels, usual } = read;
  if ([...question.before, ...question.after].some((id) => !runs.has(id))) return null;
  const byId = new Map(read.earlier.map((run) => [run.id, run]));
  const readsOf = (lists: string[][]) => lists.map((ids) => ids.flatMap((id) => byId.get(id) ?? []));
  const { veto, loadOfPlan, mix, watched } = question;
  const inTransaction = <T>(work: (tx: WorkspaceTx) => Promise<T>) =>
    ctx.db.inWorkspace(ctx.workspaceId, work);
  const level = sideOf(
    runs,
    question.level.filter((id) => runs.has(id)),
  );
  return comparePair(
    {
      before: sideOf(runs, question.before),
      after: sideOf(runs, question.after),
      level,
      earlier: readsOf(question.earlier),
      between: readsOf(question.between),
      veto,
      loadOfPlan,
      mix,
      labels,
      watched,
      usual,
      look: question.look ?? 1,
    },
    {
      ...tools,
      rest: {
        readTotals: () => inTransaction((tx) => readTotals(tx, question, level)),
        readLabels: (names) =>
          inTransaction((tx) => readPairLabels(tx, question, { sides: [...runs.values()], labels: names })),
      },
    },
  );
}

/** Of the level, how many runs the screen reads: they are enough to show how a label varies. */
const MOST_SCREENED_RUNS = 7;
/** Limits how long that takes: of 20,000 labels, three runs are read. */
const SCREENED_ROWS = 60_000;

async function readTotals(
  tx: WorkspaceTx,
  { before, after }: PairQuestion,
  level: readonly SideRun[],
): Promise<LabelTotalsRead[]> {
  const counts = await readLabelCounts(tx, before.slice(0, 1));
  const labels = Math.max(1, ...counts.values());
  const affordable = Math.floor(SCREENED_ROWS / labels) - before.length - after.length;
  const runs = Math.max(0, Math.min(MOST_SCREENED_RUNS, affordable));
  return readTotalsOfLabels(tx, { before, after, level: latest(level, runs) });
}

function latest(runs: readonly SideRun[], most: number): string[] {
  const byTime = runs.toSorted((a, b) => b.compared.startedAt.localeCompare(a.compared.startedAt));
  return byTime.slice(0, most).map(({ compared }) => compared.id);
}

/** With their figures in the windows that the page of the pair shows. */
async function readPairLabels(
  tx: WorkspaceTx,
  { earlier, between }: PairQuestion,
  { sides, labels }: { sides: readonly SideRun[]; labels: readonly LabelName[] },
): Promise<PairLabel[]> {
  if (labels.length === 0) return [];
  const runs = sides.map(({ compared }) => compared);
  const whole = await readNamedLabels(tx, { runIds: runs.map(({ id }) => id), labels });
  const judged = await judgedLabels(tx, whole, runs);
  const earlierOf = await readEarlierLabels(tx, earlier, labels);
  const betweenOf = await readEarlierLabels(tx, between, labels);
  return labels.map((label) => {
    const own = judged.filter(
      ({ whole: { kind, label: name } }) => kind === label.kind && name === label.name,
    );
    const found = labelInRuns(own, runs);
    return {
      ...label,
      window: found.window,
      inRuns: earlierById(found),
      earlier: earlierOf(label),
      between: betweenOf(label),
    };
  });
}

/** What becomes of a question. Failed ones are asked again after a while. */
export const STATISTICS_STATES = ["queued", "done", "failed"] as const;
type StatisticsState = (typeof STATISTICS_STATES)[number];

/** Whether its run regressed can be decided then. */
async function store(
  ctx: Context,
  { digest, after }: { digest: Uint8Array<ArrayBuffer>; after: readonly string[] },
  statistics: StoredStatistics | null,
): Promise<void> {
  const outcome: { state: StatisticsState; statistics?: object } =
    statistics === null ? { state: "failed" } : { state: "done", statistics: toJson(statistics) };
  await ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    await tx.prisma.pairStatistics.updateMany({ where: { digest, state: "queued" }, data: outcome });
    for (const run of await readOpenNotices(tx, after)) await queueRunNotice(tx, run, 0);
  });
}

/** JSON has no undefined and no NaN; neither have statistics. */
function toJson(statistics: StoredStatistics): object {
  return JSON.parse(JSON.stringify(statistics)) as object;
}
