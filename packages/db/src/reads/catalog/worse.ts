import type { Verdict } from "@headroom/core";
import type { WorkspaceTx } from "../../workspace-tx.ts";
import { LISTED } from "./catalog-filter.ts";

/** An experiment whose latest run is worse than what there was before. */
export interface WorseExperiment {
  experiment: { id: string; name: string };
  service: { slug: string; name: string };
  run: { id: string; number: number };
  verdict: Verdict | null;
  /** The verdict of the latest run of its environment and branch until then; null: none was judged. */
  before: Verdict | null;
  /** It surely regressed from the experiment's baseline. */
  regressed: boolean;
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
}

/** Met is better than unsure, which is better than missed; other verdicts aren't compared. */
const rank = (verdict: string) =>
  `case ${verdict} when 'met' then 1 when 'unsure' then 2 when 'missed' then 3 end`;
const COMPLETE = "published_at is not null and status <> 'receiving'";
const SIMULATED = `(warnings @> '[{"code": "traffic-simulated"}]' or warnings @> '[{"code": "traffic-partly-simulated"}]')`;
const LATEST = "order by ran_at desc, published_at desc, number desc limit 1";

/** The experiments whose latest run arrived since then and is worse than the one before of its environment and branch, latest first. */
export async function readWorseExperiments(
  tx: WorkspaceTx,
  { since, most }: WorseInput,
): Promise<{ worse: WorseExperiment[]; total: number }> {
  const rows = await tx.query<WorseExperiment & { total: number }>(
    `select jsonb_build_object('id', e.id, 'name', e.name) as experiment,
       jsonb_build_object('slug', s.slug, 'name', s.name) as service,
       jsonb_build_object('id', r.id, 'number', r.number) as run, r.verdict, b.verdict as before, r.regressed, (count(*) over ())::int as total
     from experiment e
     join service s on s.id = e.service_id
     join lateral (
       select id, number, published_at, verdict, environment, branch, ${SIMULATED} as simulated,
         coalesce(comparison #>> '{verdict,verdict}' = 'regressed', false) as regressed
       from run where experiment_id = e.id and ${COMPLETE} ${LATEST}
     ) r on r.published_at > $1
     left join lateral (
       select verdict from run
       where experiment_id = e.id and ${COMPLETE} and published_at <= $1 and environment is not distinct from r.environment
         and branch is not distinct from r.branch and ${SIMULATED} = r.simulated ${LATEST}
     ) b on true
     where ${LISTED} and (${rank("r.verdict")} > ${rank("b.verdict")} or r.regressed)
     order by ${rank("r.verdict")} desc nulls last, r.published_at desc, e.id
     limit $2`,
    [since, most],
  );
  return { worse: rows.map(({ total: _all, ...one }) => one), total: rows[0]?.total ?? 0 };
}

/** The SLOs with alerts whose error budget has been burning since a moment after that. */
export function readWorseSlos(tx: WorkspaceTx, { since, most }: WorseInput): Promise<WorseSlo[]> {
  return tx.query<WorseSlo>(
    `select o.id, o.name, jsonb_build_object('slug', s.slug, 'name', s.name) as service,
       a.state, a.state_at as since
     from slo_alert a
     join slo o on o.id = a.slo_id
     join service s on s.id = o.service_id
     where a.state in ('burning-slowly', 'burning-fast', 'spent') and a.state_at > $1
     order by a.state_at desc, o.id limit $2`,
    [since, most],
  );
}
