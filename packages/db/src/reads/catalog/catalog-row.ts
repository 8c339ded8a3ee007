import type {
  Comparator,
  FigureId,
  FigureRange,
  LevelChange,
  RunOutcome,
  RunStatus,
  Verdict,
} from "@headroom/core";
import { counts, newerElsewhere } from "../counts.ts";
import type { NewerRun } from "../counts.ts";
import { CHANGES_OF_LATEST } from "./experiment-lines.ts";
import { EXPECTED_OF_RUN, JUDGED } from "../run-load.ts";
import { columnsOf, jsonObject } from "../typed-sql.ts";

/** The judged values: from the steady phase if there is one. */
export interface CatalogRun {
  id: string;
  number: number;
  status: RunStatus;
  tool: string | null;
  startedAt: Date | null;
  publishedAt: Date;
  /** When it started; when it was uploaded, if no one knows. */
  ranAt: Date;
  verdict: Verdict | null;
  outcome: RunOutcome | null;
  /** Some labels were left out when it was uploaded. */
  someLabels: boolean;
  requests: number | null;
  errorRate: number | null;
  throughput: number | null;
  p50Ms: number | null;
  p95Ms: number | null;
  p99Ms: number | null;
  /** What it lies between, without a single value. */
  p99RangeMs: FigureRange | null;
  /** The error rate is a lower bound. */
  errorsAtLeast: true | null;
}

/** The metrics whose targets the catalog shows beside their values. */
const TARGET_METRICS = ["throughput", "p99"] as const satisfies readonly FigureId[];

/** How a target for all requests judged the latest run. */
export interface CatalogTarget {
  metric: (typeof TARGET_METRICS)[number];
  comparator: Comparator;
  threshold: number;
  unit: string;
  verdict: Verdict;
}

export interface CatalogLatest {
  commit: string | null;
  environment: string | null;
  grade: "A" | "B" | "C" | "D" | null;
  /** Requests of all parts. */
  requests: number | null;
  /** By its own load. */
  expectedRequests: number | null;
  /** Of throughput and p99, whatever the load. */
  targets: CatalogTarget[];
}

export interface CatalogEntry {
  id: string;
  slug: string;
  name: string;
  groupName: string | null;
  tags: string[];
  owner: string | null;
  representsPeak: boolean;
  /** Null: nobody said. */
  constantLoad: boolean | null;
  /** Rate x generators x duration; null if the workload doesn't say. */
  expectedRequests: number | null;
  testedCapacity: number | null;
  service: { id: string; slug: string; name: string };
  runsTotal: number;
  /** The latest complete run that counts: of the default branch, of none, or any if there are no such runs. */
  latest: CatalogLatest | null;
  /** Complete runs that count, newest first, at most eight; the first is the latest run. */
  recentRuns: CatalogRun[];
  newer: NewerRun | null;
  /** What the latest run shows of the level of the default branch, the change to name first at first. */
  changes: LevelChange[];
}

/** An entry as it is read: JSON has no dates. */
export interface CatalogRow extends Omit<CatalogEntry, "recentRuns"> {
  recentRuns: ReadRun[];
}

interface ReadRun extends Omit<CatalogRun, "startedAt" | "publishedAt" | "ranAt"> {
  startedAt: string | null;
  publishedAt: string;
  ranAt: string;
}

const RECENT_RUNS = 8;

const RUN = jsonObject<ReadRun>({
  id: "r.id",
  number: "r.number",
  status: "r.status",
  tool: "r.tool",
  verdict: "r.verdict",
  outcome: "r.outcome",
  someLabels: "r.label_filter is not null",
  startedAt: "r.started_at",
  publishedAt: "r.published_at",
  ranAt: "r.ran_at",
  requests: "judged.figures -> 'requests'",
  errorRate: "judged.figures -> 'errorRate'",
  throughput: "judged.figures -> 'throughput'",
  p50Ms: "judged.figures -> 'latencyMs' -> 'p50'",
  p95Ms: "judged.figures -> 'latencyMs' -> 'p95'",
  p99Ms: "judged.figures -> 'latencyMs' -> 'p99'",
  p99RangeMs: "judged.figures -> 'latencyIntervalsMs' -> 'p99'",
  errorsAtLeast: "judged.figures -> 'errorsAtLeast'",
});

const TARGET = jsonObject<CatalogTarget>({
  metric: "v.metric",
  comparator: "v.comparator",
  threshold: "v.threshold",
  unit: "v.unit",
  verdict: "v.verdict",
});

// What was judged under a load ("at 600 users") is about other moments than these figures.
const TARGETS = `(
  select coalesce(jsonb_agg(${TARGET} order by v.position), '[]')
  from run_verdict v where v.run_id = r.id and v.label is null and not v.under_load
    and v.metric in (${TARGET_METRICS.map((metric) => `'${metric}'`).join(", ")})
)`;

const LATEST = jsonObject<CatalogLatest>({
  commit: "r.commit_sha",
  environment: "r.environment",
  grade: "r.proof -> 'grade'",
  requests: "r.summary -> 'requests'",
  expectedRequests: EXPECTED_OF_RUN,
  targets: TARGETS,
});

/** What a row of the catalog shows of `e`, an experiment, and `s`, its service. */
export const CATALOG_ROW = {
  columns: columnsOf<CatalogRow>({
    id: "e.id",
    slug: "e.slug",
    name: "e.name",
    groupName: "e.group_name",
    tags: "e.tags",
    owner: "e.owner",
    representsPeak: "e.represents_peak",
    constantLoad: "e.constant_load",
    expectedRequests: "e.rate_per_generator * e.generators * e.duration_seconds",
    testedCapacity: "e.tested_capacity",
    service: jsonObject<CatalogEntry["service"]>({ id: "s.id", slug: "s.slug", name: "s.name" }),
    runsTotal: "e.runs_total",
    latest: "latest.run",
    recentRuns: "coalesce(recent.runs, '[]')",
    newer: newerElsewhere("e"),
    changes: CHANGES_OF_LATEST,
  }),
  joins: `left join lateral (
      select ${LATEST} as run
      from run r where r.id = e.latest_run_id
    ) latest on true
    left join lateral (
      select jsonb_agg(shown order by ran_at desc, published_at desc, number desc) as runs
      from (
        select r.ran_at, r.published_at, r.number, ${RUN} as shown
        from (
          select r.* from run r
          where r.experiment_id = e.id and r.published_at is not null and r.status <> 'receiving'
            and ${counts("r", "e")}
          order by r.ran_at desc, r.published_at desc, r.number desc limit ${RECENT_RUNS}
        ) r cross join lateral (select ${JUDGED} as figures offset 0) judged
      ) newest
    ) recent on true`,
} as const;
