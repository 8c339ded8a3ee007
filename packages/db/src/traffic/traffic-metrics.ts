import type { WorkspaceTx } from "../workspace-tx.ts";

/** A metric that arrived, with the tags of some of its series. */
export interface SeenMetricRow {
  name: string;
  /** Empty: none. */
  field: string;
  kind: string;
  temporality: string;
  unit: string | null;
  rule: string | null;
  series: number;
  examples: readonly (readonly (readonly [tag: string, value: string])[])[];
}

/** Once a service has about `most` of them, further ones aren't added. */
export async function writeSeenMetrics(
  tx: WorkspaceTx,
  serviceId: string,
  metrics: readonly SeenMetricRow[],
  { now, most }: { now: Date; most: number },
): Promise<void> {
  if (metrics.length === 0) return;
  const byMetric = new Map(metrics.map((metric) => [`${metric.name}\0${metric.field}`, metric]));
  await tx.query(
    `insert into traffic_metric
       (workspace_id, service_id, name, field, kind, temporality, unit, rule, series, examples, seen_at)
     select nullif(current_setting('app.workspace', true), '')::uuid, $1,
       name, field, kind, temporality, unit, rule, series, examples, $3
     from jsonb_to_recordset($2::jsonb) as given
       (name text, field text, kind text, temporality text, unit text, rule text, series integer, examples jsonb)
     where (select count(*) from traffic_metric where service_id = $1) < $4
       or exists (select from traffic_metric known where known.service_id = $1 and known.name = given.name and known.field = given.field)
     order by name, field
     on conflict (service_id, name, field) do update set kind = excluded.kind, temporality = excluded.temporality,
       unit = excluded.unit, rule = excluded.rule, series = excluded.series, examples = excluded.examples,
       seen_at = excluded.seen_at`,
    [serviceId, JSON.stringify([...byMetric.values()]), now, most],
  );
}
