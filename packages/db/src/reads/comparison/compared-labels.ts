import type { ComparableFigures, LabelKind } from "@headroom/core";
import type { WorkspaceTx } from "../../workspace-tx.ts";
import { withSeriesName } from "../cells/name-of-series.ts";
import type { LabelSeries } from "../cells/label-windows.ts";
import type { LabelName } from "../cells/stored-series.ts";

export interface ComparedLabelsInput {
  runIds: readonly string[];
  /** How many of the busiest labels of each run to consider. */
  busiest: number;
}

/** A label of one run, over the whole run. */
export interface ComparedLabel extends LabelSeries {
  runId: string;
  label: string;
  kind: LabelKind;
  rank: number;
  requests: number;
  errors: number | null;
  items: number;
  throughput: number | null;
  meanMicros: number | null;
  p50Micros: number | null;
  p90Micros: number | null;
  p95Micros: number | null;
  p99Micros: number | null;
  p999Micros: number | null;
  /** Of percentiles that have no single value, where they are read from cells. */
  latencyIntervalsMs?: ComparableFigures["latencyIntervalsMs"];
}

/**
 * The busiest labels of some runs, each with its metrics in all of them: a label that is missing here for a run isn't in
 * that run, however far down its list.
 */
export function readComparedLabels(
  tx: WorkspaceTx,
  { runIds, busiest }: ComparedLabelsInput,
): Promise<ComparedLabel[]> {
  return tx.query<ComparedLabel>(
    `with wanted as materialized (
       select distinct s.label, s.label_kind
       from run_label l ${withSeriesName("l")}
       where l.run_id = any($1::uuid[]) and l.rank <= $2
     )
     ${FIGURES}`,
    [[...runIds], busiest],
  );
}

export interface LonelyLabelsInput {
  before: readonly string[];
  after: readonly string[];
  /** Runs whose figures of these labels are read, too. */
  beside: readonly string[];
  /** How many labels: those with the most requests. */
  most: number;
}

/** The labels that only one side has, whichever of its runs, with their figures in all of these runs. */
export function readLonelyLabels(
  tx: WorkspaceTx,
  { before, after, beside, most }: LonelyLabelsInput,
): Promise<ComparedLabel[]> {
  return tx.query<ComparedLabel>(
    `with wanted as materialized (
       select s.label, s.label_kind
       from run_label l ${withSeriesName("l")}
       where l.run_id = any($2::uuid[]) or l.run_id = any($3::uuid[])
       group by s.label, s.label_kind
       having bool_and(l.run_id = any($2::uuid[])) or bool_and(l.run_id = any($3::uuid[]))
       order by sum(l.requests) desc, s.label
       limit $4
     )
     ${FIGURES}`,
    [[...new Set([...before, ...after, ...beside])], [...before], [...after], most],
  );
}

export interface LabelTotalsInput {
  /** A label counts if all of these runs have it. */
  before: readonly string[];
  after: readonly string[];
  /** Further runs of the first side, whether they have it or not. */
  level: readonly string[];
}

/** A label over the whole runs of two sides, in one row. Latencies are means of their logarithms. */
export interface LabelTotalsRead {
  label: string;
  kind: LabelKind;
  runsBefore: number;
  requestsBefore: number;
  errorsBefore: number | null;
  p50Before: number | null;
  p90Before: number | null;
  p99Before: number | null;
  /** How the logarithms vary from run to run; null: there is one run. */
  p50Varies: number | null;
  p90Varies: number | null;
  p99Varies: number | null;
  runsAfter: number;
  requestsAfter: number;
  errorsAfter: number | null;
  p50After: number | null;
  p90After: number | null;
  p99After: number | null;
}

/** All labels that both sides have, however many. */
export function readTotalsOfLabels(
  tx: WorkspaceTx,
  { before, after, level }: LabelTotalsInput,
): Promise<LabelTotalsRead[]> {
  const logs = (column: string, name: string) =>
    `avg(${column}) filter (where not o.is_after) as "${name}Before",
     var_samp(${column}) filter (where not o.is_after) as "${name}Varies",
     avg(${column}) filter (where o.is_after) as "${name}After"`;
  const sums = (column: string, name: string) =>
    `case when bool_and(o.${column} is not null) then sum(o.${column}) filter (where not o.is_after) end::float8 as "${name}Before",
     case when bool_and(o.${column} is not null) then sum(o.${column}) filter (where o.is_after) end::float8 as "${name}After"`;
  return tx.query<LabelTotalsRead>(
    `with own as (
       select s.label, s.label_kind, l.run_id = any($2::uuid[]) as is_after, not l.run_id = any($3::uuid[]) as is_side,
         l.requests, l.errors, ln(nullif(l.p50_us, 0)) as p50, ln(nullif(l.p90_us, 0)) as p90, ln(nullif(l.p99_us, 0)) as p99
       from run_label l ${withSeriesName("l")}
       where l.run_id = any($1::uuid[]) or l.run_id = any($2::uuid[]) or l.run_id = any($3::uuid[])
     )
     select o.label, o.label_kind as kind, (count(*) filter (where not o.is_after))::int as "runsBefore",
       (count(*) filter (where o.is_after))::int as "runsAfter",
       ${sums("requests", "requests")}, ${sums("errors", "errors")},
       ${logs("o.p50", "p50")}, ${logs("o.p90", "p90")}, ${logs("o.p99", "p99")}
     from own o
     group by o.label, o.label_kind
     having count(*) filter (where o.is_side) = $4`,
    [[...before], [...after], [...level], before.length + after.length],
  );
}

/** How many labels each of these runs has. */
export async function readLabelCounts(
  tx: WorkspaceTx,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.query<{ id: string; labels: number }>(
    `select asked.id, last.rank as labels
     from unnest($1::uuid[]) as asked (id)
     cross join lateral (select l.rank from run_label l where l.run_id = asked.id order by l.rank desc limit 1) last`,
    [[...runIds]],
  );
  return new Map(rows.map(({ id, labels }) => [id, labels]));
}

/** The named labels of some runs. */
export function readNamedLabels(
  tx: WorkspaceTx,
  { runIds, labels }: { runIds: readonly string[]; labels: readonly LabelName[] },
): Promise<ComparedLabel[]> {
  return tx.query<ComparedLabel>(
    `with wanted as materialized (select * from unnest($2::text[], $3::text[]) as w (label, label_kind))
     ${FIGURES}`,
    [[...runIds], labels.map(({ name }) => name), labels.map(({ kind }) => kind)],
  );
}

const FIGURES = `select l.run_id as "runId", l.series_id as "seriesId", l.finest_step as "finestStepSeconds", s.label, s.label_kind as kind, l.rank, l.requests, l.errors, l.items, l.throughput,
       l.mean_us as "meanMicros", l.p50_us as "p50Micros", l.p90_us as "p90Micros", l.p95_us as "p95Micros", l.p99_us as "p99Micros",
       l.p999_us as "p999Micros"
     from unnest($1::uuid[]) as asked (run_id)
     cross join wanted w
     join series s on s.run_id = asked.run_id and s.kind = 'requests' and s.label_kind = w.label_kind and s.label = w.label
     join run_label l on l.run_id = s.run_id and l.series_id = s.id
     order by l.rank`;
