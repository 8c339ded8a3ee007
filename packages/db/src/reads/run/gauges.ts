import { gaugeDrawing, joinGauge, MAX_POINTS } from "@headroom/core";
import type { GaugeCell, GaugeMeasured, GaugeOfPart, GaugePoint, PartKind } from "@headroom/core";
import type { WorkspaceTx } from "../../workspace-tx.ts";

export interface StoredGauge {
  seriesId: number;
  name: string;
  unit: string | null;
  /** The finest step that a part with it has kept. */
  finestStepSeconds: number;
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
  const { pointSeconds, stepSeconds } = gaugeDrawing(measured, gauge.finestStepSeconds, maxPoints);
  const rows = await readCells(tx, stretch, stepSeconds);
  return { pointSeconds, points: joinGauge(gauge.name, rows, pointSeconds) };
}

/** Before and after a run: `to` of the run to where another one begins, and from before it. */
export interface AroundRun {
  runId: string;
  fromSeconds: number;
  toSeconds: number;
  watchedSeconds: number;
}

export interface GaugesWatched {
  beforeSeconds: number;
  afterSeconds: number;
  /** Which of them have values in this time. */
  seriesIds: ReadonlySet<number>;
}

/**
 * From when to when the gauges of a run are watched around it, at most so long: until another run of its service and environment
 * loads the service, too.
 */
export async function readGaugesWatched(
  tx: WorkspaceTx,
  { runId, fromSeconds, toSeconds, watchedSeconds }: AroundRun,
): Promise<GaugesWatched> {
  const [other] = await tx.query<{ begins: number | null }>(
    `select min(greatest($2::int, floor(extract(epoch from o.started_at - r.origin))::int)) as begins
     from run r
     join run o on o.workspace_id = r.workspace_id and o.service_id = r.service_id and o.id <> r.id
       and o.environment is not distinct from r.environment
     where r.id = $1 and o.published_at is not null and o.deleted_at is null and o.copy_of is null
       and o.started_at < r.origin + make_interval(secs => $2::int + $3::int) and o.ended_at > r.ended_at`,
    [runId, toSeconds, watchedSeconds],
  );
  const beforeSeconds = fromSeconds - watchedSeconds;
  const afterSeconds = Math.min(toSeconds + watchedSeconds, other?.begins ?? Infinity);
  const rows = await tx.query<{ series_id: number }>(
    `select s.id as series_id from series s join run r on r.id = s.run_id
     where s.run_id = $1 and s.kind = 'gauge' and exists (
       select from gauge_cell_read c where c.imported_at = r.imported_at and c.series_id = s.id
         and ((c.offset_s >= $2 and c.offset_s < $3) or (c.offset_s >= $4 and c.offset_s < $5)))`,
    [runId, beforeSeconds, fromSeconds, toSeconds, afterSeconds],
  );
  return { beforeSeconds, afterSeconds, seriesIds: new Set(rows.map(({ series_id: id }) => id)) };
}

/** How many moments of a stretch have a value, and from when to when; null: none has. */
async function measuredIn(
  tx: WorkspaceTx,
  { runId, gauge, fromSeconds, toSeconds }: GaugeStretch,
): Promise<GaugeMeasured | null> {
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
  kind: Exclude<PartKind, "live">;
}

async function readCells(
  tx: WorkspaceTx,
  { runId, gauge, fromSeconds, toSeconds }: GaugeStretch,
  step: number,
): Promise<GaugeOfPart[]> {
  const rows = await tx.query<Row>(
    `select c.offset_s, c.part_id, p.kind, c.count, c.sum, c.min, c.max, c.last
     from run r
     join gauge_cell_read c on c.imported_at = r.imported_at and c.series_id = $2
     join part p on p.id = c.part_id
     where r.id = $1 and c.step = $3 and c.offset_s > $4::int - c.step and c.offset_s < $5
     order by c.offset_s, c.part_id, c.piece`,
    [runId, gauge.seriesId, step, fromSeconds, toSeconds],
  );
  return rows.map(({ offset_s: offsetSeconds, part_id: part, kind, ...cell }) => {
    return { offsetSeconds, part, beside: kind === "gauges", cell };
  });
}
