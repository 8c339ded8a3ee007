import type { LabelKind } from "@headroom/core";
import type { RunLabelRow } from "../../cells/run-labels.ts";
import type { WorkspaceTx } from "../../workspace-tx.ts";
import { withSeriesName } from "../cells/name-of-series.ts";

const SORTS = {
  rank: "l.rank",
  label: "lower(s.label)",
  requests: "l.requests",
  errors: "l.errors",
  errorRate: "l.errors::float8 / nullif(l.requests, 0)",
  throughput: "l.throughput",
  items: "l.items",
  min: "l.min_us",
  mean: "l.mean_us",
  p50: "l.p50_us",
  p90: "l.p90_us",
  p95: "l.p95_us",
  p99: "l.p99_us",
  "p99.9": "l.p999_us",
  max: "l.max_us",
} as const;

export type LabelSort = keyof typeof SORTS;
export const LABEL_SORTS = Object.keys(SORTS) as readonly LabelSort[];

export interface LabelsInput {
  runId: string;
  /** Part of the label's name, whatever its case. */
  search?: string;
  kind?: LabelKind;
  sort?: LabelSort;
  direction?: "asc" | "desc";
  skip?: number;
  limit?: number;
}

export interface RunLabel extends RunLabelRow {
  label: string;
  kind: LabelKind;
}

export interface LabelsPage {
  labels: RunLabel[];
  /** How many match this search, on all pages. */
  total: number;
}

/** One page of a run's labels. Rows without a value come last in either direction. */
export async function readLabels(tx: WorkspaceTx, input: LabelsInput): Promise<LabelsPage> {
  const sort = SORTS[input.sort ?? "rank"];
  const direction = input.direction === "desc" ? "desc" : "asc";
  const rows = await tx.query<RunLabel & { total: number }>(
    `select s.label, s.label_kind as kind, l.series_id as "seriesId", l.rank, l.requests, l.errors, l.items, l.bytes,
       l.throughput, l.min_us as "minMicros", l.mean_us as "meanMicros", l.p50_us as "p50Micros",
       l.p90_us as "p90Micros", l.p95_us as "p95Micros", l.p99_us as "p99Micros", l.p999_us as "p999Micros",
       l.max_us as "maxMicros", l.finest_step as "finestStepSeconds"
     from run_label l ${withSeriesName("l")}
     ${WANTED}
     order by ${sort} ${direction} nulls last, l.rank, l.series_id
     limit $4 offset $5`,
    [...wanted(input), input.limit ?? 100, input.skip ?? 0],
  );
  const skipped = input.skip ?? 0;
  const isLast = rows.length < (input.limit ?? 100) && (rows.length > 0 || skipped === 0);
  if (isLast) return { labels: rows, total: skipped + rows.length };
  const [count] = await tx.query<{ total: number }>(
    `select count(*) as total from run_label l ${withSeriesName("l")} ${WANTED}`,
    wanted(input),
  );
  return { labels: rows, total: count?.total ?? 0 };
}

/** How many labels a run has of each kind, without empty kinds. */
export async function countLabelKinds(
  tx: WorkspaceTx,
  runId: string,
): Promise<{ kind: LabelKind; labels: number }[]> {
  return tx.query<{ kind: LabelKind; labels: number }>(
    `select s.label_kind as kind, count(*) as labels from run_label l ${withSeriesName("l")}
     where l.run_id = $1 group by s.label_kind order by min(l.rank)`,
    [runId],
  );
}

const WANTED = `where l.run_id = $1
  and ($2::text is null or position(lower($2) in lower(s.label)) > 0)
  and ($3::text is null or s.label_kind = $3)`;

function wanted({ runId, search, kind }: LabelsInput): [string, string | null, string | null] {
  return [runId, search === undefined || search === "" ? null : search, kind ?? null];
}
