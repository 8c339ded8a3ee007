import type { Exemplar } from "@headroom/core";
import type { WorkspaceTx } from "../workspace-tx.ts";

const COLUMNS = `label, extract(epoch from at)::float8 as minute, latency_us::float8 as micros, trace_id as "traceId"`;

/** Those of these minutes, in epoch seconds. */
export async function readExemplars(
  tx: WorkspaceTx,
  serviceId: string,
  minutes: readonly number[],
): Promise<Exemplar[]> {
  return tx.query<Exemplar>(
    `select ${COLUMNS} from traffic_exemplar
     where service_id = $1 and at in (select to_timestamp(minute) from unnest($2::float8[]) as given (minute))`,
    [serviceId, minutes],
  );
}

/** These are all of their minutes. */
export async function replaceExemplars(
  tx: WorkspaceTx,
  serviceId: string,
  { minutes, exemplars }: { minutes: readonly number[]; exemplars: readonly Exemplar[] },
): Promise<void> {
  await tx.query(
    `delete from traffic_exemplar
     where service_id = $1 and at in (select to_timestamp(minute) from unnest($2::float8[]) as given (minute))`,
    [serviceId, minutes],
  );
  await tx.query(
    `insert into traffic_exemplar (workspace_id, service_id, at, label, latency_us, trace_id)
     select nullif(current_setting('app.workspace', true), '')::uuid, $1, to_timestamp(minute), label, micros, trace_id
     from unnest($2::float8[], $3::text[], $4::bigint[], $5::text[]) as given (minute, label, micros, trace_id)`,
    [
      serviceId,
      exemplars.map(({ minute }) => minute),
      exemplars.map(({ label }) => label),
      exemplars.map(({ micros }) => micros),
      exemplars.map(({ traceId }) => traceId),
    ],
  );
}

export interface ExemplarStretch {
  /** Epoch seconds. */
  from: number;
  to: number;
  most: number;
}

/** The slowest of each label in the minutes of a stretch, the slowest first. */
export async function readSlowestOfLabels(
  tx: WorkspaceTx,
  serviceId: string,
  { from, to, most }: ExemplarStretch,
): Promise<Exemplar[]> {
  return tx.query<Exemplar>(
    `select * from (
       select distinct on (label) ${COLUMNS} from traffic_exemplar
       where service_id = $1 and at > to_timestamp($2::float8 - 60) and at < to_timestamp($3::float8)
       order by label, latency_us desc, at desc
     ) slowest order by micros desc, label limit $4`,
    [serviceId, from, to, most],
  );
}

/** The slowest of one label. */
export async function readSlowestOfLabel(
  tx: WorkspaceTx,
  serviceId: string,
  label: string,
  { from, to, most }: ExemplarStretch,
): Promise<Exemplar[]> {
  return tx.query<Exemplar>(
    `select ${COLUMNS} from traffic_exemplar
     where service_id = $1 and label = $2 and at > to_timestamp($3::float8 - 60) and at < to_timestamp($4::float8)
     order by latency_us desc, at desc limit $5`,
    [serviceId, label, from, to, most],
  );
}
