import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TREND_AXES, FIGURE_IDS } from "@headroom/core";
import { readTrendQuery, trendAddress, trendRange } from "./search-params.ts";

const plain = readTrendQuery({});

describe("the address of a trend", () => {
  it("is p99 by date when it says nothing", () => {
    expect(plain).toMatchObject({ metric: "p99", axis: "date", branch: null, from: null });
    expect(trendAddress("x", plain)).toBe("/experiments/x?metric=p99");
  });

  it("reads as nothing what cannot be read", () => {
    const odd = readTrendQuery({ metric: "p42", by: ["date", "x"], from: "2026-02-31", to: "yesterday" });
    expect(odd).toEqual(plain);
  });

  it("holds the whole view", () => {
    const word = fc.option(fc.string({ minLength: 1, maxLength: 50 }), { nil: null });
    const day = fc.option(fc.constantFrom("2026-11-05", "2024-02-29"), { nil: null });
    const query = fc.record({
      metric: fc.constantFrom(...FIGURE_IDS),
      axis: fc.constantFrom(...TREND_AXES),
      label: word,
      branch: word,
      environment: word,
      from: day,
      to: day,
    });
    fc.assert(
      fc.property(query, (given) => {
        const { searchParams } = new URL(trendAddress("x", given), "http://web");
        expect(readTrendQuery(Object.fromEntries(searchParams))).toEqual(given);
      }),
    );
  });

  it("means whole days", () => {
    const range = trendRange({ ...plain, from: "2026-11-05", to: "2026-11-05" });
    expect(range.from?.toISOString()).toBe("2026-11-05T00:00:00.000Z");
    expect(range.to?.toISOString()).toBe("2026-11-05T23:59:59.999Z");
  });
});
