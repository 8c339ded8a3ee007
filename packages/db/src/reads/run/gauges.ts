import { chooseDrawing, MAX_POINTS, mergeGaugeCells, type GaugeCell } from "@headroom/core";
import type { WorkspaceTx } from "../../workspace-tx.ts";

export interface StoredGauge {
  seriesId: number;
  name: string;
  unit: string | null;
  /** The finest step that a part with it has kept. */
  finestStepSeconds: number;
}

export interface GaugePoint {
  offsetSeconds: number;
  cell: GaugeCell;
}

export interface GaugeStretch {
  runId: string;
  gauge: StoredGauge;
  fromSeconds: number;
  toSeconds: number;
  maxPoints?: number;
}

export interface GaugeTimeline {
  pointSeconds: number;
  points: GaugePoint[];
}

/** Counted by every generator separately, so that values of one moment add up; other gauges measure one thing. */
const ADDED_UP = new Set(["users"]);
/** A generator's last value stays valid until its next one, but for no longer than this. */
const MAX_HELD_SECONDS = 60;

/** The gauges of a run by their names. */
export async function readGauges(tx: WorkspaceTx, runId: string): Promise<StoredGauge[]> {
  const rows = await tx.query<{ series_id: number; label: string; unit: string | null; finest_step: number }>(
    `select s.id as series_id, s.label, s.unit, finest.step as finest_step
     from series s
     join run r on r.id = s.run_id
     join lateral (
       select c.step::int as step from gauge_cell_read c
       where c.imported_at = r.imported_at and c.series_id = s.id order by c.step limit 1
     ) finest on true
     where s.run_id = $1 and s.kind = 'gauge'
     order by s.label`,
    [runId],
  );
  return rows.map((row) => ({
    seriesId: row.series_id,
    name: row.label,
    unit: row.unit,
    finestStepSeconds: row.finest_step,
  }));
}

/**
 * A gauge over a stretch of its run, in at most this many points: each value at its own time if there are few enough of
 * them, else merged on a grid. Points without values are absent.
 */
export async function readGaugeTimeline(tx: WorkspaceTx, stretch: GaugeStretch): Promise<GaugeTimeline> {
  const { gauge, maxPoints = MAX_POINTS } = stretch;
  const measured = await measuredIn(tx, stretch);
  if (measured === null) return { pointSeconds: gauge.finestStepSeconds, points: [] };
  const { pointSeconds, stepSeconds } =
    measured.times <= maxPoints
      ? { pointSeconds: gauge.finestStepSeconds, stepSeconds: gauge.finestStepSeconds }
      : chooseDrawing(measured, gauge.finestStepSeconds, maxPoints);
  const rows = await readCells(tx, stretch, stepSeconds);
  const points = new Map<number, Row[]>();
  for (const row of rows) {
    const offset = Math.floor(row.offset_s / pointSeconds) * pointSeconds;
    const there = points.get(offset);
    if (there === undefined) points.set(offset, [row]);
    else there.push(row);
  }
  if (isAddedUp(gauge)) holdBetween(points);
  return {
    pointSeconds,
    points: [...points].map(([offsetSeconds, cells]) => ({ offsetSeconds, cell: joined(gauge, cells) })),
  };
}

function isAddedUp({ name }: Pick<StoredGauge, "name">): boolean {
  return ADDED_UP.has(name.toLowerCase());
}

/** Repeats each part's last value at points between two of its own, so that a sum covers all parts. */
function holdBetween(points: ReadonlyMap<number, Row[]>): void {
  const offsets = [...points.keys()];
  const seen = new Map<string, { at: number; row: Row }>();
  for (const [at, offset] of offsets.entries()) {
    const rows = [...(points.get(offset) ?? [])];
    for (const row of new Map(rows.map((one) => [one.part_id, one])).values()) {
      const last = seen.get(row.part_id);
      if (last !== undefined && offset - (offsets[last.at] ?? 0) <= MAX_HELD_SECONDS) {
        for (const missed of offsets.slice(last.at + 1, at)) points.get(missed)?.push(last.row);
      }
      seen.set(row.part_id, { at, row });
    }
  }
}

/** How many moments of a stretch have a value, and from when to when; null: none has. */
async function measuredIn(
  tx: WorkspaceTx,
  { runId, gauge, fromSeconds, toSeconds }: GaugeStretch,
): Promise<{ times: number; fromSeconds: number; toSeconds: number } | null> {
  const [row] = await tx.query<{ times: number; first: number | null; last: number | null }>(
    `select count(distinct c.offset_s)::int as times, min(c.offset_s)::int as first, max(c.offset_s)::int as last
     from run r
     join gauge_cell_read c on c.imported_at = r.imported_at and c.series_id = $2
     where r.id = $1 and c.step = $3 and c.offset_s > $4::int - c.step and c.offset_s < $5`,
    [runId, gauge.seriesId, gauge.finestStepSeconds, fromSeconds, toSeconds],
  );
  if (row === undefined || row.first === null || row.last === null) return null;
  return { times: row.times, fromSeconds: row.first, toSeconds: row.last + gauge.finestStepSeconds };
}

interface Row extends GaugeCell {
  offset_s: number;
  part_id: string;
  /** Whether the part's generator saw it, or it was measured separately. */
  kind: "requests" | "gauges";
}

function readCells(
  tx: WorkspaceTx,
  { runId, gauge, fromSeconds, toSeconds }: GaugeStretch,
  step: number,
): Promise<Row[]> {
  return tx.query<Row>(
    `select c.offset_s, c.part_id, p.kind, c.count, c.sum, c.min, c.max, c.last
     from run r
     join gauge_cell_read c on c.imported_at = r.imported_at and c.series_id = $2
     join part p on p.id = c.part_id
     where r.id = $1 and c.step = $3 and c.offset_s > $4::int - c.step and c.offset_s < $5
     order by c.offset_s, c.part_id, c.piece`,
    [runId, gauge.seriesId, step, fromSeconds, toSeconds],
  );
}

/** Separate measurements take precedence over what the generators saw. */
function joined(gauge: Pick<StoredGauge, "name">, cells: readonly Row[]): GaugeCell {
  const beside = cells.filter(({ kind }) => kind === "gauges");
  if (beside.length > 0 && beside.length < cells.length) return joined(gauge, beside);
  const byPart = Map.groupBy(cells, ({ part_id: part }) => part);
  const parts = [...byPart.values()].map((of) => mergeGaugeCells(of.map(toCell)));
  const known = parts.filter((cell) => cell !== null);
  const merged = mergeGaugeCells(known);
  if (merged === null) throw new Error("a point of a gauge has no cells");
  return isAddedUp(gauge) && known.length > 1 && beside.length === 0 ? addedUp(known) : merged;
}

function toCell({ count, sum, min, max, last }: Row): GaugeCell {
  return { count, sum, min, max, last };
}

function addedUp(cells: readonly GaugeCell[]): GaugeCell {
  const total = (of: (cell: GaugeCell) => number) => cells.reduce((sum, cell) => sum + of(cell), 0);
  return {
    count: 1,
    sum: total(({ sum, count }) => sum / count),
    min: total(({ min }) => min),
    max: total(({ max }) => max),
    last: total(({ last }) => last),
  };
}
