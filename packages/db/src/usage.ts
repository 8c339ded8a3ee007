import type { WorkspaceTx } from "./workspace-tx.ts";

export interface Upload {
  at: Date;
  samples: number;
  bytes: number;
}

export interface UsageDay {
  /** In UTC, as 2026-11-27. */
  day: string;
  uploads: number;
  samples: number;
  bytes: number;
}

export interface Contents {
  runs: number;
  /** Labels and gauges of runs. */
  runSeries: number;
  /** Labels and gauges of live traffic. */
  liveSeries: number;
}

/** Each connection counts in a row of its own, as far as they go. */
export const SLOTS = 32;

/** What was counted each day, in several rows. */
export const USAGE_ROWS = `(select workspace_id, day, uploads, samples, bytes from usage_day
  union all select workspace_id, day, uploads, samples, bytes from usage_slot) usage`;

/** Counts an upload of the workspace. */
export async function countUpload(
  tx: WorkspaceTx,
  workspaceId: string,
  { at, samples, bytes }: Upload,
): Promise<void> {
  await tx.query(
    `insert into usage_slot (workspace_id, day, slot, uploads, samples, bytes)
     values ($1, ($2::timestamptz at time zone 'UTC')::date, pg_backend_pid() % ${SLOTS}, 1, $3, $4)
     on conflict (workspace_id, day, slot) do update set uploads = usage_slot.uploads + 1,
       samples = usage_slot.samples + excluded.samples, bytes = usage_slot.bytes + excluded.bytes`,
    [workspaceId, at, samples, bytes],
  );
}

/** The days from this one on that had uploads, in order. */
export function readUsageDays(tx: WorkspaceTx, from: Date): Promise<UsageDay[]> {
  return tx.query<UsageDay>(
    `select to_char(day, 'YYYY-MM-DD') as day, sum(uploads)::int as uploads, sum(samples)::float8 as samples,
       sum(bytes)::float8 as bytes
     from ${USAGE_ROWS} where day >= ($1::timestamptz at time zone 'UTC')::date group by day order by day`,
    [from],
  );
}

/** What the workspace holds now, without runs in the trash. */
export async function readContents(tx: WorkspaceTx): Promise<Contents> {
  const [row] = await tx.query<Contents>(
    `select (select count(*) from run where published_at is not null and deleted_at is null)::int as runs,
       (select count(*) from series s join run r on r.id = s.run_id
        where r.published_at is not null and r.deleted_at is null)::int as "runSeries",
       (select count(*) from traffic_series)::int as "liveSeries"`,
  );
  return row ?? { runs: 0, runSeries: 0, liveSeries: 0 };
}
