import type { Comparator, FigureId, LevelChange, Verdict } from "@headroom/core";
import type { WorkspaceTx } from "../../workspace-tx.ts";
import { counts } from "../counts.ts";
import { JUDGED } from "../run-load.ts";
import { isSimulated } from "../simulated.ts";
import { columnsOf, jsonObject } from "../typed-sql.ts";
import { LISTED, STATE } from "./catalog-filter.ts";
import type { CatalogState } from "./catalog-filter.ts";

/** How the latest run did against the target that it is named by. */
export interface LineTarget {
  /** As it is written, with the load that it is for. */
  text: string;
  /** "p99", "error rate" */
  metric: string;
  comparator: Comparator;
  threshold: number;
  unit: string;
  value: number | null;
  verdict: Verdict;
}

/** One experiment as a row: its latest run that counts, what changed, and the figure that is shown of it over its runs. */
export interface ExperimentLine {
  id: string;
  name: string;
  owner: string | null;
  service: { id: string; slug: string; name: string };
  state: CatalogState;
  representsPeak: boolean;
  run: { id: string; number: number; ranAt: string; simulated: boolean; someLabels: boolean } | null;
  target: LineTarget | null;
  /** The one to name first is first. */
  changes: LevelChange[];
  /** 95% of the ratio of the first change, from the comparison of the latest run; null: it has none. */
  interval: { low: number; high: number | null } | null;
  /** The first run of the first change. */
  since: { ranAt: string; commit: string | null; simulated: boolean } | null;
  /** Of its first change, its target, or else p99. */
  metric: FigureId;
  /** The target on that metric, in its own unit. */
  limit: { threshold: number; unit: string } | null;
  /** Runs that count, the oldest first. */
  spark: { id: string; value: number | null }[];
}

const SPARK_RUNS = 24;

/** The changes that are stored with the latest run that counts of the experiment `e`; none if it isn't judged yet. */
export const CHANGES_OF_LATEST =
  "coalesce((select j.changes from judgement j where j.run_id = e.latest_run_id and j.is_own), '[]')";

const LATENCIES = "v.metric in ('mean', 'p50', 'p90', 'p95', 'p99', 'p99.9')";

// A latency is what people know an experiment by; else the first target of the run.
const TARGET = `
  select v.text, v.metric, v.comparator, v.threshold, v.unit, v.value, v.verdict
  from run_verdict v where v.run_id = e.latest_run_id and v.label is null and v.verdict <> 'no-baseline'
  order by (${LATENCIES}) desc, v.position limit 1`;

const FIGURE = `case m.metric
  when 'throughput' then f.figures ->> 'throughput'
  when 'items' then f.figures ->> 'itemsThroughput'
  when 'error-rate' then f.figures ->> 'errorRate'
  else f.figures -> 'latencyMs' ->> m.metric end`;

const COLUMNS = columnsOf<ExperimentLine>({
  id: "e.id",
  name: "e.name",
  owner: "e.owner",
  service: jsonObject<ExperimentLine["service"]>({ id: "s.id", slug: "s.slug", name: "s.name" }),
  state: STATE,
  representsPeak: "e.represents_peak",
  run: `case when r.id is not null then ${jsonObject<NonNullable<ExperimentLine["run"]>>({
    id: "r.id",
    number: "r.number",
    ranAt: "r.ran_at",
    simulated: isSimulated("r"),
    someLabels: "r.label_filter is not null",
  })} end`,
  target: `case when t.metric is not null then ${jsonObject<LineTarget>({
    text: "t.text",
    metric: "t.metric",
    comparator: "t.comparator",
    threshold: "t.threshold",
    unit: "t.unit",
    value: "t.value",
    verdict: "t.verdict",
  })} end`,
  changes: "j.changes",
  interval: `(
    select f -> 'interval' from judgement own cross join jsonb_array_elements(own.findings) f
    where own.run_id = e.latest_run_id and own.is_own and f ->> 'kind' = 'change'
      and f ->> 'metric' = j.changes -> 0 ->> 'metric' and f ->> 'label' is not distinct from j.changes -> 0 ->> 'label'
      and jsonb_typeof(f -> 'interval') = 'object'
    limit 1
  )`,
  since: `(
    select ${jsonObject<NonNullable<ExperimentLine["since"]>>({
      ranAt: "b.ran_at",
      commit: "b.commit_sha",
      simulated: isSimulated("b"),
    })} from run b where b.id = (j.changes -> 0 -> 'run' ->> 'id')::uuid and b.experiment_id = e.id
  )`,
  metric: "m.metric",
  limit: `(
    select jsonb_build_object('threshold', v.threshold, 'unit', v.unit) from run_verdict v
    where v.run_id = e.latest_run_id and v.label is null and not v.under_load and v.verdict <> 'no-baseline'
      and replace(v.metric, ' ', '-') = m.metric
    order by v.position limit 1
  )`,
  spark: "coalesce(spark.runs, '[]')",
});

/** The rows of some experiments, in the order of their IDs. The caller bounds how many. */
export async function readExperimentLines(
  tx: WorkspaceTx,
  experimentIds: readonly string[],
): Promise<ExperimentLine[]> {
  if (experimentIds.length === 0) return [];
  return tx.query<ExperimentLine>(
    `select ${COLUMNS}
     from unnest($1::uuid[]) with ordinality as wanted (id, place)
     join experiment e on e.id = wanted.id
     join service s on s.id = e.service_id
     left join run r on r.id = e.latest_run_id
     cross join lateral (select ${CHANGES_OF_LATEST} as changes) j
     left join lateral (${TARGET}) t on true
     cross join lateral (
       select coalesce(
         case when j.changes -> 0 ->> 'label' is null then j.changes -> 0 ->> 'metric' end,
         case when t.metric in ('mean', 'p50', 'p90', 'p95', 'p99', 'p99.9', 'throughput', 'items', 'error rate')
           then replace(t.metric, ' ', '-') end,
         'p99') as metric
     ) m
     left join lateral (
       select jsonb_agg(jsonb_build_object('id', n.id, 'value', n.value) order by n.ran_at, n.published_at, n.number) as runs
       from (
         select r.id, r.ran_at, r.published_at, r.number, (${FIGURE})::double precision as value
         from (
           select r.* from run r
           where r.experiment_id = e.id and r.published_at is not null and r.status <> 'receiving' and ${counts("r", "e")}
           order by r.ran_at desc, r.published_at desc, r.number desc limit ${SPARK_RUNS}
         ) r cross join lateral (select ${JUDGED} as figures offset 0) f
       ) n
     ) spark on true
     order by wanted.place`,
    [experimentIds],
  );
}

/** Null for any owner. Case is ignored, because owners are typed by hand. */
interface LinesInput {
  serviceId: string | null;
  owner: string | null;
}

const OWNED = "($2::text is null or lower(e.owner) = lower($2))";

/** The experiments whose latest run shows a change for the worse that nobody accepted: those that miss a target first, then the largest. */
export async function readWorse(
  tx: WorkspaceTx,
  { serviceId, owner, most }: LinesInput & { most: number },
): Promise<{ ids: string[]; total: number }> {
  const rows = await tx.query<{ id: string; total: number }>(
    `select e.id, (count(*) over ())::int as total
     from experiment e join judgement j on j.run_id = e.latest_run_id
     where ${LISTED} and j.is_own and j.changes -> 0 ->> 'state' = 'worse' and ($1::uuid is null or e.service_id = $1) and ${OWNED}
     order by (e.latest_outcome = 'misses') desc,
       (j.changes -> 0 ->> 'after')::double precision / nullif((j.changes -> 0 ->> 'before')::double precision, 0) desc nulls first,
       e.id
     limit $3`,
    [serviceId, owner, most],
  );
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 };
}

/** The experiments with a change for the better that began since then, the latest first. It may be beside one for the worse. */
export async function readBetter(
  tx: WorkspaceTx,
  { serviceId, owner, since, most }: LinesInput & { since: Date; most: number },
): Promise<{ ids: string[]; total: number }> {
  const rows = await tx.query<{ id: string; total: number }>(
    `select e.id, (count(*) over ())::int as total
     from experiment e
     join judgement j on j.run_id = e.latest_run_id and j.is_own
     cross join lateral (
       select max(b.ran_at) as began from jsonb_array_elements(j.changes) c
       join run b on b.id = (c -> 'run' ->> 'id')::uuid and b.experiment_id = e.id
       where c ->> 'state' = 'better'
     ) better
     where ${LISTED} and better.began >= $4 and ($1::uuid is null or e.service_id = $1) and ${OWNED}
     order by better.began desc, e.id
     limit $3`,
    [serviceId, owner, most, since],
  );
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 };
}

/** The services in which somebody owns an experiment. */
export async function readOwnedServices(tx: WorkspaceTx, owner: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select distinct e.service_id as id from experiment e where ${LISTED} and lower(e.owner) = lower($1)`,
    [owner],
  );
  return rows.map(({ id }) => id);
}

/** Of each service, the experiment with the worst outcome: of several, the one that changed, then the latest. */
export async function readWorstOfServices(
  tx: WorkspaceTx,
  {
    serviceIds,
    owner,
    order,
  }: { serviceIds: readonly string[]; owner: string | null; order: readonly CatalogState[] },
): Promise<string[]> {
  if (serviceIds.length === 0) return [];
  const rows = await tx.query<{ id: string }>(
    `select distinct on (e.service_id) e.id
     from experiment e left join judgement j on j.run_id = e.latest_run_id and j.is_own
     where ${LISTED} and e.service_id = any($1::uuid[]) and ${OWNED}
     order by e.service_id, array_position($3::text[], ${STATE}), (j.changes -> 0 ->> 'state' = 'worse') desc nulls last,
       e.latest_at desc nulls last, e.id`,
    [serviceIds, owner, order],
  );
  return rows.map(({ id }) => id);
}

/** The experiments of a service with the worst outcomes: of several, those that changed, then the latest. */
export async function readWorstOf(
  tx: WorkspaceTx,
  { serviceId, order, most }: { serviceId: string; order: readonly CatalogState[]; most: number },
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select e.id
     from experiment e left join judgement j on j.run_id = e.latest_run_id and j.is_own
     where ${LISTED} and e.service_id = $1
     order by array_position($2::text[], ${STATE}), (j.changes -> 0 ->> 'state' = 'worse') desc nulls last,
       e.latest_at desc nulls last, e.id
     limit $3`,
    [serviceId, order, most],
  );
  return rows.map(({ id }) => id);
}

/** How many experiments have that owner. */
export async function countOwned(tx: WorkspaceTx, owner: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from experiment e where ${LISTED} and lower(e.owner) = lower($1)`,
    [owner],
  );
  return row?.count ?? 0;
}
