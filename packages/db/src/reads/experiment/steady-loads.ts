import type { WorkspaceTx } from "../../workspace-tx.ts";
import { isSimulated } from "../simulated.ts";
import { jsonObject } from "../typed-sql.ts";

export interface SteadyRunRead {
  id: string;
  number: number;
  ranAt: Date;
  commit: string | null;
  environment: string | null;
  branch: string | null;
  simulated: boolean;
  /** Seconds from the run's origin; null: the run has no steady phase. */
  steady: { fromSeconds: number; toSeconds: number } | null;
  /** Over the steady phase. */
  throughput: number | null;
  errorRate: number | null;
  p99Ms: number | null;
}

const STEADY = jsonObject<NonNullable<SteadyRunRead["steady"]>>({
  fromSeconds: "r.steady -> 'fromSeconds'",
  toSeconds: "r.steady -> 'toSeconds'",
});

/** The newest complete runs of an experiment, newest first, with the figures of their steady phases. */
export function readSteadyRuns(
  tx: WorkspaceTx,
  { experimentId, limit }: { experimentId: string; limit: number },
): Promise<SteadyRunRead[]> {
  const of = (figure: string) => `(r.steady -> 'summary' ->> '${figure}')::float8`;
  return tx.query(
    `select r.id, r.number, r.ran_at as "ranAt", r.commit_sha as commit, r.environment, r.branch,
       ${isSimulated("r")} as simulated,
       case when r.steady is null then null else ${STEADY} end as steady,
       ${of("throughput")} as throughput, ${of("errorRate")} as "errorRate",
       (r.steady -> 'summary' -> 'latencyMs' ->> 'p99')::float8 as "p99Ms"
     from run r where r.experiment_id = $1 and r.published_at is not null and r.status <> 'receiving'
       and r.is_evidence
     order by r.ran_at desc, r.published_at desc, r.number desc limit $2`,
    [experimentId, limit],
  );
}

/**
 * The mean number of users in each of these stretches, by run: the sum over generators, each counted by its own values.
 * Runs without the gauge there are absent.
 */
export async function readMeanUsers(
  tx: WorkspaceTx,
  stretches: readonly { id: string; fromSeconds: number; toSeconds: number }[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query<{ id: string; users: number }>(
    `select w.id, sum(own.mean) as users
     from unnest($1::uuid[], $2::float8[], $3::float8[]) w (id, from_s, to_s)
     join run r on r.id = w.id
     join series s on s.run_id = r.id and s.kind = 'gauge' and lower(s.label) = 'users'
     cross join lateral (
       select (array_agg(step.mean order by step.step))[1] as mean from (
         select c.part_id, c.step, sum(c.sum) / sum(c.count) as mean from gauge_cell_read c
         where c.imported_at = r.imported_at and c.series_id = s.id and c.offset_s >= w.from_s and c.offset_s < w.to_s
         group by c.part_id, c.step
       ) step group by step.part_id
     ) own
     group by w.id`,
    [
      stretches.map(({ id }) => id),
      stretches.map(({ fromSeconds }) => fromSeconds),
      stretches.map(({ toSeconds }) => toSeconds),
    ],
  );
  return new Map(rows.map(({ id, users }) => [id, users]));
}
