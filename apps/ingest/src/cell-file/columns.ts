import type { CellRow } from "./cell-row.ts";

/** `instant`: milliseconds since 1970, UTC. `buckets`: a list of `low_micros`, `high_micros` and `count`. */
export type ColumnType = "text" | "int32" | "int64" | "double" | "instant" | "buckets";

type ValueOf = {
  text: string;
  int32: number;
  int64: number;
  double: number;
  instant: number;
  buckets: NonNullable<CellRow["buckets"]>;
};

type ColumnOf<Type extends ColumnType> = {
  name: string;
  type: Type;
  nullable: boolean;
  value: (row: CellRow) => ValueOf[Type] | null;
};

export type Column = { [Type in ColumnType]: ColumnOf<Type> }[ColumnType];

const always = <Type extends ColumnType>(
  name: string,
  type: Type,
  value: (row: CellRow) => ValueOf[Type],
): ColumnOf<Type> => ({ name, type, nullable: false, value });

const maybe = <Type extends ColumnType>(
  name: string,
  type: Type,
  value: (row: CellRow) => ValueOf[Type] | null,
): ColumnOf<Type> => ({ name, type, nullable: true, value });

/** The columns of the file, in order. Scripts rely on them: add new ones at the end, and count up the file's version to change one. */
export function columnsOf(runId: string): readonly Column[] {
  return [
    always("run_id", "text", () => runId),
    always("kind", "text", ({ kind }) => kind),
    maybe("label", "text", ({ label }) => label),
    always("time", "instant", ({ atMillis }) => atMillis),
    always("second", "int32", ({ second }) => second),
    always("step_seconds", "int32", ({ stepSeconds }) => stepSeconds),
    maybe("requests", "int64", ({ requests }) => requests),
    maybe("errors", "int64", ({ errors }) => errors),
    maybe("items", "int64", ({ items }) => items),
    always("bytes", "int64", ({ bytes }) => bytes),
    maybe("latency_sum_micros", "double", ({ sumMicros }) => sumMicros),
    maybe("latency_min_micros", "int64", ({ minMicros }) => minMicros),
    maybe("latency_max_micros", "int64", ({ maxMicros }) => maxMicros),
    maybe("cell_p50_micros", "double", ({ percentilesMicros }) => percentilesMicros.p50),
    maybe("cell_p90_micros", "double", ({ percentilesMicros }) => percentilesMicros.p90),
    maybe("cell_p95_micros", "double", ({ percentilesMicros }) => percentilesMicros.p95),
    maybe("cell_p99_micros", "double", ({ percentilesMicros }) => percentilesMicros.p99),
    maybe("cell_p999_micros", "double", ({ percentilesMicros }) => percentilesMicros["p99.9"]),
    always("distribution", "text", ({ distribution }) => distribution),
    maybe("buckets", "buckets", ({ buckets }) => buckets),
    maybe("failed_buckets", "buckets", ({ failedBuckets }) => failedBuckets),
  ];
}
