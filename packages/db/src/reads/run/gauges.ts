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
  /** Until when a run loaded the service that had begun before this one ended; null: none did for long. */
  otherUntilSeconds: number | null;
  /** Which of them have values in this time. */
  seriesIds: ReadonlySet<number>;
  /** Which have later ones, that are left out because the next run began. */
  cutIds: ReadonlySet<number>;
}

/** A run that begins so shortly before another one ends follows it. */
const HANDOVER_SECONDS = 30;
const HANDOVER_SHARE = 0.1;
/** Runs that end together, like those of a producer and its consumer, don't end in the same second. */
const TOGETHER_SECONDS = 10;

/**
 * From when to when the gauges of a run are watched around it, at most so long: until the next run of its service and environment
 * begins. One that began before this one ended is part of the same load.
 */
export async function readGaugesWatched(
  tx: WorkspaceTx,
  { runId, fromSeconds, toSeconds, watchedSeconds }: AroundRun,
): Promise<GaugesWatched> {
  const [other] = await tx.query<{ begins: number | null; until: number | null }>(
    `select min(greatest($2::int, floor(extract(epoch from o.started_at - r.origin))::int)) filter (where f.follows) as begins,
       max(floor(extract(epoch from o.ended_at - r.origin))::int + 1) filter (where not f.follows) as until
     from run r
     join run o on o.workspace_id = r.workspace_id and o.service_id = r.service_id and o.id <> r.id
       and o.environment is not distinct from r.environment
     cross join lateral (
       select o.started_at >= r.ended_at - least(make_interval(secs => $4), (r.ended_at - r.started_at) * $5::float8) as follows
     ) f
     where r.id = $1 and o.published_at is not null and o.deleted_at is null and o.copy_of is null
       and o.started_at < r.origin + make_interval(secs => $2::int + $3::int) and o.ended_at > r.ended_at`,
    [runId, toSeconds, watchedSeconds, HANDOVER_SECONDS, HANDOVER_SHARE],
  );
  const beforeSeconds = fromSeconds - watchedSeconds;
  const endSeconds = toSeconds + watchedSeconds;
  const afterSeconds = Math.min(endSeconds, other?.begins ?? Infinity);
  const until = other?.until ?? toSeconds;
  const measured = (spans: readonly [from: number, to: number][]) => seriesWithin(tx, runId, spans);
  return {
    beforeSeconds,
    afterSeconds,
    otherUntilSeconds: until < toSeconds + TOGETHER_SECONDS ? null : until,
    seriesIds: await measured([
      [beforeSeconds, fromSeconds],
      [toSeconds, afterSeconds],
    ]),
    cutIds: afterSeconds < endSeconds ? await measured([[afterSeconds, endSeconds]]) : new Set(),
  };
}

/** The gauges of a run that were measured in any of these stretches. */
async function seriesWithin(
  tx: WorkspaceTx,
  runId: string,
  spans: readonly [from: number, to: number][],
): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ series_id: number }>(
    `select s.id as series_id from series s join run r on r.id = s.run_id
     where s.run_id = $1 and s.kind = 'gauge' and exists (
       select from unnest($2::int[], $3::int[]) w (since, until)
       join gauge_cell_read c on c.imported_at = r.imported_at and c.series_id = s.id
         and c.offset_s >= w.since and c.offset_s < w.until)`,
    [runId, spans.map(([from]) => from), spans.map(([, to]) => to)],
  );
  return new Set(rows.map(({ series_id: id }) => id));
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
