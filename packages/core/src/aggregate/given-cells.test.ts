import { describe, expect, it } from "vitest";
import { emptyCell } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import { combineTotals, storableCell } from "./given-cells.ts";

const quoted = (micros: Record<string, number>, change: Partial<Cell> = {}): Cell => ({
  ...emptyCell(),
  distribution: { kind: "quoted", micros },
  ...change,
});

describe("one whole that two files describe", () => {
  it("has the counts of the one that counted, and what only the other says", () => {
    const table = quoted({ p50: 1, p90: 2, p99: 3 });
    const report = quoted({ p50: 10, p99: 30 }, { requests: 100, errors: 2, items: 100, maxMicros: 40 });
    for (const [first, second] of [
      [table, report],
      [report, table],
    ] as const) {
      expect(combineTotals(first, second)).toMatchObject({
        requests: 100,
        errors: 2,
        maxMicros: 40,
        distribution: { micros: { p50: 1, p90: 2, p99: 3 } },
      });
    }
  });

  it("has the better distribution", () => {
    const buckets: Cell = {
      ...emptyCell(),
      distribution: { kind: "buckets", upperBoundsMicros: [5], counts: [1, 0] },
    };
    expect(combineTotals(quoted({ p50: 1 }), buckets).distribution.kind).toBe("buckets");
    expect(combineTotals(buckets, quoted({ p50: 1 })).distribution.kind).toBe("buckets");
  });
});

it("what cannot be stored is rounded, or is not known", () => {
  const odd = storableCell({
    ...emptyCell(),
    requests: 2.4,
    errors: Number.NaN,
    sumMicros: Number.POSITIVE_INFINITY,
    minMicros: 1.6,
    maxMicros: -1,
  });
  expect(odd).toMatchObject({ requests: 2, errors: 0, sumMicros: null, minMicros: 2, maxMicros: null });
});
