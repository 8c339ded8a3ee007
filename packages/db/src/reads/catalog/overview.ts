import type { FigureRange, RunOutcome, RunStatus } from "@headroom/core";
import type { WorkspaceTx } from "../../workspace-tx.ts";
import { otherBranch, setAsideOf } from "../counts.ts";
import type { SetAside } from "../counts.ts";
import { JUDGED } from "../run-load.ts";
import { jsonObject } from "../typed-sql.ts";
import { CATALOG_STATES, LISTED, STATE } from "./catalog-filter.ts";
import type { CatalogState } from "./catalog-filter.ts";

export interface ServiceOverview {
  id: string;
  slug: string;
  name: string;
  experiments: number;
  /** The latest outcomes of its experiments. */
  counts: Record<CatalogState, number>;
  runsTotal: number;
  latestAt: Date | null;
  /** Its newest second of live traffic; null: it has sent none. */
  heardAt: Date | null;
  /** Experiments that represent the peak, whoever owns them. */
  peaks: number;
}

export interface LatestRunOverview {
  id: string;
  number: number;
  outcome: RunOutcome | null;
  /** Some labels were left out when it was uploaded. */
  someLabels: boolean;
  status: Exclude<RunStatus, "receiving">;
  publishedAt: Date;
  ranAt: Date;
  environment: string | null;
  /** Its branch, if runs of it don't count for the service. */
  otherBranch: string | null;
  commit: string | null;
  throughput: number | null;
  p99Ms: number | null;
  p99RangeMs: FigureRange | null;
  experiment: { id: string; name: string };
  service: { slug: string; name: string };
  setAside: SetAside | null;
}

export interface Overview {
  services: ServiceOverview[];
  servicesTotal: number;
  latestRuns: LatestRunOverview[];
}

export interface OverviewInput {
  /** Null: all of them. */
  serviceId: string | null;
  /** Of the experiments that count; null: of anybody. */
  owner?: string | null;
  services: number;
  runs: number;
}

/** All services, tested or not, by what ran last, and the newest complete runs. */
export async function readOverview(tx: WorkspaceTx, input: OverviewInput): Promise<Overview> {
  const services = await readServices(tx, input);
  return {
    services: services.map(({ total: _all, ...service }) => service),
    servicesTotal: services[0]?.total ?? 0,
    latestRuns: await readLatestRuns(tx, input),
  };
}

function readServices(
  tx: WorkspaceTx,
  { serviceId, owner = null, services }: OverviewInput,
): Promise<(ServiceOverview & { total: number })[]> {
  const inState = (state: CatalogState) => `'${state}', count(e.id) filter (where ${STATE} = '${state}')`;
  return tx.query(
    `select s.id, s.slug, s.name, count(e.id)::int as experiments,
       jsonb_build_object(${CATALOG_STATES.map(inState).join(", ")}) as counts,
       coalesce(sum(e.runs_total), 0)::int as "runsTotal", max(e.latest_at) as "latestAt",
       (select t.last_at from traffic t where t.service_id = s.id) as "heardAt",
       (select count(*)::int from experiment e where e.service_id = s.id and ${LISTED} and e.represents_peak) as peaks,
       (count(*) over ())::int as total
     from service s
     left join experiment e on e.service_id = s.id and ${LISTED} and ($3::text is null or lower(e.owner) = lower($3))
     where not s.provisional and ($1::uuid is null or s.id = $1) and ($3::text is null or e.id is not null)
     group by s.id order by max(e.latest_at) desc nulls last, lower(s.name), s.id limit $2`,
    [serviceId, services, owner],
  );
}

const EXPERIMENT = jsonObject<LatestRunOverview["experiment"]>({ id: "e.id", name: "e.name" });
const SERVICE = jsonObject<LatestRunOverview["service"]>({ slug: "s.slug", name: "s.name" });

function readLatestRuns(tx: WorkspaceTx, { serviceId, runs }: OverviewInput): Promise<LatestRunOverview[]> {
  return tx.query(
    `select r.id, r.number, r.outcome, r.label_filter is not null as "someLabels", r.status, r.published_at as "publishedAt", r.ran_at as "ranAt", r.environment,
       ${otherBranch("r", "e")} as "otherBranch", r.commit_sha as commit, (${JUDGED} ->> 'throughput')::double precision as throughput,
       (${JUDGED} -> 'latencyMs' ->> 'p99')::double precision as "p99Ms",
       ${JUDGED} -> 'latencyIntervalsMs' -> 'p99' as "p99RangeMs",
       ${EXPERIMENT} as experiment,
       ${SERVICE} as service, ${setAsideOf("r")} as "setAside"
     from (
       select * from run where published_at is not null and status <> 'receiving' and ($1::uuid is null or service_id = $1)
       order by ran_at desc, published_at desc, number desc, id limit $2 * 4
     ) r
     join experiment e on e.id = r.experiment_id join service s on s.id = e.service_id
     where ${LISTED}
     order by r.ran_at desc, r.published_at desc, r.number desc, r.id limit $2`,
    [serviceId, runs],
  );
}
