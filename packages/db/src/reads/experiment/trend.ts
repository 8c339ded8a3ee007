import { isCost } from "@headroom/core";
import type { ErrorsBy, FigureRange, RunOutcome, RunStatus, TrendMetric, Verdict } from "@headroom/core";
import type { WorkspaceTx } from "../../workspace-tx.ts";
import { otherBranch, setAsideOf } from "../counts.ts";
import type { SetAside } from "../counts.ts";
import { JUDGED, LOADS, isOfOtherLoad } from "../run-load.ts";
import type { LoadsRead } from "../run-load.ts";
import { jsonObject } from "../typed-sql.ts";

export interface TrendReadInput {
  experimentId: string;
  /** This run alone. */
  runId?: string;
  metric: TrendMetric;
  /** Of costs: runs whose price is in another have no value. */
  currency: string | null;
  /** Null: all requests, in the judged window. A label's values cover the whole run. */
  label: string | null;
  branch: string | null;
  environment: string | null;
  /** The first and the last moment at which a run may have started; null: any. */
  from: Date | null;
  to: Date | null;
  limit: number;
}

export interface TrendRun {
  id: string;
  number: number;
  /** When it started, or when it was published if its source doesn't say. */
  at: Date;
  commit: string | null;
  branch: string | null;
  environment: string | null;
  version: string | null;
  verdict: Verdict | null;
  outcome: RunOutcome | null;
  status: Exclude<RunStatus, "receiving">;
  tool: string | null;
  /** It was meant to send another load than its experiment defines. */
  otherLoad: boolean;
  /** Milliseconds, per second, or a share; null: the run doesn't have it. */
  value: number | null;
  /** Where the value isn't exactly known. */
  range: FigureRange | null;
  /** What its errors were counted by; null: it makes no difference, or isn't known. */
  errorsBy: ErrorsBy | null;
  setAside: SetAside | null;
  /** Its branch isn't one whose runs count for the experiment. */
  isOfOtherBranch: boolean;
}

const CURRENCY = "split_part(split_part(r.price, ' ', 2), '/', 1)";
const latency = (name: string) => `(${JUDGED} -> 'latencyMs' ->> '${name}')::float8`;

const OF_RUN: Record<TrendMetric, string> = {
  mean: latency("mean"),
  p50: latency("p50"),
  p90: latency("p90"),
  p95: latency("p95"),
  p99: latency("p99"),
  "p99.9": latency("p99.9"),
  throughput: `(${JUDGED} ->> 'throughput')::float8`,
  items: `(${JUDGED} ->> 'items')::float8 / nullif((${JUDGED} ->> 'durationSeconds')::float8, 0)`,
  "error-rate": `(${JUDGED} ->> 'errorRate')::float8`,
  cost: costOf(`(${JUDGED} ->> 'throughput')::float8`),
  "cost-items": costOf(
    `(${JUDGED} ->> 'items')::float8 / nullif((${JUDGED} ->> 'durationSeconds')::float8, 0)`,
  ),
};

/** As `costOf` in core computes it: the price divided by what succeeded in the same time. */
function costOf(perSecond: string): string {
  const price = `split_part(r.price, ' ', 1)::float8 / case when r.price like '%/h' then 3600 else 1 end`;
  const succeeded = `(${perSecond}) * (1 - coalesce((${JUDGED} ->> 'errorRate')::float8, 0))`;
  return `case when ${CURRENCY} = $8 then 1e6 * (${price}) / nullif(greatest(${succeeded}, 0), 0) end`;
}

const rangeFrom = (low: string) => jsonObject<FigureRange>({ low, high: "null" });

/** Where a source doesn't report all failed requests. */
function atLeastCost(cost: string): string {
  const isAtLeast = `${JUDGED} ->> 'errorRate' is null or coalesce((${JUDGED} -> 'errorsAtLeast')::boolean, false)`;
  return `case when (${cost}) is not null and (${isAtLeast})
     then ${rangeFrom(cost)} end`;
}

const latencyRange = (name: string) => `${JUDGED} -> 'latencyIntervalsMs' -> '${name}'`;
const atLeast = (rate: string) =>
  `case when (${JUDGED} -> 'errorsAtLeast')::boolean and ${rate} is not null
     then ${rangeFrom(rate)} end`;

const RANGE_OF_RUN: Partial<Record<TrendMetric, string>> = {
  p50: latencyRange("p50"),
  p90: latencyRange("p90"),
  p95: latencyRange("p95"),
  p99: latencyRange("p99"),
  "p99.9": latencyRange("p99.9"),
  "error-rate": atLeast(OF_RUN["error-rate"]),
  cost: atLeastCost(OF_RUN.cost),
  "cost-items": atLeastCost(OF_RUN["cost-items"]),
};

const OF_LABEL: Record<TrendMetric, string> = {
  mean: "l.mean_us / 1000",
  p50: "l.p50_us / 1000",
  p90: "l.p90_us / 1000",
  p95: "l.p95_us / 1000",
  p99: "l.p99_us / 1000",
  "p99.9": "l.p999_us / 1000",
  throughput: "l.throughput",
  items: "l.throughput * l.items / nullif(l.requests, 0)",
  "error-rate": "l.errors::float8 / nullif(l.requests, 0)",
  // Nobody pays for one label.
  cost: "null::float8",
  "cost-items": "null::float8",
};

/** Labels are stored without ranges of their percentiles. */
const RANGE_OF_LABEL: Partial<Record<TrendMetric, string>> = {
  "error-rate": atLeast(OF_LABEL["error-rate"]),
};

/** The complete runs of an experiment with one metric each, oldest first; if there are more than `limit`, the newest. */
export async function readTrend(tx: WorkspaceTx, input: TrendReadInput): Promise<TrendRun[]> {
  const { experimentId, runId = null, metric, currency, label, branch, environment, from, to, limit } = input;
  const rows = await tx.query<Omit<TrendRun, "otherLoad"> & { loads: LoadsRead }>(
    `select r.id, r.number, coalesce(r.started_at, r.published_at) as at, r.commit_sha as commit, r.branch,
       r.environment, r.configuration ->> 'version' as version, r.verdict, r.outcome, r.status, r.tool,
       ${label === null ? OF_RUN[metric] : OF_LABEL[metric]} as value,
       ${(label === null ? RANGE_OF_RUN : RANGE_OF_LABEL)[metric] ?? "null::jsonb"} as range,
       case when r.codes -> 'server' <> 'null'::jsonb then r.codes ->> 'countedBy' end as "errorsBy",
       ${setAsideOf("r")} as "setAside", ${otherBranch("r", "e")} is not null as "isOfOtherBranch", ${LOADS} as loads
     from run r join experiment e on e.id = r.experiment_id
     ${label === null ? "" : JOIN_LABEL}
     where r.experiment_id = $1 and r.published_at is not null and r.status <> 'receiving'
       and ($2::text is null or r.branch = $2) and ($3::text is null or r.environment = $3)
       and ($4::timestamptz is null or coalesce(r.started_at, r.published_at) >= $4)
       and ($5::timestamptz is null or coalesce(r.started_at, r.published_at) <= $5)
       and ($6::uuid is null or r.id = $6)
     order by coalesce(r.started_at, r.published_at) desc, r.number desc
     limit $7`,
    [
      experimentId,
      branch,
      environment,
      from,
      to,
      runId,
      limit,
      ...(label !== null ? [label] : isCost(metric) ? [currency] : []),
    ],
  );
  return rows.toReversed().map(({ loads, ...run }) => ({ ...run, otherLoad: isOfOtherLoad(loads) }));
}

const JOIN_LABEL = `left join series s on s.run_id = r.id and s.kind = 'requests'
       and s.label = $8 and s.label_kind = 'request'
     left join run_label l on l.run_id = r.id and l.series_id = s.id`;

export interface TrendFacets {
  runs: number;
  branches: string[];
  environments: string[];
  /** Of prices, that of the newest run first. */
  currencies: string[];
}

const MAX_CHOICES = 200;

/** What distinguishes the runs of an experiment. */
export async function readTrendFacets(tx: WorkspaceTx, experimentId: string): Promise<TrendFacets> {
  const [row] = await tx.query<{ [Facet in keyof TrendFacets]: TrendFacets[Facet] | null }>(
    `select count(*) as runs, array_agg(distinct branch) filter (where branch is not null) as branches,
       array_agg(distinct environment) filter (where environment is not null) as environments,
       (select array_agg(priced.currency order by priced.latest desc) from (
          select ${CURRENCY} as currency, max(coalesce(r.started_at, r.published_at)) as latest
          from run r
          where r.experiment_id = $1 and r.published_at is not null and r.status <> 'receiving' and r.price is not null
          group by 1
        ) priced) as currencies
     from run where experiment_id = $1 and published_at is not null and status <> 'receiving'`,
    [experimentId],
  );
  return {
    runs: row?.runs ?? 0,
    branches: (row?.branches ?? []).slice(0, MAX_CHOICES),
    environments: (row?.environments ?? []).slice(0, MAX_CHOICES),
    currencies: (row?.currencies ?? []).slice(0, MAX_CHOICES),
  };
}
