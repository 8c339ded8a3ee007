import { tableFromIPC } from "apache-arrow";
import { describe, expect, it } from "vitest";
import { readArrow } from "../testing/read-arrow.ts";
import { ABOUT, rowAt } from "../testing/cell-rows.ts";
import { ArrowFile } from "./arrow-file.ts";
import { RowGroup } from "./row-group.ts";

function written(
  rows: number,
  change: Parameters<typeof rowAt>[1] = {},
  limits?: { rows: number; buckets: number },
) {
  const file = new ArrowFile(ABOUT, new RowGroup(limits));
  const bytes: Uint8Array[] = [];
  for (let at = 0; at < rows; at++) {
    file.write(rowAt(at, change));
    bytes.push(file.take());
  }
  file.end();
  bytes.push(file.take());
  return Buffer.concat(bytes);
}

describe("an Arrow file of cells", () => {
  it("reads back as it was written, about itself too", () => {
    const { about, cells } = readArrow(written(3));
    expect(about).toEqual(ABOUT);
    expect(cells).toHaveLength(3);
    expect(cells[2]).toEqual({
      run_id: ABOUT.run.id,
      kind: "request",
      label: "GET /ä",
      time: Date.parse("2026-11-27T08:00:02Z"),
      second: 2,
      step_seconds: 1,
      requests: 12,
      errors: 1,
      items: 24,
      bytes: 9_007_199_254_740_991,
      latency_sum_micros: 1_200.5,
      latency_min_micros: 0,
      latency_max_micros: 5_000_000_000,
      cell_p50_micros: 1,
      cell_p90_micros: 2,
      cell_p95_micros: 3.5,
      cell_p99_micros: 4,
      cell_p999_micros: null,
      distribution: "sketch",
      buckets: [
        { low_micros: 0, high_micros: 0, count: 11 },
        { low_micros: 3_600_000_001, high_micros: null, count: 1 },
      ],
      failed_buckets: [],
    });
  });

  it("keeps what isn't known apart from zero and from an empty list", () => {
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
    expect(readArrow(written(11, unknown)).cells[10]).toMatchObject({
      second: 10,
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

  it("is complete with many record batches, of which only one is in memory", () => {
    const file = written(25, {}, { rows: 10, buckets: 1_000 });
    expect(tableFromIPC(file).batches.map(({ numRows }) => numRows)).toEqual([10, 10, 5]);
    expect(readArrow(file).cells.map(({ second }) => second)).toEqual(
      Array.from({ length: 25 }, (_, at) => at),
    );
    expect(tableFromIPC(written(25, {}, { rows: 1_000, buckets: 20 })).batches).toHaveLength(3);
  });

  it("without any row has its columns", () => {
    expect(tableFromIPC(written(0)).schema.fields.map(({ name }) => name)).toContain("buckets");
  });

  it("begins and ends as the file format does, so that readers refuse a part of it", () => {
    const file = written(3);
    expect([file.subarray(0, 6).toString(), file.subarray(-6).toString()]).toEqual(["ARROW1", "ARROW1"]);
  });
});
