import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import { encodeDistribution } from "@headroom/core";
import type { Cell, GaugeCell, SeriesKind } from "@headroom/core";
import { from as copyFrom } from "pg-copy-streams";
import { CopyEncoder } from "../cells/copy-encoder.ts";
import type { WorkspaceTx } from "../workspace-tx.ts";
import { CELL_BYTES, GAUGE_BYTES } from "./traffic-storage.ts";
import type { StoredBytesAt, TrafficStep } from "./traffic-storage.ts";

export interface TrafficSeriesName {
  kind: SeriesKind;
  label: string;
  unit: string | null;
}

export interface TrafficCell {
  seriesId: number;
  /** Epoch seconds, a multiple of the step. */
  second: number;
  cell: Cell;
}

export interface TrafficGauge {
  seriesId: number;
  second: number;
  cell: GaugeCell;
}

/** The IDs of a service's series and their units, in the order of the names; null for those that don't exist. */
export function findTrafficSeries(
  tx: WorkspaceTx,
  serviceId: string,
  names: readonly Pick<TrafficSeriesName, "kind" | "label">[],
): Promise<{ id: number | null; unit: string | null }[]> {
  return tx.query(
    `select s.id, s.unit from unnest($2::text[], $3::text[]) with ordinality as wanted (kind, label, place)
     left join traffic_series s on s.service_id = $1 and s.kind = wanted.kind and s.label = wanted.label
     order by wanted.place`,
    [serviceId, names.map(({ kind }) => kind), names.map(({ label }) => label)],
  );
}

export async function setTrafficUnits(
  tx: WorkspaceTx,
  serviceId: string,
  gauges: readonly Pick<TrafficSeriesName, "label" | "unit">[],
): Promise<void> {
  if (gauges.length === 0) return;
  await tx.query(
    `update traffic_series s set unit = said.unit from unnest($2::text[], $3::text[]) as said (label, unit)
     where s.service_id = $1 and s.kind = 'gauge' and s.label = said.label`,
    [serviceId, gauges.map(({ label }) => label), gauges.map(({ unit }) => unit)],
  );
}

export async function addTrafficSeries(
  tx: WorkspaceTx,
  serviceId: string,
  names: readonly TrafficSeriesName[],
): Promise<void> {
  if (names.length === 0) return;
  await tx.query(
    `insert into traffic_series (workspace_id, service_id, kind, label, unit)
     select nullif(current_setting('app.workspace', true), '')::uuid, $1, kind, label, unit
     from unnest($2::text[], $3::text[], $4::text[]) as wanted (kind, label, unit)
     order by kind, label on conflict (service_id, kind, label) do nothing`,
    [
      serviceId,
      names.map(({ kind }) => kind),
      names.map(({ label }) => label),
      names.map(({ unit }) => unit),
    ],
  );
}

export async function countTrafficSeries(
  tx: WorkspaceTx,
  serviceId: string,
  kind: TrafficSeriesName["kind"],
  except: readonly string[],
): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    "select count(*) from traffic_series where service_id = $1 and kind = $2 and label <> all($3::text[])",
    [serviceId, kind, except],
  );
  return row?.count ?? 0;
}

/** Appends cells: several for one series and time are merged when they are read. Returns what they take. */
export async function writeTrafficCells(
  tx: WorkspaceTx,
  step: TrafficStep,
  rows: readonly TrafficCell[],
): Promise<StoredBytesAt[]> {
  if (rows.length === 0) return [];
  const { body, sizes } = encodeCells(rows);
  const copy = `copy traffic_cell_${step} (at, series_id, requests, errors, items, bytes, sum_us, min_us, max_us, dist_kind,
    dist, dist_failed, without_outcome) from stdin with (format binary)`;
  await pipeline(Readable.from([body]), tx.client.query(copyFrom(copy)));
  return sizes;
}

function encodeCells(rows: readonly TrafficCell[]): { body: Buffer; sizes: StoredBytesAt[] } {
  const out = new CopyEncoder(rows.length * 400 + 64);
  const sizes: StoredBytesAt[] = [];
  for (const { seriesId, second, cell } of rows) {
    const { kind, all, failed } = encodeDistribution(cell.distribution);
    out.row(13);
    out.timestamp(new Date(second * 1_000));
    out.int8(seriesId);
    for (const count of [cell.requests, cell.errors, cell.items, cell.bytes]) out.int8(count);
    if (cell.sumMicros === null) out.nothing();
    else out.float8(cell.sumMicros);
    for (const extreme of [cell.minMicros, cell.maxMicros]) {
      if (extreme === null) out.nothing();
      else out.int8(extreme);
    }
    out.int2(kind);
    for (const bytes of [all, failed]) {
      if (bytes === null) out.nothing();
      else out.bytes(bytes);
    }
    out.int8(cell.withoutOutcome ?? 0);
    sizes.push({ second, bytes: CELL_BYTES + lengthOf(all) + lengthOf(failed) });
  }
  return { body: out.finish(), sizes };
}

function lengthOf(bytes: Uint8Array | null): number {
  return bytes === null ? 0 : bytes.length;
}

export async function writeTrafficGauges(
  tx: WorkspaceTx,
  step: TrafficStep,
  rows: readonly TrafficGauge[],
): Promise<StoredBytesAt[]> {
  if (rows.length === 0) return [];
  await tx.query(
    `insert into traffic_gauge_${step} (at, series_id, count, sum, min, max, last)
     select to_timestamp(second), id, count, sum, min, max, last
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::float8[], $5::float8[], $6::float8[], $7::float8[])
       as given (second, id, count, sum, min, max, last)`,
    [
      rows.map(({ second }) => second),
      rows.map(({ seriesId }) => seriesId),
      rows.map(({ cell }) => cell.count),
      rows.map(({ cell }) => cell.sum),
      rows.map(({ cell }) => cell.min),
      rows.map(({ cell }) => cell.max),
      rows.map(({ cell }) => cell.last),
    ],
  );
  return rows.map(({ second }) => ({ second, bytes: GAUGE_BYTES }));
}
