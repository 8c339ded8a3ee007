import type { WorkspaceTx } from "../workspace-tx.ts";

/** One row of a run's labels table. Latencies in micros, unrounded. */
export interface RunLabelRow {
  seriesId: number;
  /** 1 is the busiest. */
  rank: number;
  requests: number;
  /** Null: the source doesn't report it. */
  errors: number | null;
  items: number;
  bytes: number;
  throughput: number | null;
  minMicros: number | null;
  meanMicros: number | null;
  p50Micros: number | null;
  p90Micros: number | null;
  p95Micros: number | null;
  p99Micros: number | null;
  p999Micros: number | null;
  maxMicros: number | null;
  /** Null: only the total is stored. */
  finestStepSeconds: number | null;
}

const BATCH_ROWS = 5_000;

/** Writes the labels of a run, in place of those that it has. */
export async function replaceRunLabels(
  tx: WorkspaceTx,
  runId: string,
  rows: readonly RunLabelRow[],
  hasSome = true,
): Promise<void> {
  if (hasSome) await tx.query("delete from run_label where run_id = $1", [runId]);
  for (let at = 0; at < rows.length; at += BATCH_ROWS) {
    await insertBatch(tx, runId, rows.slice(at, at + BATCH_ROWS));
  }
}

async function insertBatch(tx: WorkspaceTx, runId: string, rows: readonly RunLabelRow[]): Promise<void> {
  const column = <Key extends keyof RunLabelRow>(key: Key) => rows.map((row) => row[key]);
  await tx.query(
    `insert into run_label (workspace_id, run_id, series_id, rank, requests, errors, items, bytes, throughput,
       min_us, mean_us, p50_us, p90_us, p95_us, p99_us, p999_us, max_us, finest_step)
     select nullif(current_setting('app.workspace', true), '')::uuid, $1, *
     from unnest($2::bigint[], $3::int[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::float8[],
       $9::float8[], $10::float8[], $11::float8[], $12::float8[], $13::float8[], $14::float8[], $15::float8[],
       $16::float8[], $17::smallint[])`,
    [
      runId,
      column("seriesId"),
      column("rank"),
      column("requests"),
      column("errors"),
      column("items"),
      column("bytes"),
      column("throughput"),
      column("minMicros"),
      column("meanMicros"),
      column("p50Micros"),
      column("p90Micros"),
      column("p95Micros"),
      column("p99Micros"),
      column("p999Micros"),
      column("maxMicros"),
      column("finestStepSeconds"),
    ],
  );
}
