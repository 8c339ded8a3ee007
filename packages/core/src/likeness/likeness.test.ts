import { describe, expect, it } from "vitest";
import { likenessOf } from "./likeness.ts";
import type { LikenessKind, LikenessSide } from "./likeness.ts";

const side = (change: Partial<LikenessSide> = {}): LikenessSide => ({
  labels: [
    { label: "/cart", requests: 60_000, errors: null },
    { label: "/pay", requests: 40_000, errors: null },
  ],
  requests: 100_000,
  errors: 50,
  bytes: null,
  throughput: 200,
  seconds: [],
  gauges: [],
  ...change,
});
const check = (kind: LikenessKind, test: Partial<LikenessSide>, live: Partial<LikenessSide> = {}) => {
  const { checks, representative } = likenessOf(side(test), side(live));
  return { ...checks.find((one) => one.kind === kind), representative };
};

describe("whether a test was like live traffic", () => {
  it("finds it representative if labels and load match; what isn't reported doesn't count against it", () => {
    const { representative, checks } = likenessOf(side(), side());
    expect(representative).toBe("yes");
    expect(checks.map(({ kind, state }) => [kind, state])).toEqual([
      ["label-mix", "alike"],
      ["throughput", "alike"],
      ["bursts", "unknown"],
      ["errors", "alike"],
    ]);
  });

  it("finds it representative in part with a slightly different mix, and not at all with another one", () => {
    const mixOf = (cart: number) => ({
      labels: [
        { label: "/cart", requests: cart, errors: null },
        { label: "/pay", requests: 100_000 - cart, errors: null },
      ],
    });
    expect(check("label-mix", mixOf(70_000))).toMatchObject({ state: "apart", representative: "in-part" });
    expect(check("label-mix", mixOf(95_000))).toMatchObject({ state: "far", representative: "no" });
    expect(check("label-mix", mixOf(95_000)).words).toBe(
      "35.0% of the test's requests would have to go to other labels to match live traffic.",
    );
  });

  it("says what was never tested", () => {
    const labels = [...side().labels, { label: "/search", requests: 50_000, errors: null }];
    expect(check("label-mix", {}, { labels }).words).toContain(
      "1 label with 33.3% of live requests was never tested.",
    );
  });

  it("doesn't call other names another mix, or a handful of requests a sample", () => {
    const named = { labels: [{ label: "Checkout flow", requests: 1_000, errors: null }] };
    expect(check("label-mix", named)).toMatchObject({ state: "unknown", representative: "unknown" });
    expect(check("label-mix", named).words).toContain("Use the same names");
    const few = {
      labels: [
        { label: "/cart", requests: 4, errors: null },
        { label: "/pay", requests: 1, errors: null },
      ],
    };
    expect(check("label-mix", few)).toMatchObject({ state: "unknown" });
    const beyond = { labels: [...side().labels, { label: "(other)", requests: 40_000, errors: null }] };
    expect(check("label-mix", beyond, beyond)).toMatchObject({ state: "unknown" });
    expect(check("label-mix", { labels: [] })).toMatchObject({ state: "unknown" });
  });

  it("a test at a fraction of the load says little, and more load than live is fine", () => {
    expect(check("throughput", { throughput: 50 })).toMatchObject({ state: "far", representative: "no" });
    expect(check("throughput", { throughput: 150 })).toMatchObject({ state: "apart" });
    expect(check("throughput", { throughput: 900 })).toMatchObject({ state: "alike", representative: "yes" });
    expect(check("throughput", { throughput: null })).toMatchObject({
      state: "unknown",
      representative: "unknown",
    });
  });

  it("a test that mostly reads a cache isn't like traffic that doesn't", () => {
    const gauge = (name: string, mean: number, unit: string | null = "%") => ({
      gauges: [{ name, unit, mean }],
    });
    const found = check("cache", gauge("cache hits", 95), gauge("Cache hits", 9));
    expect(found).toMatchObject({ state: "far", representative: "no" });
    expect(found.words).toBe("Cache hits was 95.0% in the test and 9.00% in live traffic.");
    expect(check("cache", gauge("hit ratio", 0.12, null), gauge("hit ratio", 0.09, null)).state).toBe(
      "alike",
    );
    expect(check("cache", gauge("cpu", 95), gauge("cpu", 9)).state).toBeUndefined();
    expect(
      check("cache", gauge("cache hits", 9_500, "1/s"), gauge("cache hits", 9, "1/s")).state,
    ).toBeUndefined();
  });

  it("finds the label that fails in one and not in the other, though the whole is alike", () => {
    const labels = (errors: number) => [
      { label: "/cart", requests: 99_000, errors: 50 },
      { label: "/pay", requests: 1_000, errors },
    ];
    const found = check("errors", { labels: labels(0) }, { labels: labels(300), errors: 350 });
    expect(found).toMatchObject({ state: "apart", representative: "in-part" });
    expect(found.words).toBe(
      "0.050% of the test's requests failed, and 0.35% of live requests. Of the requests to /pay, 0% failed in the test and 30.0% in live traffic.",
    );
    expect(check("errors", { labels: labels(0) }, { labels: labels(0) })).toMatchObject({ state: "alike" });
  });

  it("compares errors beyond chance, and never ones that nobody reports", () => {
    expect(check("errors", { errors: 5_000 })).toMatchObject({ state: "apart", representative: "in-part" });
    expect(check("errors", { errors: 4, requests: 100 }, { errors: 2_000 })).toMatchObject({
      state: "alike",
    });
    expect(check("errors", {}, { errors: null })).toMatchObject({ state: "unknown", representative: "yes" });
  });

  it("compares payloads where both sides know them", () => {
    expect(check("payload", { bytes: 1e8 }, { bytes: 1.1e8 })).toMatchObject({ state: "alike" });
    expect(check("payload", { bytes: 1e8 }, { bytes: 4e8 })).toMatchObject({ state: "apart" });
    expect(check("payload", { bytes: 1e8 }, {}).state).toBeUndefined();
  });
});
