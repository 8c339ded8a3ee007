import { describe, expect, it } from "vitest";
import { Sketch } from "../sketch/sketch.ts";
import { emptyCell } from "./cell.ts";
import { listBuckets, listFailedBuckets } from "./list-buckets.ts";

const sketched = (all: number[], failed: number[] | null) => ({
  ...emptyCell(),
  requests: all.length,
  errors: failed?.length ?? 0,
  distribution: {
    kind: "sketch" as const,
    all: Sketch.of(all),
    failed: failed === null ? null : Sketch.of(failed),
  },
});

describe("the buckets of a cell", () => {
  it("of a sketch contain each value once, within the promised error", () => {
    const values = [0, 1, 83, 999, 1_100, 60_000_000, 3_599_000_000];
    const listed = listBuckets(sketched(values, null)) ?? [];
    expect(listed.map(({ count }) => count)).toEqual(values.map(() => 1));
    listed.forEach(({ lowMicros, highMicros }, at) => {
      expect(values[at]).toBeGreaterThanOrEqual(lowMicros);
      expect(values[at]).toBeLessThanOrEqual(highMicros ?? -1);
      expect((highMicros ?? Infinity) - lowMicros).toBeLessThanOrEqual(lowMicros * 0.01006);
    });
  });

  it("have no upper end in the overflow", () => {
    const [last] = listBuckets(sketched([5_000_000_000], null)) ?? [];
    expect(last?.highMicros).toBeNull();
    expect(last?.lowMicros).toBeLessThanOrEqual(5_000_000_000);
    expect(last?.lowMicros).toBeGreaterThan(3_600_000_000);
  });

  it("have the same bounds in every sketch, so that their counts add up to the merge's", () => {
    const [a, b] = [
      [120, 5_400, 5_410, 81_000],
      [119, 5_405, 81_300, 90_000_000],
    ];
    const sum = new Map<number, number>();
    for (const cell of [sketched(a ?? [], null), sketched(b ?? [], null)])
      for (const { lowMicros, count } of listBuckets(cell) ?? [])
        sum.set(lowMicros, (sum.get(lowMicros) ?? 0) + count);
    const merged = listBuckets(sketched([...(a ?? []), ...(b ?? [])], null)) ?? [];
    expect([...sum].toSorted(([x], [y]) => x - y)).toEqual(
      merged.map(({ lowMicros, count }) => [lowMicros, count]),
    );
  });

  it("of the source are its own, without the empty ones", () => {
    const cell = {
      ...emptyCell(),
      requests: 10,
      distribution: {
        kind: "buckets" as const,
        upperBoundsMicros: [1_000, 2_000, 5_000],
        counts: [4, 0, 5, 1],
      },
    };
    expect(listBuckets(cell)).toEqual([
      { lowMicros: 0, highMicros: 1_000, count: 4 },
      { lowMicros: 2_001, highMicros: 5_000, count: 5 },
      { lowMicros: 5_001, highMicros: null, count: 1 },
    ]);
    expect(listFailedBuckets(cell)).toEqual([]);
    expect(listFailedBuckets({ ...cell, errors: 1 })).toBeNull();
  });

  it("are absent if the source only quotes percentiles, or says nothing", () => {
    const quoted = { ...emptyCell(), distribution: { kind: "quoted" as const, micros: { p99: 5_000 } } };
    expect([listBuckets(quoted), listFailedBuckets(quoted)]).toEqual([null, null]);
    expect(listBuckets(emptyCell())).toBeNull();
  });

  it("of failed requests are empty only if none failed", () => {
    expect(listFailedBuckets(sketched([5, 9], null))).toEqual([]);
    expect(listFailedBuckets(sketched([5, 9], [9]))).toHaveLength(1);
    expect(listFailedBuckets({ ...sketched([5, 9], null), errors: 1 })).toBeNull();
  });
});
