import type { WorkspaceTx } from "../workspace-tx.ts";

/** Whose metrics arrive: a service's, or those of a live run. */
export interface MetricsOwner {
  kind: "service" | "run";
  id: string;
}

const TABLES = {
  service: { source: "traffic_source", body: "traffic_body", owner: "service_id" },
  run: { source: "live_source", body: "live_body", owner: "run_id" },
} as const;

/** What a source or target said last. */
export interface MetricSourceRow {
  key: string;
  /** Of a source: as long as its target is heard, it isn't forgotten. */
  target: string | null;
  state: Uint8Array;
}

/** Of a statement: writing and reading more of them at once would hold up the thread that serves requests. */
const ROWS_TOGETHER = 2_000;

/** What sources said last, by their keys. */
export async function readMetricSources(
  tx: WorkspaceTx,
  { kind, id }: MetricsOwner,
  keys: readonly string[],
): Promise<Map<string, Uint8Array>> {
  const { source, owner } = TABLES[kind];
  const found = new Map<string, Uint8Array>();
  for (const some of parts(keys)) {
    const rows = await tx.query<{ key: string; state: Uint8Array }>(
      `select key, state from ${source} where ${owner} = $1 and key = any($2)`,
      [id, some],
    );
    for (const { key, state } of rows) found.set(key, state);
  }
  return found;
}

function* parts<Item>(items: readonly Item[]): Generator<Item[]> {
  for (let at = 0; at < items.length; at += ROWS_TOGETHER) yield items.slice(at, at + ROWS_TOGETHER);
}

/** How many sources and targets are remembered, up to `most`. */
export async function countMetricSources(
  tx: WorkspaceTx,
  { kind, id }: MetricsOwner,
  most: number,
): Promise<number> {
  const { source, owner } = TABLES[kind];
  const [row] = await tx.query<{ used: number }>(
    `select count(*)::integer as used from (select from ${source} where ${owner} = $1 limit $2) known`,
    [id, most],
  );
  return row?.used ?? 0;
}

export async function writeMetricSources(
  tx: WorkspaceTx,
  of: MetricsOwner,
  rows: readonly MetricSourceRow[],
  heardAt: Date,
): Promise<void> {
  for (const some of parts(rows)) await writeSome(tx, of, some, heardAt);
}

async function writeSome(
  tx: WorkspaceTx,
  { kind, id }: MetricsOwner,
  rows: readonly MetricSourceRow[],
  heardAt: Date,
): Promise<void> {
  const { source, owner } = TABLES[kind];
  // Sent as one parameter, because bytes in an array travel as text.
  const lengths = rows.map(({ state }) => state.length);
  let end = 1;
  const starts = lengths.map((length) => (end += length) - length);
  await tx.query(
    `insert into ${source} (workspace_id, ${owner}, key, target, state, heard_at)
     select nullif(current_setting('app.workspace', true), '')::uuid, $1, key, target,
       substring($4::bytea from start for length), $7
     from unnest($2::text[], $3::text[], $5::integer[], $6::integer[]) as given (key, target, start, length)
     on conflict (${owner}, key) do update
       set target = excluded.target, state = excluded.state, heard_at = excluded.heard_at`,
    [
      id,
      rows.map(({ key }) => key),
      rows.map(({ target }) => target),
      Buffer.concat(rows.map(({ state }) => state)),
      starts,
      lengths,
      heardAt,
    ],
  );
}

export async function dropMetricSources(
  tx: WorkspaceTx,
  { kind, id }: MetricsOwner,
  keys: readonly string[],
): Promise<void> {
  const { source, owner } = TABLES[kind];
  for (const some of parts(keys))
    await tx.query(`delete from ${source} where ${owner} = $1 and key = any($2)`, [id, some]);
}

/** Of these bodies, those that haven't counted yet; from now on, they have. */
export async function takeMetricBodies(
  tx: WorkspaceTx,
  { kind, id }: MetricsOwner,
  digests: readonly string[],
  at: Date,
): Promise<Set<string>> {
  const { body, owner } = TABLES[kind];
  const rows = await tx.query<{ digest: string }>(
    `insert into ${body} (workspace_id, ${owner}, digest, at)
     select nullif(current_setting('app.workspace', true), '')::uuid, $1, digest, $3
     from unnest($2::text[]) as given (digest)
     on conflict (${owner}, digest) do nothing returning digest`,
    [id, [...new Set(digests)], at],
  );
  return new Set(rows.map(({ digest }) => digest));
}

/**
 * A series that is silent while its target goes on is kept: if it came back, everything that it ever counted would look
 * new.
 */
const SILENT_SOURCES = `heard_at < $1 and not exists (
  select from traffic_source target
  where target.service_id = source.service_id and target.key = source.target and target.heard_at >= $1
)`;

/** Forgets bodies and sources that nobody sends again, gaps between cells that are gone, and traces. */
export async function forgetOldTraffic(
  tx: WorkspaceTx,
  {
    bodiesBefore,
    sourcesBefore,
    gapsBefore,
    metricsBefore,
    exemplarsBefore,
  }: Record<"bodiesBefore" | "sourcesBefore" | "gapsBefore" | "metricsBefore" | "exemplarsBefore", Date>,
): Promise<void> {
  await tx.query("delete from traffic_body where at < $1", [bodiesBefore]);
  await tx.query(`delete from traffic_source source where ${SILENT_SOURCES}`, [sourcesBefore]);
  await tx.query("delete from traffic_gap where to_at < $1", [gapsBefore]);
  await tx.query("delete from traffic_exemplar where at < $1", [exemplarsBefore]);
  await tx.query("delete from traffic_metric where seen_at < $1", [metricsBefore]);
  await tx.query("delete from unmapped_sender where seen_at < $1", [metricsBefore]);
}

/** Makes place in services that have so many sources that further ones are left out. */
export async function forgetCrowdedSources(tx: WorkspaceTx, before: Date, most: number): Promise<void> {
  await tx.query(
    `delete from traffic_source source where ${SILENT_SOURCES}
       and service_id in (select service_id from traffic_source group by service_id having count(*) >= $2)`,
    [before, most],
  );
}
