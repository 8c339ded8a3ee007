import { describe, expect, it } from "vitest";
import { givenCell } from "./given-cell.ts";

describe("a cell of a tool's own figures", () => {
  it("is in microseconds, and has only what was given", () => {
    const cell = givenCell(
      { requests: 10, errors: 1, mean: 2, max: 9, percentiles: { p50: 1.5, p99: null } },
      1_000,
    );
    expect(cell).toEqual({
      requests: 10,
      errors: 1,
      items: 10,
      bytes: 0,
      sumMicros: 20_000,
      minMicros: null,
      maxMicros: 9_000,
      distribution: { kind: "quoted", micros: { p50: 1_500 } },
    });
  });

  it("quotes what the tool wrote, and not what a product of it comes to", () => {
    const { distribution } = givenCell({ requests: 1, percentiles: { p90: 0.0321, p99: 2.043e-3 } }, 1e6);
    expect(distribution).toEqual({ kind: "quoted", micros: { p90: 32_100, p99: 2_043 } });
  });

  it("knows no distribution without percentiles, and takes no figure that is none", () => {
    const percentiles = { p50: Number.NaN, p90: -1, "p99.99999": 3, median: 4 };
    expect(givenCell({ requests: 1, mean: Number.POSITIVE_INFINITY, percentiles }, 1)).toMatchObject({
      sumMicros: null,
      distribution: { kind: "none" },
    });
  });
});
