import { ALL_LABEL, firstSecondOf, gridOfSteps } from "@headroom/core";
import type { LabelKind } from "@headroom/core";
import type { WorkspaceTx } from "../../workspace-tx.ts";

/** A label of a run; null means all requests. */
export interface LabelName {
  name: string;
  kind: LabelKind;
}

export interface StoredSeries {
  runId: string;
  seriesId: number;
  importedAt: Date;
  origin: Date;
  /** The finest step stored for every part. */
  finestStepSeconds: number;
  /** The run's length in whole seconds from its origin; see firstSecondOf. */
  fromSeconds: number;
  toSeconds: number;
  /** When the run's last request completed. */
  endSeconds: number;
  /** What the latencies of all its parts are multiples of. */
  gridMicros: number;
}

interface Row {
  series_id: number;
  imported_at: Date;
  origin: Date;
  finest_step: number;
  start_seconds: number;
  to_seconds: number;
  end_seconds: number;
  resolutions: number[];
}

/**
 * What a read of cells needs to know about a series; null if the run or label doesn't exist (in this workspace), or has
 * no cells: if one part stores only its total, the cells of the others must not pass for the whole.
 */
export async function findSeries(
  tx: WorkspaceTx,
  runId: string,
  label: LabelName | null,
): Promise<StoredSeries | null> {
  const { name = ALL_LABEL, kind = "request" } = label ?? {};
  const [series = null] = await findAllSeries(tx, runId, { names: [name], kind });
  return series;
}

export interface SeriesOf {
  runId: string;
  label?: LabelName | null;
  /** As `findSeries` found it; left out: it is found. */
  series?: StoredSeries | null | undefined;
}

export async function seriesOf(
  tx: WorkspaceTx,
  { runId, label, series }: SeriesOf,
): Promise<StoredSeries | null> {
  return series === undefined ? findSeries(tx, runId, label ?? null) : series;
}

/** The same of several labels, of those that have cells. */
export async function findAllSeries(
  tx: WorkspaceTx,
  runId: string,
  { names, kind }: { names: readonly string[]; kind: LabelKind },
): Promise<StoredSeries[]> {
  const rows = await tx.query<Row>(
    `select s.id as series_id, r.imported_at, r.origin, max(t.finest_step)::int as finest_step,
       floor(extract(epoch from r.started_at - r.origin))::int as start_seconds,
       floor(extract(epoch from r.ended_at - r.origin))::int + 1 as to_seconds,
       extract(epoch from r.ended_at - r.origin)::float8 as end_seconds,
       array_agg(distinct p.latency_resolution_us) as resolutions
     from series s
     join run r on r.id = s.run_id
     join part_total t on t.series_id = s.id
     join part p on p.id = t.part_id and p.state = 'published'
     where s.run_id = $1 and s.kind = 'requests' and s.label = any($2) and s.label_kind = $3
       and r.origin is not null and r.started_at is not null and r.ended_at is not null
     group by s.id, r.id
     having bool_and(t.finest_step is not null)`,
    [runId, names, kind],
  );
  return rows.map((row) => ({
    runId,
    seriesId: row.series_id,
    importedAt: row.imported_at,
    origin: row.origin,
    finestStepSeconds: row.finest_step,
    fromSeconds: firstSecondOf(row.start_seconds),
    toSeconds: row.to_seconds,
    endSeconds: row.end_seconds,
    gridMicros: gridOfSteps(row.resolutions),
  }));
}
