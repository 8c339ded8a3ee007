import type { WorkspaceTx } from "../../workspace-tx.ts";
import type { CatalogRun } from "../catalog/catalog-row.ts";
import { EXPECTED_OF_RUN, JUDGED } from "../run-load.ts";
import type { NewerRun, SetAside } from "../counts.ts";
import { counts, newerElsewhere, otherBranch, setAsideOf } from "../counts.ts";

import { isSimulated } from "../simulated.ts";

export interface ExperimentRun extends Omit<CatalogRun, "p50Ms" | "p95Ms"> {
  /** Of the judged window, by name: "mean", "p50", "p99.9". */
  latencyMs: Readonly<Record<string, number | null>>;
  /** What those lie between that have no exact value. */
  latencyRangesMs: Readonly<Record<string, { low: number; high: number | null }>>;
  /** Of the whole run, as those that were expected of it. */
  requests: number | null;
  /** Of the judged window, as its figures. */
  judgedRequests: number | null;
  /** By its own load. */
  expectedRequests: number | null;
  commit: string | null;
  branch: string | null;
  environment: string | null;
  grade: "A" | "B" | "C" | "D" | null;
  /** The version that judged it; null: none. */
  targetsVersion: number | null;
  /** The throughput that it held with every latency and error target met. */
  heldThroughput: number | null;
  setAside: SetAside | null;
  /** A simulator made it up, at least in part. */
  simulated: boolean;
}

export interface ExperimentRuns {
  runs: ExperimentRun[];
  total: number;
}

/** How many runs an experiment has, without those that are set aside. */
export interface RunCounts {
  all: number;
  /** Of a branch that counts, or of none. */
  default: number;
  branches: number;
  setAside: number;
}

export interface ExperimentRunsInput {
  experimentId: string;
  /**
   * `counting`: complete, and of a branch that counts. `default`: of one, complete or not. `branches`: of another. Only `set-aside` has
   * those that are.
   */
  which: "all" | "counting" | "default" | "branches" | "set-aside";
  skip: number;
  limit: number;
}

const CONDITION = {
  all: "and r.is_evidence",
  counting: `and r.status <> 'receiving' and ${counts("r", "e")}`,
  default: `and r.is_evidence and ${otherBranch("r", "e")} is null`,
  branches: `and r.is_evidence and ${otherBranch("r", "e")} is not null`,
  "set-aside": "and not r.is_evidence",
} as const;

/** A page of the published runs of an experiment, newest first. */
export async function readExperimentRuns(
  tx: WorkspaceTx,
  { experimentId, which, skip, limit }: ExperimentRunsInput,
): Promise<ExperimentRuns> {
  const where = `from run r join experiment e on e.id = r.experiment_id
     left join target_set t on t.id = r.target_set_id
     where r.experiment_id = $1 and r.published_at is not null ${CONDITION[which]}`;
  const runs = await tx.query<ExperimentRun>(
    `select r.id, r.number, r.status, r.tool, r.verdict, r.outcome,
       r.label_filter is not null as "someLabels", r.started_at as "startedAt",
       r.published_at as "publishedAt", r.ran_at as "ranAt", r.commit_sha as commit, r.branch, r.environment,
       r.proof ->> 'grade' as grade, t.version as "targetsVersion", r.held_throughput as "heldThroughput",
       (r.summary ->> 'requests')::double precision as requests,
       (${JUDGED} ->> 'requests')::double precision as "judgedRequests", ${EXPECTED_OF_RUN} as "expectedRequests",
       (${JUDGED} ->> 'errorRate')::double precision as "errorRate",
       (${JUDGED} ->> 'throughput')::double precision as throughput,
       coalesce(${JUDGED} -> 'latencyMs', '{}') as "latencyMs",
       coalesce(${JUDGED} -> 'latencyIntervalsMs', '{}') as "latencyRangesMs",
       (${JUDGED} -> 'latencyMs' ->> 'p99')::double precision as "p99Ms",
       ${JUDGED} -> 'latencyIntervalsMs' -> 'p99' as "p99RangeMs", ${JUDGED} -> 'errorsAtLeast' as "errorsAtLeast",
       ${setAsideOf("r")} as "setAside", ${isSimulated("r")} as simulated
     ${where}
     order by r.ran_at desc, r.published_at desc, r.number desc limit $2 offset $3`,
    [experimentId, limit, skip],
  );
  const [count] = await tx.query<{ total: number }>(`select count(*)::int as total ${where}`, [experimentId]);
  return { runs, total: count?.total ?? 0 };
}

/** In one pass over the runs of an experiment. */
export async function countExperimentRuns(tx: WorkspaceTx, experimentId: string): Promise<RunCounts> {
  const [row] = await tx.query<RunCounts>(
    `select count(*) filter (where r.is_evidence)::int as all,
       count(*) filter (where r.is_evidence and ${otherBranch("r", "e")} is null)::int as default,
       count(*) filter (where r.is_evidence and ${otherBranch("r", "e")} is not null)::int as branches,
       count(*) filter (where not r.is_evidence)::int as "setAside"
     from run r join experiment e on e.id = r.experiment_id
     where r.experiment_id = $1 and r.published_at is not null`,
    [experimentId],
  );
  return row ?? { all: 0, default: 0, branches: 0, setAside: 0 };
}

/** The newest complete run, if it is of a branch that doesn't count. */
export async function readNewerElsewhere(tx: WorkspaceTx, experimentId: string): Promise<NewerRun | null> {
  const [row] = await tx.query<{ newer: NewerRun | null }>(
    `select ${newerElsewhere("e")} as newer from experiment e where e.id = $1`,
    [experimentId],
  );
  return row?.newer ?? null;
}
