import { FROZEN_AFTER_SECONDS } from "@headroom/core";
import {
  addTrafficGaps,
  countTrafficBytes,
  markTrafficDue,
  noteLateTraffic,
  readLatestTrafficSecond,
  writeTrafficCells,
  writeTrafficGauges,
} from "@headroom/db";
import type { WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { countMetrics } from "./count-metrics.ts";
import type { CountedMetrics, CountingOf } from "./count-metrics.ts";
import { countingOf, wantedRule } from "./counted-rule.ts";
import { keepExemplars } from "./keep-exemplars.ts";
import { SecondCells } from "./second-cells.ts";
import { seriesOfTraffic } from "./traffic-series.ts";
import type { TrafficMessage } from "./traffic-message.ts";
import { holdTraffic, noteTraffic } from "./traffic-row.ts";

/** Counts what arrived for one service in the transaction that moves the log's position. */
export async function countTraffic(
  tx: WorkspaceTx,
  ctx: Context,
  serviceId: string,
  { messages, maxSources, memory }: CountingOf<TrafficMessage>,
): Promise<void> {
  const held = await holdTraffic(tx, ctx, serviceId);
  // The service was deleted.
  if (held === null) return;
  const now = ctx.clock();
  const rule = await wantedRule(tx, held, messages, now);
  const latestSecond = () => readLatestTrafficSecond(tx, serviceId);
  const round = {
    messages,
    wanted: rule,
    isChosen: held.ruleIsChosen,
    counting: countingOf(held),
    latestSecond,
    maxSources,
    memory,
    now,
  };
  const counted = await countMetrics(tx, { kind: "service", id: serviceId }, round);
  const { seconds, known } = await write(tx, ctx, serviceId, counted);
  const gaps = counted.lost.map(({ fromMicros, toMicros, count, atLeast }) => {
    return { fromMillis: fromMicros / 1_000, toMillis: toMicros / 1_000, requests: count, atLeast };
  });
  await addTrafficGaps(tx, serviceId, gaps);
  await keepExemplars(tx, serviceId, { messages, counting: counted.counting });
  await noteLate(tx, serviceId, { seconds, now });
  const { counting, leftOut, unusable, replicas, added, begun } = counted;
  const watch = memory.watchOf(serviceId);
  const samples = messages.flatMap((message) => message.samples ?? []);
  const readTwice = samples.flatMap((sample) => watch.take(sample) ?? []);
  await noteTraffic(tx, held, {
    rule,
    counting,
    leftOut,
    unusable,
    replicas,
    added,
    begun,
    readTwice,
    messages,
    seconds: known,
    now,
  });
}

/** A peak day is frozen once everything that was accepted should have been counted. This wasn't. */
async function noteLate(
  tx: WorkspaceTx,
  serviceId: string,
  { seconds, now }: { seconds: readonly number[]; now: Date },
): Promise<void> {
  const settled = now.getTime() / 1_000 - FROZEN_AFTER_SECONDS;
  const late = seconds.filter((second) => second < settled);
  if (late.length === 0) return;
  const [from, to] = [late.reduce((a, b) => Math.min(a, b)), late.reduce((a, b) => Math.max(a, b))];
  await noteLateTraffic(tx, serviceId, { from, to });
}

/**
 * Returns the seconds that changed, and those of which the traffic is known: a gauge that is read with counters says nothing of
 * requests in the second that begins with its reading.
 */
async function write(
  tx: WorkspaceTx,
  ctx: Context,
  serviceId: string,
  { cells, gauges }: CountedMetrics,
): Promise<{ seconds: number[]; known: number[] }> {
  const labelled = cells.merged();
  const series = await seriesOfTraffic(tx, serviceId, {
    labels: [...new Set(labelled.map(({ key }) => key))],
    gauges,
  });
  // Each label and all of them; what goes to one series is one cell.
  const rows = new SecondCells<number>();
  for (const { key, second, cell } of labelled) {
    rows.add(series.label(key), second, cell);
    rows.add(series.all, second, cell);
  }
  const written = rows.merged().map(({ key, second, cell }) => ({ seriesId: key, second, cell }));
  const stored = await writeTrafficCells(tx, 1, written);
  const measured = gauges.flatMap(({ name, second, cell }) => {
    const seriesId = series.gauge(name);
    return seriesId === null ? [] : [{ seriesId, second, cell }];
  });
  stored.push(...(await writeTrafficGauges(tx, 1, measured)));
  await countTrafficBytes(tx, { workspaceId: ctx.workspaceId, serviceId, step: 1 }, stored);
  const seconds = [...new Set([...written, ...measured].map(({ second }) => second))];
  const minutes = [...new Set(seconds.map((second) => Math.floor(second / 60) * 60))];
  if (minutes.length > 0)
    await markTrafficDue(tx, { workspaceId: ctx.workspaceId, serviceId, step: 60 }, minutes);
  const before = measured.map(({ second }) => second - 1);
  return { seconds, known: [...written.map(({ second }) => second), ...before] };
}
