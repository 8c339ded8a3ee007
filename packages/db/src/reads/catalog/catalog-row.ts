import { counts, newerElsewhere } from "../counts.ts";

const RECENT_RUNS = 8;
const JUDGED = "coalesce(r.steady -> 'summary', r.summary)";

const FIGURES = `jsonb_build_object(
  'id', r.id, 'number', r.number, 'status', r.status, 'tool', r.tool, 'verdict', r.verdict,
  'startedAt', r.started_at, 'publishedAt', r.published_at, 'ranAt', r.ran_at,
  'requests', ${JUDGED} -> 'requests', 'errorRate', ${JUDGED} -> 'errorRate',
  'throughput', ${JUDGED} -> 'throughput', 'p50Ms', ${JUDGED} -> 'latencyMs' -> 'p50',
  'p95Ms', ${JUDGED} -> 'latencyMs' -> 'p95', 'p99Ms', ${JUDGED} -> 'latencyMs' -> 'p99',
  'p99RangeMs', ${JUDGED} -> 'latencyIntervalsMs' -> 'p99', 'errorsAtLeast', ${JUDGED} -> 'errorsAtLeast'
)`;

// A target under a load ("at 600 users") was judged at other moments than these figures.
const TARGETS = `(
  select coalesce(jsonb_agg(jsonb_build_object('metric', v.metric, 'comparator', v.comparator,
    'threshold', v.threshold, 'unit', v.unit, 'verdict', v.verdict) order by v.position), '[]')
  from run_verdict v where v.run_id = r.id and v.label is null and v.metric in ('throughput', 'p99')
    and v.text not like '% at %'
)`;

/** What a row of the catalog shows of `e`, an experiment, and `s`, its service. */
export const CATALOG_ROW = {
  columns: `e.id, e.slug, e.name, e.group_name as "groupName", e.tags, e.owner,
    e.represents_peak as "representsPeak",
    e.rate_per_generator * e.generators * e.duration_seconds as "expectedRequests",
    e.tested_capacity as "testedCapacity",
    jsonb_build_object('id', s.id, 'slug', s.slug, 'name', s.name) as service,
    e.runs_total as "runsTotal", latest.run as latest, coalesce(recent.runs, '[]') as "recentRuns",
    ${newerElsewhere("e")} as newer`,
  joins: `left join lateral (
      select jsonb_build_object('commit', r.commit_sha, 'environment', r.environment,
        'grade', r.proof -> 'grade', 'requests', r.summary -> 'requests', 'targets', ${TARGETS}) as run
      from run r where r.id = e.latest_run_id
    ) latest on true
    left join lateral (
      select jsonb_agg(figures order by ran_at desc, published_at desc, number desc) as runs
      from (
        select r.ran_at, r.published_at, r.number, ${FIGURES} as figures
        from run r
        where r.experiment_id = e.id and r.published_at is not null and r.status <> 'receiving'
          and ${counts("r", "e")}
        order by r.ran_at desc, r.published_at desc, r.number desc limit ${RECENT_RUNS}
      ) newest
    ) recent on true`,
} as const;
