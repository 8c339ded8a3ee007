import {
  ALL_LABEL,
  DAY_SECONDS,
  HOUR_SECONDS,
  MINUTE_SECONDS,
  tallyOf,
  withoutStretches,
} from "@headroom/core";
import type { TalliedCell } from "@headroom/core";
import { readTrafficCells, readTrafficDue } from "@headroom/db";
import type { Database, SloObjectiveModel, TrafficSegment, WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { coverTotal, coverTraffic } from "../traffic/cover-traffic.ts";
import type { DueTraffic } from "../traffic/cover-traffic.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";
import type { StoredSlo } from "./answer-slo.ts";
import { readLeftOut } from "./maintenance.ts";
import type { Seconds } from "./maintenance.ts";
import { PackedTallies, RememberedTallies } from "./remembered-tallies.ts";
import type { Remembered } from "./remembered-tallies.ts";
import { goodRequestOf } from "./slo-input.ts";

const TEN_MINUTES = 600;
/** The short stretches of burn rates are read by the minute. */
const RECENT_SECONDS = 6 * HOUR_SECONDS;
/** Traffic of more than a day ago isn't taken, so what is older than this doesn't change. */
const FINAL_SECONDS = 26 * HOUR_SECONDS;
/** Unless it was counted very late: then it is read again. */
const REMEMBERED_SECONDS = 6 * HOUR_SECONDS;

/** What was tallied before, by the SLO and its objective: a month of sketches is too much to read every minute. */
const remembered = new WeakMap<Database, RememberedTallies>();

/** What an SLO counts in [from, to), minutes since 1970, each cell by the objective of its time; without maintenance. */
export async function readTallies(
  tx: WorkspaceTx,
  ctx: Context,
  stored: StoredSlo,
  reading: { range: Seconds; keepDays: TrafficRetention },
): Promise<readonly TalliedCell[]> {
  const leftOut = await readLeftOut(tx, stored.slo.serviceId, reading.range);
  return withoutStretches(await readAllTallies(tx, ctx, stored, reading), leftOut);
}

async function readAllTallies(
  tx: WorkspaceTx,
  ctx: Context,
  stored: StoredSlo,
  { range, keepDays }: { range: Seconds; keepDays: TrafficRetention },
): Promise<TalliedCell[]> {
  const step = range.from < range.to - keepDays[60] * DAY_SECONDS ? TEN_MINUTES : MINUTE_SECONDS;
  const from = Math.floor(range.from / step) * step;
  const final = {
    from: Math.ceil(from / TEN_MINUTES) * TEN_MINUTES,
    to: Math.floor((range.to - FINAL_SECONDS) / TEN_MINUTES) * TEN_MINUTES,
  };
  const due = await readTrafficDue(tx, stored.slo.serviceId, { from, to: range.to });
  const read = (segments: readonly TrafficSegment[]) => readSegments(tx, stored, segments);
  if (final.from >= final.to) return read(recentSegments({ from, to: range.to }, due));
  return [
    ...(await read(coverTraffic({ step: MINUTE_SECONDS, from, to: final.from }, due))),
    ...(await readFinal(ctx, stored, { final, due, read })),
    ...(await read(recentSegments({ from: final.to, to: range.to }, due))),
  ];
}

/** In cells of ten minutes, and of a minute at the edges and in the last hours. */
function recentSegments({ from, to }: Seconds, due: readonly DueTraffic[]): TrafficSegment[] {
  const recent = Math.max(from, Math.floor((to - RECENT_SECONDS) / TEN_MINUTES) * TEN_MINUTES);
  return [
    ...coverTotal({ step: MINUTE_SECONDS, from, to: recent }, due),
    ...coverTraffic({ step: MINUTE_SECONDS, from: recent, to }, due),
  ].filter((segment) => segment.from < segment.to);
}

interface FinalInput {
  final: Seconds;
  due: readonly DueTraffic[];
  read: (segments: readonly TrafficSegment[]) => Promise<TalliedCell[]>;
}

/** Only what has become final since the last time is read. */
async function readFinal(
  ctx: Context,
  { slo, objectives }: StoredSlo,
  { final: { from, to }, due, read }: FinalInput,
): Promise<readonly TalliedCell[]> {
  const all = rememberedOf(ctx.db);
  const key = `${slo.id} ${objectives.length}`;
  const now = ctx.clock().getTime() / 1_000;
  const found = all.of(key, now);
  const known = found !== null && isUsable(found, { from, to }, now) ? found : null;
  // What isn't added up yet is about to change.
  const isChanging = due.some(({ second }) => second < to);
  if (known?.from === from && known.to === to && !isChanging) return known.cells.from(from);
  const cells = await readOn(known, { final: { from, to }, due, read });
  if (isChanging) all.forget(key);
  else {
    const readAt = known?.readAt ?? now - aheadOf(slo.id);
    all.keep(key, { from, to, readAt, cells: new PackedTallies(cells) }, now);
  }
  return cells;
}

function rememberedOf(db: Database): RememberedTallies {
  const all = remembered.get(db) ?? new RememberedTallies();
  remembered.set(db, all);
  return all;
}

async function readOn(
  known: Remembered | null,
  { final: { from, to }, due, read }: FinalInput,
): Promise<TalliedCell[]> {
  const start = known === null ? from : Math.max(known.to, from);
  const fresh = await read(coverTraffic({ step: TEN_MINUTES, from: start, to }, due));
  return known === null ? fresh : [...known.cells.from(from), ...fresh];
}

function isUsable(known: Remembered, { from, to }: Seconds, now: number): boolean {
  return known.from <= from && known.to <= to && now - known.readAt < REMEMBERED_SECONDS;
}

/** So that not all SLOs are read again in the same minute. */
function aheadOf(id: string): number {
  return (Number.parseInt(id.slice(-4), 16) / 0x1_0000) * (REMEMBERED_SECONDS / 2);
}

async function readSegments(
  tx: WorkspaceTx,
  { slo: { serviceId, label }, objectives }: StoredSlo,
  segments: readonly TrafficSegment[],
): Promise<TalliedCell[]> {
  const tallied: TalliedCell[] = [];
  for (const segment of segments) {
    const found = await readTrafficCells(tx, serviceId, segment, [label ?? ALL_LABEL]);
    const cells = found.map(({ second, cell }) => ({ second, step: segment.step, cell }));
    tallied.push(...tallyCells(cells, objectives));
  }
  return tallied;
}

/** Each cell by the objective of its time. */
export function tallyCells(
  cells: readonly (Pick<TalliedCell, "second" | "step"> & { cell: Parameters<typeof tallyOf>[0] })[],
  objectives: readonly SloObjectiveModel[],
): TalliedCell[] {
  const latest = objectives.toReversed();
  return cells.flatMap(({ second, step, cell }) => {
    const objective = latest.find(({ fromAt }) => fromAt === null || fromAt.getTime() <= second * 1_000);
    if (objective === undefined) return [];
    const { goodPerMillion } = objective;
    return [{ second, step, tally: tallyOf(cell, goodRequestOf(objective)), goodPerMillion }];
  });
}
