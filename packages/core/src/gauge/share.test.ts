import { describe, expect, it } from "vitest";
import { sayGauge } from "./gauge-sentences.ts";
import { gaugeShare, sharedRequests, unitOfShare } from "./share.ts";

describe("sharedRequests", () => {
  it.each([
    ["% of requests", { of: null }],
    ["% of all requests", { of: null }],
    ["% of GET /search", { of: "GET /search" }],
    ["% of discovery * | search", { of: "discovery * | search" }],
    ["%", null],
    ["% of ", null],
    ["ms", null],
    [null, null],
  ])("%s", (unit, shared) => {
    expect(sharedRequests(unit)).toEqual(shared);
  });

  it("leaves the unit of the values", () => {
    expect(["% of requests", "%", "ms"].map(unitOfShare)).toEqual(["%", "%", "ms"]);
  });
});

describe("gaugeShare", () => {
  const at = (value: number, load: number) => ({ offsetSeconds: 0, value, load });

  it("weighs each value with its requests", () => {
    expect(gaugeShare({ of: null }, [at(10, 900), at(50, 100)])).toEqual({
      of: null,
      percent: 14,
      throughput: 500,
      shareThroughput: 70,
    });
  });

  it("says nothing without requests, and of what is no share", () => {
    expect(gaugeShare({ of: "a" }, [])).toBeNull();
    expect(gaugeShare({ of: "a" }, [at(10, 0)])).toBeNull();
    expect(gaugeShare({ of: "a" }, [at(10, 5), at(140, 5)])).toBeNull();
    expect(gaugeShare({ of: "a" }, [at(-1, 5)])).toBeNull();
    expect(gaugeShare({ of: "a" }, [at(0, 5), at(100, 5)])?.percent).toBe(50);
  });

  it("is said first", () => {
    const share = gaugeShare({ of: "discovery *" }, [at(9, 53_000 / 60)]);
    const facts = {
      load: null,
      band: null,
      byLoad: null,
      plateau: null,
      peak: null,
      growth: null,
      steps: null,
    };
    expect(sayGauge("% of discovery *", { ...facts, share }, String)).toEqual([
      "9% of 883 req/s (“discovery *”) is about 79.5 req/s, or 4,770 a minute.",
    ]);
    const whole = gaugeShare({ of: null }, [at(9, 100_000 / 60)]);
    expect(sayGauge("% of requests", { ...facts, share: whole }, String)).toEqual([
      "9% of 1,667 req/s is about 150 req/s, or 9,000 a minute.",
    ]);
    expect(sayGauge("%", { ...facts, share: null }, String)).toEqual([]);
  });
});
