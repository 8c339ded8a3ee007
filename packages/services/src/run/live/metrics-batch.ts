import { createHash } from "node:crypto";
import { joinAttributes, simulatedWarning } from "@headroom/core";
import type { AbsentFigure } from "@headroom/core";
import type { LiveReport } from "@headroom/contract";
import { plural } from "@headroom/core/format";
import { findLiveRun } from "@headroom/db";
import type { LiveMetricsModel, LiveWriterModel, Prisma, WorkspaceTx } from "@headroom/db";
import type { Context } from "../../context.ts";
import { countMetrics } from "../../traffic/count-metrics.ts";
import type { CountedMetrics, CountingOf } from "../../traffic/count-metrics.ts";
import { bestRule, countingOf, rulesOf } from "../../traffic/counted-rule.ts";
import type { MetricsMessage } from "./messages.ts";
import { shortDigest } from "./recent-digests.ts";
import { lastInRow } from "./sequence-set.ts";
import type { ReadBatch } from "./writer-fold.ts";

/** The writer that wire protocols write as. No other sender can have this name. */
export const METRICS_WRITER = "(metrics)";
const MAX_GAUGES = 200;
/** More say nothing else, and fit no column. */
const MAX_UNUSABLE = 1e9;

/** The metrics that arrived for a live run, as one batch of a writer; null: there are none, or the run was deleted. */
export async function metricsBatch(
  tx: WorkspaceTx,
  ctx: Context,
  runId: string,
  { messages, maxSources, memory }: CountingOf<MetricsMessage>,
): Promise<ReadBatch | null> {
  const live = messages.length === 0 ? null : await findLiveRun(tx, runId, "share");
  if (live === null) return null;
  const writer = await tx.prisma.liveWriter.findUnique({
    where: { runId_writer: { runId, writer: METRICS_WRITER } },
  });
  if (live.state !== "open" || (writer !== null && writer.state !== "open")) {
    await noteLate(tx, ctx, runId, messages);
    return null;
  }
  const data = [{ runId, workspaceId: ctx.workspaceId }];
  await tx.prisma.liveMetrics.createMany({ data, skipDuplicates: true });
  const held = await tx.prisma.liveMetrics.findUniqueOrThrow({ where: { runId } });
  const traffic = await tx.prisma.traffic.findUnique({ where: { serviceId: live.serviceId } });
  const wanted = bestRule(held.rule, rulesOf(messages), traffic?.ownSources ?? []);
  const counted = await countMetrics(
    tx,
    { kind: "run", id: runId },
    {
      messages,
      wanted,
      counting: countingOf(held),
      latestSecond: async () => (writer?.lastSecond == null ? null : Number(writer.lastSecond) - 1),
      maxSources,
      memory,
      now: ctx.clock(),
    },
  );
  const batch = batchOf({ ctx, runId, messages, counted, writer });
  await note(tx, held, { wanted, counted, batch, messages });
  return batch;
}

/** What comes after the end counts nowhere, and those who sent it wait to hear so. */
async function noteLate(
  tx: WorkspaceTx,
  { workspaceId, clock }: Context,
  runId: string,
  messages: readonly MetricsMessage[],
): Promise<void> {
  const ids = messages.flatMap(({ id }) => id ?? []);
  const data = ids.map((id) => ({ id, workspaceId, runId, at: clock() }));
  await tx.prisma.liveOutcome.createMany({ data, skipDuplicates: true });
  await tx.prisma.liveWriter.updateMany({
    where: { runId, writer: METRICS_WRITER },
    data: { late: { increment: messages.length } },
  });
}

interface Arrived {
  ctx: Context;
  runId: string;
  messages: readonly MetricsMessage[];
  counted: CountedMetrics;
  writer: LiveWriterModel | null;
}

function batchOf({ ctx, runId, messages, counted, writer }: Arrived): ReadBatch {
  const merged = counted.cells.merged();
  const names = [...new Set(merged.map(({ key }) => key))];
  const places = new Map(names.map((name, at) => [name, at]));
  const digest = createHash("sha256").update(messages.map(({ body }) => body).join(" "));
  const edges = merged.map(({ second }) => second);
  const first = edges.reduce((least, second) => Math.min(least, second), Infinity);
  const last = edges.reduce((most, second) => Math.max(most, second + 1), -Infinity);
  const isEmpty = merged.length === 0;
  return {
    kind: "batch",
    workspaceId: ctx.workspaceId,
    runId,
    writer: METRICS_WRITER,
    attempt: "",
    digest: shortDigest(digest.digest()),
    // The log's position makes each of them count once, so this number only has to be the next.
    sequence: lastInRow(writer?.counted ?? []) + 1,
    bytesIn: messages.reduce((sum, { bytesIn }) => sum + bytesIn, 0),
    figures: {
      requests: merged.reduce((sum, { cell }) => sum + cell.requests, 0),
      sendsAll: false,
      seconds: isEmpty ? null : { first, last },
      span: isEmpty ? null : { firstStartMicros: first * 1e6, lastCompletionMicros: last * 1e6 },
    },
    labels: names.map((name) => ({ name, kind: "request" })),
    cells: merged.map(({ key, second }) => ({ label: places.get(key) ?? null, step: 1, second })),
    read: merged.map(({ cell }) => cell),
    gauges: gaugesOf(counted),
    failures: [],
  };
}

function gaugesOf({ gauges }: CountedMetrics): ReadBatch["gauges"] {
  const byName = Map.groupBy(gauges, ({ name }) => name);
  return [...byName].slice(0, MAX_GAUGES).map(([name, own]) => ({
    name,
    unit: own[0]?.unit ?? null,
    values: own.map(({ second, cell: { count, sum, min, max } }) => {
      const value = Math.min(max, Math.max(min, sum / count));
      return { atMicros: second * 1e6, value, spread: { count, min, max } };
    }),
  }));
}

async function note(
  tx: WorkspaceTx,
  held: LiveMetricsModel,
  {
    wanted,
    counted,
    batch,
    messages,
  }: Pick<Arrived, "counted" | "messages"> & { wanted: string | null; batch: ReadBatch },
): Promise<void> {
  const { counting, lost, leftOut, unusable } = counted;
  const unknown = batch.read.reduce((sum, { withoutOutcome = 0 }) => sum + withoutOutcome, 0);
  const missed = lost.reduce((sum, { count }) => sum + count, 0);
  await tx.prisma.liveMetrics.update({
    where: { runId: held.runId },
    data: {
      rule: wanted,
      countedRule: counting.rule,
      countedBefore: counting.before,
      countedFrom: counting.from === null ? null : new Date(counting.from * 1_000),
      requests: held.requests + BigInt(batch.figures.requests),
      withoutOutcome: held.withoutOutcome + BigInt(unknown),
      missed: held.missed + BigInt(missed),
      leftOut: held.leftOut || leftOut,
      unusable: Math.min(held.unusable + unusable, MAX_UNUSABLE),
      simulated: held.simulated || messages.some(({ origin }) => (origin?.simulated ?? null) !== null),
      attributes: attributesWith(held, messages),
      real: held.real || messages.some(({ origin }) => (origin?.realFromMicros ?? null) !== null),
    },
  });
}

function attributesWith(
  { attributes }: Pick<LiveMetricsModel, "attributes">,
  messages: readonly MetricsMessage[],
): Prisma.InputJsonObject {
  const more = messages.map(({ attributes: own = {} }) => own);
  return joinAttributes([attributes as Record<string, string[]>, ...more]);
}

/** What the metrics of a live run don't say. */
export async function absentOfMetrics(tx: WorkspaceTx, runId: string): Promise<AbsentFigure[]> {
  const metrics = await tx.prisma.liveMetrics.findUnique({ where: { runId } });
  if (metrics === null || metrics.withoutOutcome === 0n) return [];
  return metrics.withoutOutcome < metrics.requests ? ["some-errors"] : ["errors"];
}

/** Says that a simulator sent them, and which requests of its sources aren't counted. */
export async function warningsOfMetrics(tx: WorkspaceTx, runId: string): Promise<LiveReport["warnings"]> {
  const metrics = await tx.prisma.liveMetrics.findUnique({ where: { runId } });
  const missed = Number(metrics?.missed ?? 0n);
  const known = [
    ...(metrics?.simulated === true ? [simulatedWarning({ withReal: metrics.real })] : []),
    ...(metrics?.leftOut === true ? [TOO_MANY_SERIES] : []),
    ...(metrics === null || metrics.unusable === 0 ? [] : [unusableWarning(metrics.unusable)]),
  ];
  if (missed === 0) return known;
  const detail = `${missed} requests aren't counted: their source wasn't heard for more than 5 minutes, so nobody knows when they happened.`;
  return [{ code: "metrics-missed", count: missed, detail, lines: [] }, ...known];
}

const TOO_MANY_SERIES = {
  code: "metrics-left-out",
  count: 1,
  detail:
    "The metrics have more cumulative series than a run can have, so requests of further series aren't counted.",
  lines: [],
};

function unusableWarning(count: number): LiveReport["warnings"][number] {
  const readings = plural(count, "reading of a histogram", "readings of histograms");
  const detail = `${readings} couldn't be counted: the buckets fall, or the bucket le="+Inf" is missing. The requests are in the next reading that can be counted, or missing.`;
  return { code: "metrics-unusable", count, detail, lines: [] };
}

/** Once the run has ended, no body counts any more. */
export async function forgetMetrics(tx: WorkspaceTx, runId: string): Promise<void> {
  await tx.prisma.liveSource.deleteMany({ where: { runId } });
  await tx.prisma.liveBody.deleteMany({ where: { runId } });
}
