import {
  advance,
  type Cell,
  type FoldedReading,
  type LostBetween,
  phaseOf,
  type SourceState,
  spread,
} from "@headroom/core";
import {
  addTrafficGaps,
  markTrafficDue,
  readTrafficSources,
  takeTrafficBodies,
  writeTrafficCells,
  writeTrafficGauges,
  writeTrafficSources,
  type WorkspaceTx,
} from "@headroom/db";
import type { Context } from "../context.ts";
import { type Counting, countingOf, counts, switched, wantedRule } from "./counted-rule.ts";
import { SecondCells } from "./second-cells.ts";
import { seriesOfTraffic } from "./traffic-series.ts";
import { cellOf, type TrafficMessage } from "./traffic-message.ts";
import { holdTraffic, noteTraffic } from "./traffic-row.ts";

/** Counts what arrived for one service in the transaction that moves the log's position. */
export async function countTraffic(
  tx: WorkspaceTx,
  ctx: Context,
  serviceId: string,
  messages: readonly TrafficMessage[],
): Promise<void> {
  const held = await holdTraffic(tx, ctx, serviceId);
  // The service was deleted.
  if (held === null) return;
  const now = ctx.clock();
  const rule = await wantedRule(tx, held, messages, now);
  const before = countingOf(held);
  const arrived = new Arrived(before, rule);
  const fresh = await freshOf(tx, serviceId, messages, now);
  for (const message of fresh) {
    for (const cell of message.cells) if (arrived.has(cell.rule)) arrived.add(cell.rule, cell, cellOf(cell));
  }
  await countReadings(tx, serviceId, { messages, counted: before.rule, now }, arrived);
  const counting = await switched(tx, serviceId, before, { wanted: rule, seconds: arrived.secondsOf(rule) });
  const gauges = fresh.flatMap((message) => message.gauges);
  const seconds = await write(tx, ctx, serviceId, { cells: arrived.counted(counting), gauges });
  await noteTraffic(tx, held, { rule, counting, messages, seconds, now });
}

/** The requests of the rules that count or are to count. */
class Arrived {
  readonly #cells = new Map<string, { label: string; second: number; cell: Cell }[]>();

  constructor({ rule, before }: Counting, wanted: string | null) {
    for (const one of [rule, before, wanted]) if (one !== null) this.#cells.set(one, []);
  }

  has(rule: string): boolean {
    return this.#cells.has(rule);
  }

  add(rule: string, { label, second }: { label: string; second: number }, cell: Cell): void {
    this.#cells.get(rule)?.push({ label, second, cell });
  }

  secondsOf(rule: string | null): number[] {
    return (this.#cells.get(rule ?? "") ?? []).map(({ second }) => second);
  }

  counted(counting: Counting): SecondCells<string> {
    const cells = new SecondCells<string>();
    for (const [rule, own] of this.#cells) {
      for (const { label, second, cell } of own)
        if (counts(counting, rule, second)) cells.add(label, second, cell);
    }
    return cells;
  }
}

/** Each body counts once, also if it is twice among these. */
async function freshOf(
  tx: WorkspaceTx,
  serviceId: string,
  messages: readonly TrafficMessage[],
  now: Date,
): Promise<TrafficMessage[]> {
  const fresh = await takeTrafficBodies(
    tx,
    serviceId,
    messages.map(({ body }) => body),
    now,
  );
  return messages.filter(({ body }) => fresh.delete(body));
}

/** Sources that count since they started: what they have added since they were last heard. */
async function countReadings(
  tx: WorkspaceTx,
  serviceId: string,
  { messages, counted, now }: { messages: readonly TrafficMessage[]; counted: string | null; now: Date },
  arrived: Arrived,
): Promise<void> {
  const readings = messages.flatMap((message) => message.readings).filter(({ rule }) => arrived.has(rule));
  if (readings.length === 0) return;
  const keys = [...new Set(readings.map(({ key }) => key))];
  const states = (await readTrafficSources(tx, serviceId, keys)) as Map<string, SourceState>;
  const moved = new Map<string, SourceState>();
  const lost: LostBetween[] = [];
  for (const source of readings) {
    const before = states.get(source.key) ?? null;
    const after = countReading(source, before, arrived);
    if (after.state === before) continue;
    states.set(source.key, after.state);
    moved.set(source.key, after.state);
    // What another rule counts meanwhile isn't lost.
    if (source.rule === counted) lost.push(...after.lost);
  }
  await writeTrafficSources(tx, serviceId, moved, now);
  const gaps = lost.map(({ fromMicros, toMicros, count, atLeast }) => {
    return { fromMillis: fromMicros / 1_000, toMillis: toMicros / 1_000, requests: count, atLeast };
  });
  await addTrafficGaps(tx, serviceId, gaps);
}

function countReading(
  { key, rule, label, failed, fromZero, reading }: FoldedReading,
  before: SourceState | null,
  arrived: Arrived,
): { state: SourceState; lost: readonly LostBetween[] } {
  const { state, added, lost } = advance(before, reading, { fromZero });
  for (const counted of added) {
    const phase = phaseOf(key, counted.toMicros);
    for (const { second, cell } of spread(counted, failed, phase)) arrived.add(rule, { label, second }, cell);
  }
  return { state, lost };
}

/** Returns the seconds that changed. */
async function write(
  tx: WorkspaceTx,
  ctx: Context,
  serviceId: string,
  { cells, gauges }: { cells: SecondCells<string>; gauges: TrafficMessage["gauges"] },
): Promise<number[]> {
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
  await writeTrafficCells(tx, 1, written);
  const measured = gauges.flatMap(({ name, second, cell }) => {
    const seriesId = series.gauge(name);
    return seriesId === null ? [] : [{ seriesId, second, cell }];
  });
  await writeTrafficGauges(tx, 1, measured);
  const seconds = [...new Set([...written, ...measured].map(({ second }) => second))];
  const minutes = [...new Set(seconds.map((second) => Math.floor(second / 60) * 60))];
  if (minutes.length > 0)
    await markTrafficDue(tx, { workspaceId: ctx.workspaceId, serviceId, step: 60 }, minutes);
  return seconds;
}
