import { ALL_LABEL, STEPS } from "@headroom/core";
import type { Cell, LabelKind } from "@headroom/core";
import { STORED_CELL, toCell } from "../reads/cells/stored-cell.ts";
import type { StoredCell } from "../reads/cells/stored-cell.ts";
import { ADDED_UP, SENT } from "./live-cells.ts";
import type { WorkspaceTx } from "../workspace-tx.ts";
import { jsonObject } from "../reads/typed-sql.ts";

const OF_CELL = STORED_CELL.split(", ")
  .map((column) => `c.${column}`)
  .join(", ");

interface LiveStretch {
  runId: string;
  importedAt: Date;
  /** In seconds from the run's origin; what begins earlier is left out. */
  fromSeconds: number;
}

export interface LiveTotal {
  offsetSeconds: number;
  stepSeconds: number;
  cell: Cell;
}

type StoredAt = StoredCell & { offsetSeconds: number; stepSeconds: number };

interface LiveSeries {
  id: number;
  label: string;
  labelKind: LabelKind;
}

/** Cells are found by their series: all other ways read those of every run of the week. */
function seriesOf(tx: WorkspaceTx, runId: string): Promise<LiveSeries[]> {
  return tx.query(
    `select id, label, label_kind as "labelKind" from series
     where run_id = $1 and kind = 'requests' and label_kind <> 'status'`,
    [runId],
  );
}

/** All requests of all writers that are still received, in order of time: as a writer sends them, or added up from its labels. */
export async function readLiveTotals(
  tx: WorkspaceTx,
  { runId, importedAt, fromSeconds }: LiveStretch,
): Promise<LiveTotal[]> {
  const all = (await seriesOf(tx, runId)).filter(({ label }) => label === ALL_LABEL);
  const rows = await tx.query<StoredAt>(
    `select c.offset_s as "offsetSeconds", c.step as "stepSeconds", ${OF_CELL}
     from live_cell_read c
     join live_writer w on w.run_id = c.run_id and w.part_id = c.part_id
     where c.imported_at = $1 and c.run_id = $2 and c.series_id = any($4) and c.step in (1, 10, 60, 600)
       and c.offset_s >= $3 and c.piece = case when w.sends_all then ${SENT} else ${ADDED_UP} end
     order by c.offset_s`,
    [importedAt, runId, fromSeconds, all.map(({ id }) => id)],
  );
  return rows.map(({ offsetSeconds, stepSeconds, ...stored }) => {
    return { offsetSeconds, stepSeconds, cell: toCell(stored, 1) };
  });
}

export interface LiveLabelCell {
  label: string;
  labelKind: LabelKind;
  stepSeconds: number;
  cell: Cell;
}

/** The cells of the busiest labels, and how many labels there are. */
export async function readLiveLabels(
  tx: WorkspaceTx,
  { runId, importedAt, fromSeconds }: LiveStretch,
  limit: number,
): Promise<{ cells: LiveLabelCell[]; total: number }> {
  const labels = (await seriesOf(tx, runId)).filter(({ label }) => label !== ALL_LABEL);
  const byId = new Map(labels.map((one) => [one.id, one]));
  const touching = STEPS.map((step) => `c.step = ${step} and c.offset_s > $3 - ${step}`).join(" or ");
  const rows = await tx.query<StoredCell & { id: number; stepSeconds: number; total: number }>(
    `with own as materialized (
       select c.* from live_cell_read c
       where c.imported_at = $1 and c.run_id = $2 and c.series_id = any($4) and c.piece = ${SENT} and (${touching})
     ), busiest as (
       select series_id as id, count(*) over ()::int as total
       from own group by series_id order by sum(requests) desc, series_id limit $5
     )
     select b.id, b.total, c.step as "stepSeconds", ${OF_CELL} from busiest b join own c on c.series_id = b.id`,
    [importedAt, runId, fromSeconds, [...byId.keys()], limit],
  );
  const cells = rows.flatMap(({ id, stepSeconds, total: _all, ...stored }) => {
    const of = byId.get(id);
    if (of === undefined) return [];
    return [{ label: of.label, labelKind: of.labelKind, stepSeconds, cell: toCell(stored, 1) }];
  });
  return { cells, total: rows[0]?.total ?? 0 };
}

/** The newest additions of the writers that are still received, newest first. */
export async function readLiveAdditions(
  tx: WorkspaceTx,
  runId: string,
  limit: number,
): Promise<Uint8Array[]> {
  const rows = await tx.query<{ body: Uint8Array }>(
    `select a.body from live_addition a join part p on p.id = a.part_id
     where p.run_id = $1 and p.kind = 'live' and p.state = 'receiving' order by a.id desc limit $2`,
    [runId, limit],
  );
  return rows.map(({ body }) => body);
}

/** A run that is being received. */
export interface RunningRun {
  id: string;
  number: number;
  experiment: { id: string; name: string };
  service: string;
  owner: string | null;
  openedAt: Date;
  heardAt: Date;
  requests: number;
}

const EXPERIMENT = jsonObject<RunningRun["experiment"]>({ id: "e.id", name: "e.name" });

/** Newest first. */
export function readRunningRuns(
  tx: WorkspaceTx,
  {
    serviceId,
    experimentId,
    limit,
  }: { serviceId: string | null; experimentId: string | null; limit: number },
): Promise<RunningRun[]> {
  return tx.query(
    `select r.id, r.number, ${EXPERIMENT} as experiment, s.name as service, e.owner,
       l.opened_at as "openedAt", greatest(l.heard_at, w.heard_at) as "heardAt",
       coalesce(w.requests, 0)::double precision as requests
     from run r
     join live_run l on l.run_id = r.id and l.state = 'open'
     join experiment e on e.id = r.experiment_id
     join service s on s.id = r.service_id
     left join lateral (
       select max(heard_at) as heard_at, sum(requests) as requests from live_writer where run_id = r.id
     ) w on true
     where r.status = 'receiving' and r.deleted_at is null
       and ($1::uuid is null or r.service_id = $1) and ($2::uuid is null or r.experiment_id = $2)
     order by l.opened_at desc, r.id limit $3`,
    [serviceId, experimentId, limit],
  );
}
