import { LIVE_TRAFFIC } from "@headroom/core";
import type {
  LabelFilter,
  CapacityGap,
  FigureRange,
  ProofRun,
  RunOutcome,
  TargetResult,
  Verdict,
} from "@headroom/core";
import type { WorkspaceTx } from "../../workspace-tx.ts";
import { counts } from "../counts.ts";
import { JUDGED, OFFERED_BY_RUN } from "../run-load.ts";
import { isSimulated } from "../simulated.ts";
import { jsonObject } from "../typed-sql.ts";

export interface HeldRunRead {
  experimentId: string;
  id: string;
  number: number;
  ranAt: Date;
  environment: string | null;
  otherBranch: string | null;
  labelFilter: LabelFilter | null;
  collapse: ProofRun["collapse"];
  throughput: number;
}

export interface JudgedRunRead {
  id: string;
  experimentId: string;
  targetSetId: string | null;
  number: number;
  ranAt: Date;
  environment: string | null;
  otherBranch: string | null;
  labelFilter: LabelFilter | null;
  collapse: ProofRun["collapse"];
  commit: string | null;
  verdict: Verdict | null;
  /** Null: it isn't decided yet. */
  outcome: RunOutcome | null;
  gap: CapacityGap | null;
  detail: string | null;
  /** Successful requests a second. */
  throughput: number | null;
  /** With failed requests, as the pages of the run have it. */
  completedThroughput: number | null;
  p99Ms: number | null;
  p99RangeMs: FigureRange | null;
  errorRate: number | null;
  grade: "A" | "B" | "C" | "D" | null;
  simulated: boolean;
  results: TargetResult[];
}

export interface PeakExperimentRead {
  serviceId: string;
  id: string;
  name: string;
  groupName: string | null;
  owner: string | null;
  targets: string[];
  targetSetId: string | null;
  baselineRunId: string | null;
  /** The newest real run that counts; a simulated one only if there is no other. */
  newestId: string | null;
  /** The newest that was judged by the current targets. One that can't say whether they hold only if there is no other. */
  judgedId: string | null;
  heldOnce: { number: number; throughput: number } | null;
}

const HELD_ONCE = jsonObject<NonNullable<PeakExperimentRead["heldOnce"]>>({
  number: "r.number",
  throughput: "r.held_throughput",
});
/** What the verdict's own sentence says of the figure. */
const RANGE = `(
  select ${jsonObject<FigureRange>({ low: "f -> 'low'", high: "f -> 'high'" })}
  from jsonb_array_elements(v.reasons) f
  where v.value is null and f ->> 'code' = 'figure' limit 1
)`;
const RESULT = jsonObject<TargetResult>({
  text: "v.text",
  comparator: "v.comparator",
  threshold: "v.threshold",
  unit: "v.unit",
  value: "v.value",
  range: RANGE,
  verdict: "v.verdict",
});
const IS_COMPLETE = "r.published_at is not null and r.status <> 'receiving'";
/** What is set aside is no evidence. */
const IS_EVIDENCE = `${IS_COMPLETE} and r.is_evidence`;
const NEWEST_FIRST = "r.ran_at desc, r.published_at desc, r.number desc";
/** The steady phase, if it is long enough to count. */
const windowOf = (seconds: string) =>
  `(case when (${JUDGED} ->> 'durationSeconds')::float8 >= ${seconds} then ${JUDGED} else r.summary end)`;
const succeededIn = (window: string) =>
  `(${window} ->> 'throughput')::float8 * (1 - coalesce((${window} ->> 'errorRate')::float8, 0))`;

/** What keeps a run from being a plain proof. */
const DOUBTS = `r.label_filter as "labelFilter", case when e.counting_branches = '{}' then r.branch end as "otherBranch",
  case when jsonb_typeof(r.capacity -> 'collapse') = 'object'
    then r.capacity -> 'collapse' || jsonb_build_object('held', r.capacity -> 'throughput') end as collapse`;

const PRESENT = `present as (
  select id as experiment_id, target_set_id as id from experiment where id = any($1::uuid[])
)`;

/** A stretch of production whose own traffic, kept as a run, proves nothing of it. Null: all runs count. */
export type OwnTraffic = { from: Date; to: Date } | null;

const isOther = (run: string, first: number) =>
  `($${first}::timestamptz is null or ${run}.tool is distinct from '${LIVE_TRAFFIC}' or ${run}.started_at >= $${first + 1} or ${run}.ended_at <= $${first})`;
const spanOf = (own: OwnTraffic) => [own?.from ?? null, own?.to ?? null];

/** The experiments that represent the peaks of these services, by name; or those with these ids, whatever they represent. */
export function readPeakExperiments(
  tx: WorkspaceTx,
  {
    of,
    missedGaps,
    own = null,
  }: {
    of: { serviceIds: readonly string[] } | { experimentIds: readonly string[] };
    missedGaps: readonly string[];
    own?: OwnTraffic;
  },
): Promise<PeakExperimentRead[]> {
  const [wanted, ids] =
    "serviceIds" in of
      ? ["e.service_id = any($1::uuid[]) and e.represents_peak and not e.provisional", of.serviceIds]
      : ["e.id = any($1::uuid[])", of.experimentIds];
  return tx.query(
    `select e.service_id as "serviceId", e.id, e.name, e.group_name as "groupName", e.owner, e.baseline_run_id as "baselineRunId",
       e.target_set_id as "targetSetId",
       (select r.id from run r where r.experiment_id = e.id and ${IS_COMPLETE} and ${counts("r", "e")} and ${isOther("r", 3)}
          order by ${isSimulated("r")}, ${NEWEST_FIRST} limit 1) as "newestId",
       (select coalesce(jsonb_agg(o.text order by o.position), '[]') from target o where o.target_set_id = e.target_set_id) as targets,
       (select r.id from run r where r.experiment_id = e.id and r.target_set_id = e.target_set_id and ${IS_COMPLETE} and ${counts("r", "e")}
          and ${isOther("r", 3)} order by coalesce(r.capacity ->> 'gap' <> all($2::text[]), false), ${NEWEST_FIRST} limit 1) as "judgedId",
       (select ${HELD_ONCE}
          from run r where r.id = e.tested_capacity_run_id and ${IS_COMPLETE} and ${isOther("r", 3)}) as "heldOnce"
     from experiment e
     where ${wanted} and e.deleted_at is null
     order by lower(e.name), e.id`,
    [ids, missedGaps, ...spanOf(own)],
  );
}

/**
 * The most that runs held under the current targets, one for each experiment and environment. A run doesn't count if a
 * later one of the same environment and branch missed its targets at no more load, measured or offered. Of two that ran at
 * the same time, the one that arrived last is later.
 */
export function readHeldRuns(
  tx: WorkspaceTx,
  {
    experimentIds,
    missedGaps,
    holdSeconds,
    own = null,
  }: {
    experimentIds: readonly string[];
    missedGaps: readonly string[];
    holdSeconds: number;
    own?: OwnTraffic;
  },
): Promise<HeldRunRead[]> {
  return tx.query(
    `with ${PRESENT}, miss as materialized (
       select r.experiment_id, r.environment, r.branch, r.ran_at, r.published_at,
         greatest(${succeededIn(windowOf("$3"))}, ${OFFERED_BY_RUN}) as load
       from run r join present p on p.id = r.target_set_id join experiment e on e.id = r.experiment_id
       where ${IS_EVIDENCE} and r.verdict = 'missed' and r.capacity ->> 'gap' = any($2::text[])
     )
     select distinct on (r.experiment_id, r.environment) r.experiment_id as "experimentId", r.id, r.number,
       r.ran_at as "ranAt", r.environment, ${DOUBTS}, r.held_throughput as throughput
     from run r join present p on p.id = r.target_set_id join experiment e on e.id = r.experiment_id
     where ${IS_COMPLETE} and ${counts("r", "e")} and ${isOther("r", 4)} and r.held_throughput is not null and not exists (
       select from miss m
       where m.experiment_id = r.experiment_id and m.environment is not distinct from r.environment
         and m.branch is not distinct from r.branch and (m.ran_at, m.published_at) > (r.ran_at, r.published_at) and m.load <= r.held_throughput
     )
     order by r.experiment_id, r.environment, r.held_throughput desc, r.ran_at desc`,
    [experimentIds, missedGaps, holdSeconds, ...spanOf(own)],
  );
}

/** Complete runs with how they were judged. */
export function readJudgedRuns(
  tx: WorkspaceTx,
  { runIds, holdSeconds }: { runIds: readonly string[]; holdSeconds: number },
): Promise<JudgedRunRead[]> {
  const window = windowOf("$2");
  return tx.query(
    `select r.id, r.experiment_id as "experimentId", r.target_set_id as "targetSetId", r.number, r.ran_at as "ranAt", r.environment,
       ${DOUBTS}, r.commit_sha as commit, r.verdict, r.outcome, r.capacity ->> 'gap' as gap, r.capacity ->> 'detail' as detail,
       ${succeededIn(window)} as throughput, (${window} ->> 'throughput')::float8 as "completedThroughput",
       (${window} -> 'latencyMs' ->> 'p99')::float8 as "p99Ms",
       ${window} -> 'latencyIntervalsMs' -> 'p99' as "p99RangeMs",
       (${window} ->> 'errorRate')::float8 as "errorRate", r.proof ->> 'grade' as grade,
       ${isSimulated("r")} as simulated,
       (select coalesce(jsonb_agg(${RESULT} order by v.position), '[]')
          from run_verdict v where v.run_id = r.id) as results
     from run r join experiment e on e.id = r.experiment_id where r.id = any($1::uuid[]) and ${IS_COMPLETE}`,
    [runIds, holdSeconds],
  );
}

/** What a run saw under its load, over its judged window. */
export interface TestedRunRead {
  id: string;
  experimentId: string;
  ranAt: Date;
  environment: string | null;
  branch: string | null;
  /** Its load kept changing, so that its figures belong to no load. */
  ramp: boolean;
  /** Requests a second, failed ones included. */
  throughput: number | null;
  errorRate: number | null;
  p99Ms: number | null;
  p99RangeMs: FigureRange | null;
}

/** The newest complete real runs of each of these experiments that can be of use: those judged by the current targets. */
export function readTestedRuns(
  tx: WorkspaceTx,
  {
    experimentIds,
    after,
    holdSeconds,
    perExperiment,
  }: { experimentIds: readonly string[]; after: Date; holdSeconds: number; perExperiment: number },
): Promise<TestedRunRead[]> {
  const window = windowOf("$2");
  return tx.query(
    `with ${PRESENT}
     select r.* from present p cross join lateral (
       select r.id, r.experiment_id as "experimentId", r.ran_at as "ranAt", r.environment, r.branch,
         coalesce((r.phase ->> 'ramp')::boolean, false) as ramp, (${window} ->> 'throughput')::float8 as throughput,
         (${window} ->> 'errorRate')::float8 as "errorRate", (${window} -> 'latencyMs' ->> 'p99')::float8 as "p99Ms",
         ${window} -> 'latencyIntervalsMs' -> 'p99' as "p99RangeMs"
       from run r
       where r.experiment_id = p.experiment_id and r.target_set_id = p.id and ${IS_EVIDENCE} and not ${isSimulated("r")}
         and r.ran_at > $3
       order by ${NEWEST_FIRST}, r.id limit $4
     ) r`,
    [experimentIds, holdSeconds, after.toISOString(), perExperiment],
  );
}

/** The newest complete runs of these experiments, newest first. */
export async function readRehearsals(
  tx: WorkspaceTx,
  { experimentIds, limit }: { experimentIds: readonly string[]; limit: number },
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select r.id from run r where r.experiment_id = any($1::uuid[]) and ${IS_EVIDENCE}
     order by ${NEWEST_FIRST}, r.id limit $2`,
    [experimentIds, limit],
  );
  return rows.map(({ id }) => id);
}

/**
 * What each of these runs is seen against where the experiment has no baseline: the complete run before it. Real runs and
 * simulated ones are never seen against each other.
 */
export async function readRunsBefore(
  tx: WorkspaceTx,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ id: string; before: string }>(
    `select n.id, before.id as before from run n join lateral (
       select r.id from run r
       where r.experiment_id = n.experiment_id and r.id <> n.id and r.ran_at <= n.ran_at and ${IS_EVIDENCE}
         and ${isSimulated("r")} = ${isSimulated("n")}
       order by ${NEWEST_FIRST} limit 1
     ) before on true
     where n.id = any($1::uuid[])`,
    [runIds],
  );
  return new Map(rows.map(({ id, before }) => [id, before]));
}

/** How many deploys a service has had since each of these moments; null: it has never reported one. */
export async function readDeploysSince(
  tx: WorkspaceTx,
  { serviceId, moments, until }: { serviceId: string; moments: readonly Date[]; until: Date },
): Promise<number[] | null> {
  const [any] = await tx.query(
    "select from service_event where service_id = $1 and kind = 'deploy' and at <= $2 limit 1",
    [serviceId, until],
  );
  if (any === undefined) return null;
  const rows = await tx.query<{ deploys: number }>(
    `select (select count(*)::int from service_event s
       where s.service_id = $1 and s.kind = 'deploy' and s.at > m.at and s.at <= $3) as deploys
     from unnest($2::timestamptz[]) with ordinality m (at, place) order by m.place`,
    [serviceId, moments.map((moment) => moment.toISOString()), until],
  );
  return rows.map(({ deploys }) => deploys);
}
