import { describe, expect, it } from "vitest";
import { emptyCell } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import { busy, cell, figures, verdictOf, window } from "../testing/judged.ts";

const span = { from: window.from, to: window.to };

it("a run with a gap on its clock may have been shorter than it seems", () => {
  const verdict = (text: string) => verdictOf(text, busy, { clockGap: true });
  expect(verdict("throughput >= 200/s")).toMatchObject({ verdict: "unsure", doubt: { code: "unmeasured" } });
  expect(verdict("throughput >= 200/s").reason).toContain("it isn't known how long it took");
  expect(verdict("throughput >= 50/s").verdict).toBe("met");
  expect(verdict("throughput <= 50/s").verdict).toBe("missed");
  expect(verdict("p99 <= 50 ms").verdict).toBe("missed");
});

describe("too few requests", () => {
  it.each([
    ["p99 <= 200 ms", 50, 0, "unsure"],
    ["p99 <= 200 ms", 458, 0, "unsure"],
    ["p99 <= 200 ms", 459, 0, "met"],
    ["p99 <= 200 ms", 50, 1, "unsure"],
    ["p99 <= 200 ms", 50, 10, "missed"],
    ["p95 <= 200 ms", 100, 0, "met"],
    ["p99 <= 200 ms", 2_000, 0, "met"],
    ["p99.9 <= 200 ms", 2_000, 1, "unsure"],
  ])("%s of %i requests with %i above is %s", (text, requests, above, verdict) => {
    const got = verdictOf(text, cell(above === 0 ? { 20: requests } : { 20: requests - above, 900: above }));
    expect(got.verdict).toBe(verdict);
    expect(got.value).not.toBeNull();
  });

  it("of an error rate are those that would show less than one error", () => {
    expect(verdictOf("error rate <= 0.1%", cell({ 20: 100 })).verdict).toBe("unsure");
    expect(verdictOf("error rate <= 0.1%", cell({ 20: 100 }, 5)).verdict).toBe("missed");
    expect(verdictOf("error rate <= 0%", cell({ 20: 100 })).verdict).toBe("met");
    const verdict = verdictOf("error rate <= 1%", cell({ 20: 3_000 }));
    expect(verdict).toMatchObject({ verdict: "met", value: 0, margin: 1, bound: 0 });
    expect(verdict.reason).toContain("Error rate is 0%, 1 percentage point below the target of 1%.");
    expect(verdict.reason).toContain("below 0.10%");
  });

  it.each([
    ["mean <= 1 s", 1, "unsure"],
    ["mean <= 1 s", 29, "unsure"],
    ["mean <= 1 s", 30, "met"],
    ["mean <= 1 ms", 5, "unsure"],
    ["max <= 1 s", 5, "unsure"],
    ["max <= 1 s", 30, "met"],
    ["max <= 1 ms", 1, "missed"],
    ["min <= 1 s", 1, "met"],
    ["min <= 1 ms", 5, "unsure"],
    ["min >= 1 s", 1, "missed"],
    ["min >= 1 ms", 5, "unsure"],
  ])(
    "%s of %i requests is %s: what was seen was seen, what was not may yet come",
    (text, requests, verdict) => {
      const got = verdictOf(text, cell({ 20: requests }));
      expect(got).toMatchObject({
        verdict,
        value: expect.closeTo(20 / (text.endsWith(" s") ? 1_000 : 1), 6),
      });
      if (verdict === "unsure") expect(got.reason).toMatch(/Too few requests: /);
    },
  );
});

describe("a load that was not offered", () => {
  const short = { achieved: 0.9 };

  it("makes good latencies and error rates unsure, and leaves bad ones missed", () => {
    expect(verdictOf("p99 <= 200 ms", busy, short)).toMatchObject({
      verdict: "unsure",
      value: expect.any(Number),
    });
    expect(verdictOf("error rate <= 1%", busy, short).verdict).toBe("unsure");
    expect(verdictOf("p99 <= 50 ms", busy, short).verdict).toBe("missed");
    expect(verdictOf("p99 <= 200 ms", busy, { achieved: 0.95 }).verdict).toBe("met");
    expect(verdictOf("p99 <= 200 ms", busy, { loadOffered: false }).verdict).toBe("unsure");
  });

  it("leaves throughput missed unless the generator is known to have held back", () => {
    expect(verdictOf("throughput >= 101/s", busy, short).verdict).toBe("missed");
    expect(verdictOf("throughput >= 101/s", busy, { loadOffered: false }).verdict).toBe("unsure");
    expect(verdictOf("throughput >= 100/s", busy, { loadOffered: false }).verdict).toBe("met");
  });

  it("is what users sent of live traffic, so a low throughput proves nothing", () => {
    const live = (text: string, silent = false) => verdictOf(text, busy, { liveTraffic: { silent } }).verdict;
    expect(live("throughput >= 101/s")).toBe("unsure");
    expect(live("throughput >= 100/s", true)).toBe("met");
    expect(live("throughput <= 200/s")).toBe("met");
    expect(live("throughput <= 200/s", true)).toBe("unsure");
    expect(live("throughput <= 50/s", true)).toBe("missed");
    expect(live("p99 <= 200 ms", true)).toBe("met");
  });

  it("is itself judged", () => {
    expect(verdictOf("achieved >= 95%", busy, short)).toMatchObject({
      verdict: "missed",
      value: 90,
      margin: -5,
    });
    expect(verdictOf("achieved >= 95%", busy)).toMatchObject({ verdict: "unsure", value: null });
  });
});

describe("an error rate of which only a part is known", () => {
  const partly = (counted: Cell) => ({ figures: { ...figures(counted), absent: ["some-errors" as const] } });

  it("is never met, and missed when what is known is too much", () => {
    const none = verdictOf("error rate <= 1%", emptyCell(), partly(cell({ 20: 5_000 })));
    expect(none).toMatchObject({ verdict: "unsure", value: 0, bound: null });
    expect(none.reason).toBe(
      "Error rate is at least 0%; the target is 1%. The source doesn't report every failed request, so the true error rate may be higher.",
    );
    expect(verdictOf("error rate <= 1% as measured", emptyCell(), partly(cell({ 20: 5_000 }))).verdict).toBe(
      "unsure",
    );
    expect(verdictOf("error rate <= 1%", emptyCell(), partly(cell({ 20: 600 }, 47)))).toMatchObject({
      verdict: "missed",
      value: expect.closeTo(7.833, 3),
    });
  });

  it("of a label isn't known where the source doesn't say which requests of labels failed", () => {
    const labelled = {
      ...figures(busy, { "GET /": cell({ 20: 5_000 }) }),
      absent: ["label-errors" as const],
    };
    expect(verdictOf('error rate of "GET /" <= 1%', busy, { figures: labelled })).toMatchObject({
      verdict: "unsure",
      value: null,
      reason: "The source doesn't report which requests failed.",
    });
    expect(verdictOf("error rate <= 1%", busy, { figures: labelled }).verdict).toBe("met");
  });
});

describe("what would settle a target, in fields", () => {
  const doubtOf = (text: string, all: Cell, changes: Parameters<typeof verdictOf>[2] = {}) =>
    verdictOf(text, all, changes).doubt;

  it("is how many requests it takes, and how long they take", () => {
    const doubt = doubtOf("p99 <= 200 ms", cell({ 20: 400 }));
    expect(doubt).toEqual({ code: "chance", requests: 460, seconds: 120 });
    expect(doubtOf("p99 <= 200 ms", cell({ 20: 459 }))).toBeNull();
  });

  it.each([
    ["few", "mean <= 1 s", cell({ 20: 5 }), {}],
    ["load", "p99 <= 200 ms", busy, { achieved: 0.9 }],
    ["ramp", "p99 <= 200 ms", busy, { ramp: { code: "throughput-trend", change: 1.6 } }],
    ["no-workload", "achieved >= 95%", busy, {}],
    ["unmeasured", "max cpu <= 80%", busy, {}],
    ["unmeasured", "p99 <= 200 ms at 600 users", busy, {}],
    ["baseline", "p99 <= baseline + 10%", busy, { baseline: "receiving" }],
    ["stall", "p99 <= 200 ms", busy, { holes: [{ ...span, unsent: 50_000 }] }],
  ] as const)("is %s: %s", (code, text, all, changes) => {
    expect(doubtOf(text, all, changes)).toEqual({ code, requests: null, seconds: null });
  });
});
