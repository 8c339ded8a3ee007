import { describe, expect, it } from "vitest";
import { encodeDistribution, Sketch } from "@headroom/core";
import type { Distribution } from "@headroom/core";
import type { ExportedCell } from "@headroom/services";
import { toCellRow } from "./cell-row.ts";

const piece = (requests: number, errors: number, distribution: Distribution) => ({
  requests,
  errors,
  items: requests,
  bytes: 10,
  sumMicros: 1_000,
  minMicros: 100,
  maxMicros: 900,
  distribution: encodeDistribution(distribution),
});
const sketch = (micros: number[]): Distribution => ({ kind: "sketch", all: Sketch.of(micros), failed: null });
const cell = (pieces: ExportedCell["pieces"], label: ExportedCell["label"]): ExportedCell => ({
  label,
  stepSeconds: 10,
  atMillis: 0,
  second: 0,
  pieces,
});
const all = { kind: "all", name: null } as const;
const known = { absent: [], gridMicros: 1 };

describe("a row of a file of cells", () => {
  it("is the merge of what several parts have in its step", () => {
    const row = toCellRow(cell([piece(2, 0, sketch([100, 900])), piece(1, 0, sketch([500]))], all), known);
    expect(row).toMatchObject({
      kind: "all",
      label: null,
      requests: 3,
      errors: 0,
      bytes: 20,
      sumMicros: 2_000,
    });
    expect(row.buckets?.reduce((sum, { count }) => sum + count, 0)).toBe(3);
    expect(row.percentilesMicros.p50).toBeCloseTo(500, -1);
    expect(row.failedBuckets).toEqual([]);
  });

  it("has only the tool's own percentiles if it gives nothing else", () => {
    const row = toCellRow(cell([piece(9, 0, { kind: "quoted", micros: { p99: 700 } })], all), known);
    expect([row.distribution, row.percentilesMicros.p99, row.percentilesMicros.p50]).toEqual([
      "quoted",
      700,
      null,
    ]);
    expect([row.buckets, row.failedBuckets]).toEqual([null, null]);
  });

  it("says nothing that the source doesn't", () => {
    const one = cell([piece(9, 0, sketch([5]))], { kind: "request", name: "GET /" });
    expect(toCellRow(one, { absent: ["request-count"], gridMicros: 1 }).requests).toBeNull();
    expect(toCellRow(one, { absent: ["label-errors"], gridMicros: 1 })).toMatchObject({
      requests: 9,
      errors: null,
      failedBuckets: null,
    });
    expect(toCellRow({ ...one, label: all }, { absent: ["label-errors"], gridMicros: 1 }).errors).toBe(0);
  });
});
