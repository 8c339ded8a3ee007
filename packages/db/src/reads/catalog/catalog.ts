import type { WorkspaceTx } from "../../workspace-tx.ts";
import { CATALOG_STATES, STATE, catalogConditions } from "./catalog-filter.ts";
import type { CatalogFilter, CatalogState } from "./catalog-filter.ts";
import { CATALOG_ROW } from "./catalog-row.ts";
import type { CatalogEntry, CatalogRow } from "./catalog-row.ts";

export const CATALOG_SORTS = ["service", "latest", "name", "p99", "throughput", "outcome", "runs"] as const;
export type CatalogSort = (typeof CATALOG_SORTS)[number];

export interface CatalogInput extends CatalogFilter {
  state?: CatalogState;
  sort?: CatalogSort;
  direction?: "asc" | "desc";
  skip?: number;
  limit?: number;
}

export interface CatalogPage {
  experiments: CatalogEntry[];
  /** That match the filter and the state. */
  total: number;
  /** That match the filter, by state. */
  counts: Record<CatalogState, number>;
  /** Of those that match the filter, whatever their state: the first of them by the names of services and groups. */
  groups: CatalogGroup[];
}

/** The experiments of a service that are in the same group, or in none. */
export interface CatalogGroup {
  service: CatalogEntry["service"];
  group: string | null;
  counts: Record<CatalogState, number>;
  /** Requests a second of the latest runs that hold; null: none holds, or it isn't known. */
  heldPerSecond: { low: number; high: number } | null;
}

const MOST_GROUPS = 100;

// Missing values come last, in either direction.
const ORDER: Record<CatalogSort, (direction: string) => string> = {
  service: (direction) =>
    `lower(s.name) ${direction}, s.id, lower(e.group_name) nulls first, e.group_name, e.latest_at desc nulls last, lower(e.name)`,
  latest: (direction) => `e.latest_at ${direction} nulls last, lower(e.name)`,
  name: (direction) => `lower(e.name) ${direction}, e.latest_at desc nulls last`,
  p99: (direction) => `e.latest_p99_ms ${direction} nulls last, lower(e.name)`,
  throughput: (direction) => `e.latest_throughput ${direction} nulls last, lower(e.name)`,
  outcome: (direction) =>
    `array_position('{${CATALOG_STATES.join(",")}}'::text[], ${STATE}) ${direction}, e.latest_at desc nulls last`,
  runs: (direction) => `e.runs_total ${direction}, lower(e.name)`,
};

const FIRST_DIRECTION: Record<CatalogSort, "asc" | "desc"> = {
  service: "asc",
  latest: "desc",
  name: "asc",
  p99: "desc",
  throughput: "desc",
  outcome: "asc",
  runs: "desc",
};

/** A page of the workspace's experiments: one read of stored rows, whatever the number of runs. */
export async function readCatalog(tx: WorkspaceTx, input: CatalogInput = {}): Promise<CatalogPage> {
  const { counts, groups } = await countStates(tx, input);
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const total = input.state === undefined ? all : counts[input.state];
  const skip = input.skip ?? 0;
  if (skip >= total) return { experiments: [], total, counts, groups };
  const { where, parameters } = catalogConditions(input);
  const inState = input.state === undefined ? "" : `and ${STATE} = $${parameters.push(input.state)}`;
  const sort = input.sort ?? "latest";
  const order = `${ORDER[sort](input.direction ?? FIRST_DIRECTION[sort])}, e.id`;
  const rows = await tx.query<CatalogRow>(
    `select ${CATALOG_ROW.columns}
     from (
       select e.id
       from experiment e join service s on s.id = e.service_id
       where ${where} ${inState}
       order by ${order}
       limit $${parameters.push(input.limit ?? 100)} offset $${parameters.push(skip)}
     ) page
     join experiment e on e.id = page.id join service s on s.id = e.service_id
     ${CATALOG_ROW.joins}
     order by ${order}`,
    parameters,
  );
  return { experiments: rows.map(toEntry), total, counts, groups };
}

export function noExperiments(): Record<CatalogState, number> {
  return Object.fromEntries(CATALOG_STATES.map((state) => [state, 0])) as Record<CatalogState, number>;
}

interface CountedState {
  service: CatalogEntry["service"];
  group: string | null;
  state: CatalogState;
  count: number;
  low: number | null;
  high: number | null;
}

async function countStates(
  tx: WorkspaceTx,
  filter: CatalogFilter,
): Promise<Pick<CatalogPage, "counts" | "groups">> {
  const { where, parameters } = catalogConditions(filter);
  const rows = await tx.query<CountedState>(
    `select jsonb_build_object('id', s.id, 'slug', s.slug, 'name', s.name) as service, e.group_name as group,
       ${STATE} as state, count(*)::int as count,
       case when bool_and(e.latest_throughput is not null) then min(e.latest_throughput) end as low,
       max(e.latest_throughput) as high
     from experiment e join service s on s.id = e.service_id where ${where}
     group by s.id, e.group_name, 3
     order by lower(s.name), s.id, lower(e.group_name) nulls first, e.group_name`,
    parameters,
  );
  const counts = noExperiments();
  for (const { state, count } of rows) counts[state] += count;
  const groups = Map.groupBy(rows, ({ service, group }) => JSON.stringify([service.id, group]));
  return { counts, groups: [...groups.values()].slice(0, MOST_GROUPS).flatMap(toGroup) };
}

function toGroup(rows: readonly CountedState[]): CatalogGroup[] {
  const [first] = rows;
  if (first === undefined) return [];
  const { service, group } = first;
  const counts = noExperiments();
  for (const { state, count } of rows) counts[state] = count;
  const { low = null, high = null } = rows.find(({ state }) => state === "holds") ?? {};
  const heldPerSecond = low === null || high === null ? null : { low, high };
  return [{ service, group, counts, heldPerSecond }];
}

function toEntry({ recentRuns, ...entry }: CatalogRow): CatalogEntry {
  return {
    ...entry,
    recentRuns: recentRuns.map((run) => ({
      ...run,
      startedAt: run.startedAt === null ? null : new Date(run.startedAt),
      publishedAt: new Date(run.publishedAt),
      ranAt: new Date(run.ranAt),
    })),
  };
}
