import type { Cell, GaugeCell } from "@headroom/core";
import type { WorkspaceTx } from "../workspace-tx.ts";
import { STORED_TRAFFIC, toTrafficCell } from "./stored-traffic.ts";
import type { StoredTraffic } from "./stored-traffic.ts";
import { CELL_BYTES, forgetTrafficBytes, GAUGE_BYTES } from "./traffic-storage.ts";
import type { StoredBytesAt, TrafficStep } from "./traffic-storage.ts";

/** A stretch of a service whose coarser cells have to be rebuilt from finer ones. */
export interface DueStretch {
  workspaceId: string;
  serviceId: string;
  step: 60 | 600;
  /** Epoch seconds. */
  second: number;
}

/** Says that cells of these stretches have changed, in the transaction that changes them. */
export async function markTrafficDue(
  tx: WorkspaceTx,
  { workspaceId, serviceId, step }: Omit<DueStretch, "second">,
  seconds: readonly number[],
): Promise<void> {
  // An update rather than nothing: it waits for a roll-up that is about to take the row away.
  await tx.query(
    `insert into traffic_due (workspace_id, service_id, step, at)
     select $1, $2, $3, to_timestamp(second) from unnest($4::bigint[]) as given (second) order by second
     on conflict (service_id, step, at) do update set step = excluded.step`,
    [workspaceId, serviceId, step, seconds],
  );
}

/** Takes a due stretch that ended before then, and nobody else gets it before the transaction ends; null: none is left. */
export async function takeTrafficDue(
  tx: WorkspaceTx,
  step: DueStretch["step"],
  endedBefore: Date,
): Promise<DueStretch | null> {
  // A subquery in its place may run once for each row of the table, and each time take another one.
  const [row] = await tx.query<DueStretch>(
    `with next as materialized (
       select service_id, step, at from traffic_due d
       where step = $1 and at + make_interval(secs => $1) <= $2
         and not exists (
           select from traffic_due finer where finer.service_id = d.service_id and finer.step < d.step
             and finer.at >= d.at and finer.at < d.at + make_interval(secs => $1)
         )
       order by at limit 1 for update skip locked
     )
     delete from traffic_due due using next
     where due.service_id = next.service_id and due.step = next.step and due.at = next.at
     returning due.workspace_id as "workspaceId", due.service_id as "serviceId", due.step,
       extract(epoch from due.at)::bigint as second`,
    [step, endedBefore],
  );
  return row ?? null;
}

export interface StretchRow<Of> {
  seriesId: number;
  second: number;
  cell: Of;
}

interface Stretch extends Pick<DueStretch, "serviceId" | "second"> {
  seconds: number;
}

const OF_STRETCH = `series_id in (select id from traffic_series where service_id = $1 and kind = $4)
  and at >= to_timestamp($2) and at < to_timestamp($2 + $3)`;
const valuesOf = ({ serviceId, second, seconds }: Stretch) => [serviceId, second, seconds];

/** Cells of one step in a stretch, in the order of their series and times. */
export async function readTrafficStretch(
  tx: WorkspaceTx,
  step: TrafficStep,
  stretch: Stretch,
): Promise<StretchRow<Cell>[]> {
  const rows = await tx.query<StoredTraffic & { seriesId: number; second: number }>(
    `select series_id as "seriesId", extract(epoch from at)::bigint as second, ${STORED_TRAFFIC}
     from traffic_cell_${step} where ${OF_STRETCH} order by series_id, at`,
    [...valuesOf(stretch), "requests"],
  );
  return rows.map(({ seriesId, second, ...stored }) => ({ seriesId, second, cell: toTrafficCell(stored) }));
}

export async function readGaugeStretch(
  tx: WorkspaceTx,
  step: TrafficStep,
  stretch: Stretch,
): Promise<StretchRow<GaugeCell>[]> {
  const rows = await tx.query<GaugeCell & { seriesId: number; second: number }>(
    `select series_id as "seriesId", extract(epoch from at)::bigint as second, count, sum, min, max, last
     from traffic_gauge_${step} where ${OF_STRETCH} order by series_id, at`,
    [...valuesOf(stretch), "gauge"],
  );
  return rows.map(({ seriesId, second, ...cell }) => ({ seriesId, second, cell }));
}

/** Removes the cells of one step in a stretch. Returns what they took. */
export async function clearTrafficStretch(
  tx: WorkspaceTx,
  step: TrafficStep,
  stretch: Stretch,
): Promise<StoredBytesAt[]> {
  const [cells] = await tx.query<{ bytes: number }>(
    `with gone as (
       delete from traffic_cell_${step} where ${OF_STRETCH} returning coalesce(octet_length(dist), 0) + coalesce(octet_length(dist_failed), 0) as bytes
     ) select coalesce(sum(bytes + ${CELL_BYTES}), 0)::float8 as bytes from gone`,
    [...valuesOf(stretch), "requests"],
  );
  const [gauges] = await tx.query<{ bytes: number }>(
    `with gone as (delete from traffic_gauge_${step} where ${OF_STRETCH} returning 1)
     select (count(*) * ${GAUGE_BYTES})::float8 as bytes from gone`,
    [...valuesOf(stretch), "gauge"],
  );
  const bytes = (cells?.bytes ?? 0) + (gauges?.bytes ?? 0);
  return bytes === 0 ? [] : [{ second: stretch.second, bytes: -bytes }];
}

/** Drops what is older than it is kept for; cells that are still to be added up stay. Returns how many chunks went. */
export async function trimTraffic(tx: WorkspaceTx, step: TrafficStep, keepSeconds: number): Promise<number> {
  const [row] = await tx.query<{ chunks: number }>(
    "select trim_traffic($1::smallint, make_interval(secs => $2)) as chunks",
    [step, keepSeconds],
  );
  await forgetTrafficBytes(tx, step);
  return row?.chunks ?? 0;
}
