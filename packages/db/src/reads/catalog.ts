import type { Verdict } from "@headroom/core";
import type { WorkspaceTx } from "../workspace-tx.ts";

export interface CatalogInput {
  /** Part of the name of an experiment, its group or its service, whatever its case. */
  search?: string;
  serviceSlug?: string;
  skip?: number;
  limit?: number;
}

export interface CatalogRun {
  id: string;
  number: number;
  status: "receiving" | "finished" | "interrupted";
  tool: string | null;
  startedAt: Date | null;
  publishedAt: Date;
  verdict: Verdict | null;
  requests: number | null;
  errorRate: number | null;
  throughput: number | null;
  p50Ms: number | null;
  p95Ms: number | null;
  p99Ms: number | null;
}

export interface CatalogEntry {
  id: string;
  slug: string;
  name: string;
  groupName: string | null;
  tags: string[];
  owner: string | null;
  representsPeak: boolean;
  service: { id: string; slug: string; name: string };
  runsTotal: number;
  /** Newest first, at most eight; the first is the latest run. */
  recentRuns: CatalogRun[];
}

export interface CatalogPage {
  experiments: CatalogEntry[];
  total: number;
}

const RECENT_RUNS = 8;

interface Row extends Omit<CatalogEntry, "recentRuns"> {
  recentRuns: (Omit<CatalogRun, "startedAt" | "publishedAt"> & {
    startedAt: string | null;
    publishedAt: string;
  })[];
}

/** The experiments of a workspace, those that ran last first. */
export async function readCatalog(tx: WorkspaceTx, input: CatalogInput = {}): Promise<CatalogPage> {
  const wanted = [input.search === "" ? null : (input.search ?? null), input.serviceSlug ?? null];
  const rows = await tx.query<Row>(
    `select e.id, e.slug, e.name, e.group_name as "groupName", e.tags, e.owner,
       e.represents_peak as "representsPeak",
       jsonb_build_object('id', s.id, 'slug', s.slug, 'name', s.name) as service,
       runs.count as "runsTotal", coalesce(recent.runs, '[]') as "recentRuns"
     from experiment e
     join service s on s.id = e.service_id
     left join lateral (
       select count(*) as count, max(published_at) as latest
       from run r where r.experiment_id = e.id and r.published_at is not null
     ) runs on true
     left join lateral (
       select jsonb_agg(figures order by published_at desc, number desc) as runs
       from (
         select r.published_at, r.number, ${FIGURES} as figures
         from run r where r.experiment_id = e.id and r.published_at is not null
         order by r.published_at desc, r.number desc limit ${RECENT_RUNS}
       ) newest
     ) recent on true
     ${WANTED}
     order by runs.latest desc nulls last, e.name, e.id
     limit $3 offset $4`,
    [...wanted, input.limit ?? 100, input.skip ?? 0],
  );
  const [count] = await tx.query<{ total: number }>(
    `select count(*) as total from experiment e join service s on s.id = e.service_id ${WANTED}`,
    wanted,
  );
  return { experiments: rows.map(toEntry), total: count?.total ?? 0 };
}

const WANTED = `where not e.provisional
  and ($1::text is null
    or position(lower($1) in lower(concat_ws(' ', e.name, e.group_name, s.name))) > 0)
  and ($2::text is null or s.slug = $2)`;

const FIGURES = `jsonb_build_object(
  'id', r.id, 'number', r.number, 'status', r.status, 'tool', r.tool, 'verdict', r.verdict,
  'startedAt', r.started_at, 'publishedAt', r.published_at,
  'requests', r.summary -> 'requests', 'errorRate', r.summary -> 'errorRate',
  'throughput', r.summary -> 'throughput', 'p50Ms', r.summary -> 'latencyMs' -> 'p50',
  'p95Ms', r.summary -> 'latencyMs' -> 'p95', 'p99Ms', r.summary -> 'latencyMs' -> 'p99'
)`;

function toEntry({ recentRuns, ...entry }: Row): CatalogEntry {
  return {
    ...entry,
    recentRuns: recentRuns.map((run) => ({
      ...run,
      startedAt: run.startedAt === null ? null : new Date(run.startedAt),
      publishedAt: new Date(run.publishedAt),
    })),
  };
}
