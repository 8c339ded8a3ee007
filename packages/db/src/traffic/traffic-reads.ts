import type { Cell, GaugeCell } from "@headroom/core";
import type { WorkspaceTx } from "../workspace-tx.ts";
import { STORED_TRAFFIC, toTrafficCell } from "./stored-traffic.ts";
import type { StoredTraffic } from "./stored-traffic.ts";
import type { TrafficStep } from "./traffic-storage.ts";

/** A stretch of time and the step of the cells to read for it, in epoch seconds. */
export interface TrafficSegment {
  step: TrafficStep;
  from: number;
  to: number;
}

/** The stretches whose coarser cells aren't up to date, by their step. */
export async function readTrafficDue(
  tx: WorkspaceTx,
  serviceId: string,
  { from, to }: { from: number; to: number },
): Promise<{ step: 60 | 600; second: number }[]> {
  return tx.query(
    `select step, extract(epoch from at)::bigint as second from traffic_due
     where service_id = $1 and at > to_timestamp($2) - make_interval(secs => step) and at < to_timestamp($3) order by at`,
    [serviceId, from, to],
  );
}

export interface LabelledCell {
  label: string;
  second: number;
  cell: Cell;
}

/** The cells of some labels, or of all that a service has (`null`); in no order. */
export async function readTrafficCells(
  tx: WorkspaceTx,
  serviceId: string,
  { step, from, to }: TrafficSegment,
  labels: readonly string[] | null,
): Promise<LabelledCell[]> {
  const rows = await tx.query<StoredTraffic & { label: string; second: number }>(
    `select s.label, extract(epoch from c.at)::bigint as second, ${STORED_TRAFFIC}
     from traffic_cell_read c join traffic_series s on s.id = c.series_id
     where c.step = ${step} and c.service_id = $1 and s.service_id = $1 and s.kind = 'requests'
       and c.at >= to_timestamp($2) and c.at < to_timestamp($3) and ($4::text[] is null or s.label = any($4))`,
    [serviceId, from, to, labels],
  );
  return rows.map(({ label, second, ...stored }) => ({ label, second, cell: toTrafficCell(stored) }));
}

/** The latest second of which requests were counted by the second; null: none is stored. */
export async function readLatestTrafficSecond(tx: WorkspaceTx, serviceId: string): Promise<number | null> {
  const [row] = await tx.query<{ second: number | null }>(
    `select extract(epoch from max(c.at))::bigint as second
     from traffic_cell_read c join traffic_series s on s.id = c.series_id
     where c.step = 1 and c.service_id = $1 and s.service_id = $1 and s.kind = 'requests'`,
    [serviceId],
  );
  return row?.second ?? null;
}

export interface NamedGauge {
  name: string;
  unit: string | null;
  second: number;
  cell: GaugeCell;
}

export async function readTrafficGauges(
  tx: WorkspaceTx,
  serviceId: string,
  { step, from, to }: TrafficSegment,
): Promise<NamedGauge[]> {
  const rows = await tx.query<GaugeCell & { name: string; unit: string | null; second: number }>(
    `select s.label as name, s.unit, extract(epoch from c.at)::bigint as second, count, sum, min, max, last
     from traffic_gauge_read c join traffic_series s on s.id = c.series_id
     where c.step = ${step} and c.service_id = $1 and s.service_id = $1 and s.kind = 'gauge'
       and c.at >= to_timestamp($2) and c.at < to_timestamp($3) order by c.at`,
    [serviceId, from, to],
  );
  return rows.map(({ name, unit, second, ...cell }) => ({ name, unit, second, cell }));
}

/** How many requests each label had. */
export async function readTrafficLabelTotals(
  tx: WorkspaceTx,
  serviceId: string,
  { step, from, to }: TrafficSegment,
): Promise<{ label: string; requests: number; errors: number }[]> {
  return tx.query(
    `select s.label, sum(c.requests)::float8 as requests, sum(c.errors)::float8 as errors
     from traffic_cell_read c join traffic_series s on s.id = c.series_id
     where c.step = ${step} and c.service_id = $1 and s.service_id = $1 and s.kind = 'requests'
       and c.at >= to_timestamp($2) and c.at < to_timestamp($3) group by s.label`,
    [serviceId, from, to],
  );
}

/** How many requests some labels had in each point; `second` is its first. */
export async function readTrafficLabelCounts(
  tx: WorkspaceTx,
  serviceId: string,
  { step, from, to }: TrafficSegment,
  { labels, pointSeconds }: { labels: readonly string[]; pointSeconds: number },
): Promise<{ label: string; second: number; requests: number }[]> {
  return tx.query(
    `select s.label, (floor(extract(epoch from c.at) / $5) * $5)::bigint as second, sum(c.requests)::float8 as requests
     from traffic_cell_read c join traffic_series s on s.id = c.series_id
     where c.step = ${step} and c.service_id = $1 and s.service_id = $1 and s.kind = 'requests'
       and c.at >= to_timestamp($2) and c.at < to_timestamp($3) and s.label = any($4) group by 1, 2`,
    [serviceId, from, to, labels, pointSeconds],
  );
}

export interface TrafficHour {
  /** The second it begins with. */
  hour: number;
  requests: number;
  /** The points of it that have requests; null: all have. */
  points: number[] | null;
}

/** How many requests a label had in each hour that begins at a multiple of an hour after `anchor`, a multiple of the points. */
export async function readTrafficHours(
  tx: WorkspaceTx,
  serviceId: string,
  { step, from, to }: TrafficSegment,
  { label, pointSeconds, anchor }: { label: string; pointSeconds: number; anchor: number },
): Promise<TrafficHour[]> {
  // The series by its ID: joined, it would be looked up once for each cell.
  return tx.query(
    `with point as (
       select date_bin(make_interval(secs => $5::int), c.at, to_timestamp(0)) as at, sum(c.requests) as requests
       from traffic_cell_read c
       where c.step = ${step} and c.service_id = $1 and c.at >= to_timestamp($2) and c.at < to_timestamp($3)
         and c.series_id = any(array(
           select s.id from traffic_series s where s.service_id = $1 and s.kind = 'requests' and s.label = $4
         ))
       group by 1
     ), hour as (
       select date_bin('1 hour', at, to_timestamp($6)) as at, sum(requests) as requests,
         case when count(*) < 3600 / $5::int then array_agg(at) end as points
       from point group by 1
     )
     select extract(epoch from at)::bigint as hour, requests::float8,
       (select array_agg(extract(epoch from one)::float8) from unnest(points) one) as points
     from hour`,
    [serviceId, from, to, label, pointSeconds, anchor],
  );
}
