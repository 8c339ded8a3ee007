import type { WorkspaceTx } from "../workspace-tx.ts";

/** What sources said last, by their keys. */
export async function readTrafficSources(
  tx: WorkspaceTx,
  serviceId: string,
  keys: readonly string[],
): Promise<Map<string, unknown>> {
  const rows = await tx.query<{ key: string; state: unknown }>(
    "select key, state from traffic_source where service_id = $1 and key = any($2)",
    [serviceId, keys],
  );
  return new Map(rows.map(({ key, state }) => [key, state]));
}

export async function writeTrafficSources(
  tx: WorkspaceTx,
  serviceId: string,
  states: ReadonlyMap<string, unknown>,
  heardAt: Date,
): Promise<void> {
  if (states.size === 0) return;
  await tx.query(
    `insert into traffic_source (workspace_id, service_id, key, state, heard_at)
     select nullif(current_setting('app.workspace', true), '')::uuid, $1, key, state::jsonb, $4
     from unnest($2::text[], $3::text[]) as given (key, state)
     on conflict (service_id, key) do update set state = excluded.state, heard_at = excluded.heard_at`,
    [serviceId, [...states.keys()], [...states.values()].map((state) => JSON.stringify(state)), heardAt],
  );
}

/** Of these bodies, those that haven't counted yet; from now on, they have. */
export async function takeTrafficBodies(
  tx: WorkspaceTx,
  serviceId: string,
  digests: readonly string[],
  at: Date,
): Promise<Set<string>> {
  const rows = await tx.query<{ digest: string }>(
    `insert into traffic_body (workspace_id, service_id, digest, at)
     select nullif(current_setting('app.workspace', true), '')::uuid, $1, digest, $3
     from unnest($2::text[]) as given (digest)
     on conflict (service_id, digest) do nothing returning digest`,
    [serviceId, [...new Set(digests)], at],
  );
  return new Set(rows.map(({ digest }) => digest));
}

/** Forgets bodies and sources that nobody sends again, and gaps between cells that are gone. */
export async function forgetOldTraffic(
  tx: WorkspaceTx,
  { bodiesBefore, sourcesBefore, gapsBefore }: Record<"bodiesBefore" | "sourcesBefore" | "gapsBefore", Date>,
): Promise<void> {
  await tx.query("delete from traffic_body where at < $1", [bodiesBefore]);
  await tx.query("delete from traffic_source where heard_at < $1", [sourcesBefore]);
  await tx.query("delete from traffic_gap where to_at < $1", [gapsBefore]);
}
