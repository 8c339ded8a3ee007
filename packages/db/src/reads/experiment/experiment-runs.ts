import type { WorkspaceTx } from "../../workspace-tx.ts";
import type { CatalogRun } from "../catalog/catalog.ts";

export interface ExperimentRun extends Omit<CatalogRun, "requests" | "p50Ms"> {
  commit: string | null;
  branch: string | null;
  environment: string | null;
  grade: "A" | "B" | "C" | "D" | null;
  /** The version that judged it; null: none. */
  targetsVersion: number | null;
  /** The throughput that it held with every latency and error target met. */
  heldThroughput: number | null;
}

export interface ExperimentRuns {
  runs: ExperimentRun[];
  total: number;
}

export interface ExperimentRunsInput {
  experimentId: string;
  /** Without runs of which a writer is still open. */
  onlyComplete: boolean;
  skip: number;
  limit: number;
}

const JUDGED = "coalesce(r.steady -> 'summary', r.summary)";

/** A page of the published runs of an experiment, newest first. */
export async function readExperimentRuns(
  tx: WorkspaceTx,
  { experimentId, onlyComplete, skip, limit }: ExperimentRunsInput,
): Promise<ExperimentRuns> {
  const runs = await tx.query<ExperimentRun>(
    `select r.id, r.number, r.status, r.tool, r.verdict, r.started_at as "startedAt",
       r.published_at as "publishedAt", r.ran_at as "ranAt", r.commit_sha as commit, r.branch, r.environment,
       r.proof ->> 'grade' as grade, t.version as "targetsVersion", r.held_throughput as "heldThroughput",
       (${JUDGED} ->> 'errorRate')::double precision as "errorRate",
       (${JUDGED} ->> 'throughput')::double precision as throughput,
       (${JUDGED} -> 'latencyMs' ->> 'p95')::double precision as "p95Ms",
       (${JUDGED} -> 'latencyMs' ->> 'p99')::double precision as "p99Ms",
       ${JUDGED} -> 'latencyIntervalsMs' -> 'p99' as "p99RangeMs", ${JUDGED} -> 'errorsAtLeast' as "errorsAtLeast"
     from run r left join target_set t on t.id = r.target_set_id
     where r.experiment_id = $1 and r.published_at is not null and not ($4 and r.status = 'receiving')
     order by r.ran_at desc, r.published_at desc, r.number desc limit $2 offset $3`,
    [experimentId, limit, skip, onlyComplete],
  );
  const [count] = await tx.query<{ total: number }>(
    "select count(*)::int as total from run where experiment_id = $1 and published_at is not null and not ($2 and status = 'receiving')",
    [experimentId, onlyComplete],
  );
  return { runs, total: count?.total ?? 0 };
}
