import { describe, expect, it } from "vitest";
import { readParquet } from "../testing/read-parquet.ts";
import { ABOUT, rowAt } from "../testing/cell-rows.ts";
import { ParquetFile } from "./parquet-file.ts";
import { RowGroup } from "./row-group.ts";

function written(
  rows: number,
  change: Parameters<typeof rowAt>[1] = {},
  limits?: { rows: number; buckets: number },
) {
  const file = new ParquetFile(ABOUT, new RowGroup(limits));
  const bytes: Uint8Array[] = [];
  for (let at = 0; at < rows; at++) {
    file.write(rowAt(at, change));
    bytes.push(file.take());
  }
  file.end();
  bytes.push(file.take());
  return Buffer.concat(bytes);
}

describe("a Parquet file of cells", () => {
  it("reads back as it was written, about itself too", async () => {
    const { about, cells, rowGroups } = await readParquet(written(3));
    expect(about).toEqual(ABOUT);
    expect(rowGroups).toBe(1);
    expect(cells).toHaveLength(3);
    expect(cells[2]).toEqual({
      run_id: ABOUT.run.id,
      kind: "request",
      label: "GET /ä",
      time: new Date("2026-11-27T08:00:02Z"),
      second: 2,
      step_seconds: 1,
      requests: 12n,
      errors: 1n,
      items: 24n,
      bytes: 9_007_199_254_740_991n,
      latency_sum_micros: 1_200.5,
      latency_min_micros: 0n,
      latency_max_micros: 5_000_000_000n,
      cell_p50_micros: 1,
      cell_p90_micros: 2,
      cell_p95_micros: 3.5,
      cell_p99_micros: 4,
      cell_p999_micros: null,
      distribution: "sketch",
      buckets: [
        { low_micros: 0n, high_micros: 0n, count: 11n },
        { low_micros: 3_600_000_001n, high_micros: null, count: 1n },
      ],
      failed_buckets: [],
    });
  });

  it("keeps what isn't known apart from zero and from an empty list", async () => {
    const unknown = {
      label: null,
      requests: null,
      errors: null,
      items: null,
      sumMicros: null,
      minMicros: null,
      maxMicros: null,
      buckets: null,
      failedBuckets: null,
    };
    const { cells } = await readParquet(written(2, unknown));
    expect(cells[0]).toMatchObject({
      label: null,
      requests: null,
      errors: null,
      items: null,
      latency_sum_micros: null,
      latency_min_micros: null,
      latency_max_micros: null,
      buckets: null,
      failed_buckets: null,
    });
  });

  it("is complete with many row groups, of which only one is in memory", async () => {
    const { cells, rowGroups } = await readParquet(written(25, {}, { rows: 10, buckets: 1_000 }));
    expect([rowGroups, cells.map(({ second }) => second)]).toEqual([
      3,
      Array.from({ length: 25 }, (_, at) => at),
    ]);
    expect((await readParquet(written(25, {}, { rows: 1_000, buckets: 20 }))).rowGroups).toBe(3);
  });

  it("without any row has its columns", async () => {
    expect((await readParquet(written(0))).cells).toEqual([]);
  });
});
