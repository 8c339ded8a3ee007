import type { NewsEvidence, RunOutcome } from "@headroom/core";
import type { WorkspaceTx } from "../../workspace-tx.ts";
import { counts } from "../counts.ts";
import { isSimulated } from "../simulated.ts";
import { jsonObject } from "../typed-sql.ts";
import { LISTED } from "./catalog-filter.ts";

/** An experiment whose latest run that counts is worse than what there was before. */
export interface WorseExperiment {
  experiment: { id: string; name: string };
  service: { slug: string; name: string };
  run: { id: string; number: number };
  outcome: RunOutcome | null;
  /** Some labels were left out when it was uploaded. */
  someLabels: boolean;
  /** The outcome of the latest run of its environment and branch until then; null: none was judged. */
  before: RunOutcome | null;
  /** That one was judged by other targets: what got worse may be the promise and not the system. */
  otherTargets: boolean;
  /** A simulator made up the run, at least in part. */
  simulated: boolean;
}

export interface WorseSlo {
  id: string;
  name: string;
  service: { slug: string; name: string };
  state: "burning-slowly" | "burning-fast" | "spent";
  since: Date;
}

interface WorseInput {
  since: Date;
  most: number;
  /** Null: of anybody's experiments. */
  owner?: string | null;
}

/** From good to bad; what isn't judged isn't compared. */
const rank = (outcome: string) =>
  `case ${outcome} when 'holds' then 1 when 'no-change' then 1 when 'unsure' then 2 when 'regressed' then 3 when 'misses' then 4 end`;
const COMPLETE = "published_at is not null and status <> 'receiving' and is_evidence";
const LATEST = "order by ran_at desc, published_at desc, number desc limit 1";

/** The latest run of each experiment that counts, if it arrived since $1, and the one before it of its environment and branch. */
const NEW_AND_BEFORE = `
  from experiment e
  join service s on s.id = e.service_id
  join lateral (
    select id, number, published_at, outcome, target_set_id, environment, branch, label_filter, ${isSimulated("run")} as simulated
    from run where experiment_id = e.id and ${COMPLETE} and ${counts("run", "e")} ${LATEST}
  ) r on r.published_at > $1
  left join lateral (
    select outcome, target_set_id from run
    where experiment_id = e.id and ${COMPLETE} and published_at <= $1 and environment is not distinct from r.environment
      and branch is not distinct from r.branch and ${isSimulated("run")} = r.simulated ${LATEST}
  ) b on true
  where ${LISTED}`;

const EXPERIMENT = jsonObject<WorseExperiment["experiment"]>({ id: "e.id", name: "e.name" });
const RUN = jsonObject<WorseExperiment["run"]>({ id: "r.id", number: "r.number" });
const SERVICE = jsonObject<WorseExperiment["service"]>({ slug: "s.slug", name: "s.name" });

/** The experiments whose latest run that counts arrived since then and is worse than the one before of its environment and branch, latest first. */
export async function readWorseExperiments(
  tx: WorkspaceTx,
  { since, most, owner = null }: WorseInput,
): Promise<{ worse: WorseExperiment[]; total: number }> {
  const rows = await tx.query<WorseExperiment & { total: number }>(
    `select ${EXPERIMENT} as experiment,
       ${SERVICE} as service,
       ${RUN} as run, r.outcome, r.label_filter is not null as "someLabels", b.outcome as before,
       r.target_set_id is distinct from b.target_set_id as "otherTargets", r.simulated, (count(*) over ())::int as total
     ${NEW_AND_BEFORE} and (${rank("r.outcome")} > ${rank("b.outcome")} or r.outcome = 'regressed')
       and ($3::text is null or lower(e.owner) = lower($3))
     order by ${rank("r.outcome")} desc nulls last, r.published_at desc, e.id
     limit $2`,
    [since, most, owner],
  );
  return { worse: rows.map(({ total: _all, ...one }) => one), total: rows[0]?.total ?? 0 };
}

/** After that long without traffic, or without a check, nobody knows how an SLO is doing. */
const KNOWN_HOURS = { traffic: 24, check: 1 };

/** How much there is to tell from whether something got worse since then. */
export async function readNewsEvidence(
  tx: WorkspaceTx,
  { since, now }: { since: Date; now: Date },
): Promise<NewsEvidence> {
  const [runs] = await tx.query<Omit<NewsEvidence, "slos">>(
    `with arrived as (
       select r.experiment_id, ${isSimulated("r")} as simulated
       from run r join experiment e on e.id = r.experiment_id
       where ${LISTED} and r.published_at > $1 and r.status <> 'receiving' and r.is_evidence
     ), latest as (
       select r.outcome, ${rank("r.outcome")} is not null and ${rank("b.outcome")} is not null as compared
       ${NEW_AND_BEFORE}
     )
     select a.*, l.* from
       (select count(*)::int as runs, (count(*) filter (where simulated))::int as "simulatedRuns",
          count(distinct experiment_id)::int as experiments from arrived) a,
       (select (count(*) filter (where compared))::int as compared,
          (count(*) filter (where outcome = 'misses'))::int as missed from latest) l`,
    [since],
  );
  const [slos] = await tx.query<NewsEvidence["slos"]>(
    `select count(*)::int as watched,
       (count(*) filter (where a.state is not null and a.checked_at > $2::timestamptz - make_interval(hours => $4)
          and t.last_at > $2::timestamptz - make_interval(hours => $3)))::int as known,
       (count(*) filter (where a.state <> 'ok' and a.state_at > $1))::int as worse,
       (count(*) filter (where a.state <> 'ok' and a.state_at <= $1))::int as "stillBurning",
       (count(*) filter (where t.simulated_to > $1))::int as simulated
     from slo_alert a join slo o on o.id = a.slo_id left join traffic t on t.service_id = o.service_id`,
    [since, now, KNOWN_HOURS.traffic, KNOWN_HOURS.check],
  );
  const none = { watched: 0, known: 0, worse: 0, stillBurning: 0, simulated: 0 };
  return { ...(runs ?? NO_RUNS), slos: slos ?? none };
}

const NO_RUNS = { runs: 0, simulatedRuns: 0, experiments: 0, compared: 0, missed: 0 };

/** The SLOs with alerts whose error budget has been burning since a moment after that. */
export function readWorseSlos(tx: WorkspaceTx, { since, most }: WorseInput): Promise<WorseSlo[]> {
  return tx.query<WorseSlo>(
    `select o.id, o.name, ${SERVICE} as service,
       a.state, a.state_at as since
     from slo_alert a
     join slo o on o.id = a.slo_id
     join service s on s.id = o.service_id
     where a.state in ('burning-slowly', 'burning-fast', 'spent') and a.state_at > $1
     order by a.state_at desc, o.id limit $2`,
    [since, most],
  );
}
