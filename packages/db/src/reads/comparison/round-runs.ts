import type { Verdict } from "@headroom/core";
import type { WorkspaceTx } from "../../workspace-tx.ts";
import { LISTED } from "../catalog/catalog-filter.ts";
import { isSimulated } from "../simulated.ts";

/** How to tell the runs of two rounds apart: by a key of their configuration, by a date, or by naming each. */
export type Rounds =
  | { by: "configuration"; key: string; before: string; after: string }
  | { by: "date"; split: Date }
  | { by: "runs"; before: readonly string[]; after: readonly string[] };

export interface RoundRunsInput {
  serviceId: string;
  rounds: Rounds;
  skip: number;
  limit: number;
}

/** An experiment with its latest run of either round. */
export interface RoundRuns {
  experimentId: string;
  slug: string;
  name: string;
  group: string | null;
  beforeRunId: string | null;
  afterRunId: string | null;
  /** Experiments of the service, on all pages. */
  total: number;
}

/** The experiments of a service, each with the latest run of the first round and of the second. */
export function readRoundRuns(tx: WorkspaceTx, input: RoundRunsInput): Promise<RoundRuns[]> {
  const { before, after, parameters } = conditions(input.rounds);
  return tx.query<RoundRuns>(
    `select e.id as "experimentId", e.slug, e.name, e.group_name as "group",
       b.id as "beforeRunId", a.id as "afterRunId", count(*) over () as total
     from experiment e
     left join lateral (${latestRun(before)}) b on true
     left join lateral (${latestRun(after)}) a on true
     where e.service_id = $1 and ${LISTED}
     order by e.group_name nulls last, e.name, e.id
     limit $2 offset $3`,
    [input.serviceId, input.limit, input.skip, ...parameters],
  );
}

function latestRun(condition: string): string {
  return `select r.id from run r
    where r.experiment_id = e.id and r.published_at is not null and r.status <> 'receiving'
      and ${condition}
    order by r.started_at desc nulls last, r.published_at desc limit 1`;
}

/** A run that is asked for by its number is compared, even if it is set aside. */
const COUNTED = "r.is_evidence";

function conditions(rounds: Rounds): {
  before: string;
  after: string;
  parameters: (string | Date | string[])[];
} {
  switch (rounds.by) {
    case "configuration": {
      const configuration = (value: string) => JSON.stringify({ [rounds.key]: value });
      return {
        before: `${COUNTED} and r.configuration @> $4::jsonb`,
        after: `${COUNTED} and r.configuration @> $5::jsonb`,
        parameters: [configuration(rounds.before), configuration(rounds.after)],
      };
    }
    case "date":
      return {
        before: `${COUNTED} and r.started_at < $4`,
        after: `${COUNTED} and r.started_at >= $4`,
        parameters: [rounds.split],
      };
    case "runs":
      return {
        before: "r.id = any($4::uuid[])",
        after: "r.id = any($5::uuid[])",
        parameters: [[...rounds.before], [...rounds.after]],
      };
  }
}

export interface ShownRun {
  experimentId: string;
  runId: string;
  environment: string | null;
}

export interface NewestRun {
  experimentId: string;
  id: string;
  number: number;
  startedAt: Date;
  verdict: Verdict | null;
}

/**
 * The newest run of each experiment that says something about the shown one: a run in another environment or of another branch
 * doesn't contradict what was measured in this one, and a simulated run nothing that was measured.
 */
export function readNewestLike(tx: WorkspaceTx, shown: readonly ShownRun[]): Promise<NewestRun[]> {
  return tx.query<NewestRun>(
    `select e.id as "experimentId", newest.*
     from unnest($1::uuid[], $2::uuid[], $3::text[]) as shown (experiment_id, run_id, environment)
     join experiment e on e.id = shown.experiment_id
     left join run s on s.id = shown.run_id
     join lateral (
       select r.id, r.number, r.started_at as "startedAt", r.verdict from run r
       where r.experiment_id = e.id and r.published_at is not null and r.status <> 'receiving' and r.started_at is not null
         and r.is_evidence
         and r.environment is not distinct from shown.environment
         and (s.id is null or r.branch is not distinct from s.branch)
         and (not ${isSimulated("r")} or coalesce(${isSimulated("s")}, false))
       order by r.ran_at desc, r.published_at desc, r.number desc limit 1
     ) newest on true
     where ${LISTED}`,
    [
      shown.map(({ experimentId }) => experimentId),
      shown.map(({ runId }) => runId),
      shown.map(({ environment }) => environment),
    ],
  );
}
