import { USAGE_ROWS } from "./usage.ts";
import type pg from "pg";

/** What the requests of each workspace were, or of the `others` together, since an ingest process started. */
export type SentByWorkspace = Record<string, { requests: number; refused: number; bytes: number }>;

export interface ListedWorkspace {
  id: string;
  slug: string;
  /** Uploads, samples and bytes of the last 30 days. */
  uploads: number;
  samples: number;
  uploadedBytes: number;
  storedBytes: number;
  /** By the ingest processes that run. Null: none of them counted any of it by itself. */
  requests: number | null;
  refused: number | null;
  jobs: number;
}

/** Reported within this time, a process runs. */
const SEEN_WITHIN_SECONDS = 45;
const DAYS = 30;

/** All workspaces, those that store the most first. As a role that sees all rows. */
export async function listWorkspaces(client: pg.Client): Promise<ListedWorkspace[]> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    "select to_regclass('graphile_worker._private_jobs') is not null as exists",
  );
  const jobs = found[0]?.exists
    ? "select (payload ->> 'workspaceId')::uuid as id, count(*)::int as jobs from graphile_worker._private_jobs group by 1"
    : "select null::uuid as id, 0 as jobs where false";
  const { rows } = await client.query<ListedWorkspace>(
    `with used as (
       select workspace_id as id, sum(uploads)::int as uploads, sum(samples)::float8 as samples, sum(bytes)::float8 as bytes
       from ${USAGE_ROWS} where day > now() - make_interval(days => ${DAYS}) group by 1
     ), kept as (
       select id, sum(bytes)::float8 as bytes from (
         select workspace_id as id, coalesce(stored_bytes, 0) + coalesce(raw_file_bytes, 0) as bytes from part
         where state in ('published', 'copy')
         union all
         select workspace_id, bytes from traffic_storage
       ) stored group by 1
     ), sent as (
       select s.key as id, sum((s.value ->> 'requests')::float8) as requests, sum((s.value ->> 'refused')::float8) as refused
       from process p cross join lateral jsonb_each(p.facts -> 'sent') s
       where p.ended_at is null and p.seen_at > now() - make_interval(secs => ${SEEN_WITHIN_SECONDS}) group by 1
     ), waiting as (${jobs})
     select w.id, w.slug, coalesce(u.uploads, 0) as uploads, coalesce(u.samples, 0) as samples,
       coalesce(u.bytes, 0) as "uploadedBytes", coalesce(k.bytes, 0) as "storedBytes", s.requests, s.refused,
       coalesce(j.jobs, 0) as jobs
     from workspace w left join used u on u.id = w.id left join kept k on k.id = w.id
       left join sent s on s.id = w.id::text left join waiting j on j.id = w.id
     where w.deleted_at is null
     order by coalesce(k.bytes, 0) desc, w.slug`,
  );
  return rows;
}
