import { LABEL_KINDS } from "@headroom/core";
import type { SeriesKind } from "@headroom/core";
import type { WorkspaceTx } from "../workspace-tx.ts";

/** Series of requests are of a label, those of gauges of none. */
export const STORED_LABEL_KINDS = [...LABEL_KINDS, "gauge"] as const;
type StoredLabelKind = (typeof STORED_LABEL_KINDS)[number];

export interface SeriesName {
  kind: SeriesKind;
  label: string;
  labelKind: StoredLabelKind;
  unit?: string | null;
}

/**
 * The IDs of a run's series, created if missing, in the order of the names. Inserted in sorted order, so that two
 * parts of a run with the same labels wait for each other without a deadlock.
 */
export async function ensureSeries(
  tx: WorkspaceTx,
  runId: string,
  names: readonly SeriesName[],
): Promise<number[]> {
  if (names.length === 0) return [];
  const columns = [
    names.map((name) => name.kind),
    names.map((name) => name.label),
    names.map((name) => name.labelKind),
    names.map((name) => name.unit ?? null),
  ] as const;
  const ask = () => tx.query<{ id: number | null }>(ENSURED, [runId, ...columns]);
  const found = await ask();
  // Another part created them meanwhile: this statement doesn't see them, and the next one does.
  const ids = (found.every(({ id }) => id !== null) ? found : await ask()).flatMap(({ id }) => id ?? []);
  if (ids.length !== names.length) throw new Error("some series were neither found nor created");
  return ids;
}

const ENSURED = `with wanted as materialized (
    select * from unnest($2::text[], $3::text[], $4::text[], $5::text[])
      with ordinality as given (kind, label, label_kind, unit, position)
  ), made as (
    insert into series (workspace_id, run_id, kind, label, label_kind, unit)
    select nullif(current_setting('app.workspace', true), '')::uuid, $1, kind, label, label_kind, unit
    from wanted order by kind, label_kind, label
    on conflict (run_id, kind, label_kind, label) do nothing
    returning id, kind, label, label_kind
  )
  select coalesce(made.id, s.id) as id from wanted
  left join made using (kind, label_kind, label)
  left join series s on s.run_id = $1
    and s.kind = wanted.kind and s.label_kind = wanted.label_kind and s.label = wanted.label
  order by wanted.position`;
