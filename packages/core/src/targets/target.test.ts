import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalTarget, describeTargetError, formatTarget, parseTarget } from "./target.ts";
import type { Target } from "./target.ts";

function read(text: string): Target {
  const parsed = parseTarget(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.error.message} (${parsed.error.hint})`);
  return parsed.target;
}

function refused(text: string): { message: string; at: number; hint: string } {
  const parsed = parseTarget(text);
  if (parsed.ok) throw new Error(`${text} was read as ${formatTarget(parsed.target)}`);
  return parsed.error;
}

describe("a target's text", () => {
  it.each([
    ["throughput >= 50000/s", "throughput >= 50000/s"],
    ["throughput>=50,000 / s", "throughput >= 50000/s"],
    ["Throughput ≥ 50k req/s", "throughput >= 50000/s"],
    ["throughput >= 35.3 M/h", "throughput >= 35300000/h"],
    ["throughput >= 1.1k/min", "throughput >= 1100/min"],
    ["throughput >= 4300 items/s", "items >= 4300/s"],
    ["items >= 4_300/s", "items >= 4300/s"],
    ["p99 <= 200 ms", "p99 <= 200 ms"],
    ["p99<=200ms", "p99 <= 200 ms"],
    ["P99.9 < 1.5 s", "p99.9 < 1.5 s"],
    ["p50 ≤ 520 µs", "p50 <= 520 us"],
    ["median <= 520us", "p50 <= 520 us"],
    ["mean <= 80 ms", "mean <= 80 ms"],
    ["average latency <= 80 ms", "mean <= 80 ms"],
    ["max <= 1 min", "max <= 1 min"],
    ["error rate <= 0.1 %", "error rate <= 0.1%"],
    ["errors < 1%", "error rate < 1%"],
    ["achieved >= 95 %", "achieved >= 95%"],
    ['p99 of "GET /search" <= baseline + 10 %', 'p99 of "GET /search" <= baseline + 10%'],
    ["p99 of /search<=baseline", 'p99 of "/search" <= baseline'],
    ['p99 of "(all)" <= 1 s', "p99 <= 1 s"],
    ["throughput >= baseline - 5%", "throughput >= baseline - 5%"],
    ["throughput >= baseline-5%", "throughput >= baseline - 5%"],
    ["p99<=Baseline+10%", "p99 <= baseline + 10%"],
    ["p95 <= 1 s at 600 users", "p95 <= 1 s at 600 users"],
    ["p95<=1s at 1.2k users", "p95 <= 1 s at 1200 users"],
    ["max cpu <= 80 %", "max cpu <= 80%"],
    ["max consumer lag <= 16 K messages", 'max "consumer lag" <= 16000 messages'],
    ["mean instances <= 14 at 600 users", "mean instances <= 14 at 600 users"],
    ['p99 of "say \\"hi\\" \\\\" <= 1 s', 'p99 of "say \\"hi\\" \\\\" <= 1 s'],
    ["p99 <= 200 ms as measured", "p99 <= 200 ms as measured"],
    ["throughput>=5k/s  AS  Measured", "throughput >= 5000/s as measured"],
    ["p95 <= 1 s at 600 users as measured", "p95 <= 1 s at 600 users as measured"],
    ["p99 <= baseline + 10% as measured", "p99 <= baseline + 10% as measured"],
    ["max lag <= 16 as measured", "max lag <= 16 as measured"],
    ["  p99\u00a0<=\u202f200\u2009ms  ", "p99 <= 200 ms"],
  ])("%s is read as %s", (text, canonical) => {
    expect(formatTarget(read(text))).toBe(canonical);
  });

  it("is written as today even where it was stored differently", () => {
    expect(canonicalTarget("error rate <= 0.1 %")).toBe("error rate <= 0.1%");
    expect(canonicalTarget("not a target")).toBe("not a target");
  });

  it("keeps what was promised", () => {
    expect(read('p99 of "GET /search" <= baseline + 10 % at 600 users')).toEqual({
      metric: { kind: "percentile", percent: 99 },
      label: "GET /search",
      comparator: "<=",
      threshold: { kind: "baseline", changePercent: 10 },
      users: 600,
      asMeasured: false,
    });
    expect(read("p99 <= 200 ms as measured").asMeasured).toBe(true);
    expect(read("throughput >= 4300 rows/min").metric).toEqual({ kind: "items" });
    expect(read("min <= 2 ms").metric).toEqual({ kind: "latency", statistic: "min" });
    expect(read("max cpu <= 80 %").metric).toEqual({ kind: "gauge", statistic: "max", gauge: "cpu" });
  });

  it.each([
    ["", 0, "throughput"],
    ["latency <= 200 ms", 0, "p99"],
    ["p99", 3, "<="],
    ["p99 200 ms", 4, "<="],
    ["p99 <= ", 7, "a number"],
    ["p99 <= fast", 7, "a number"],
    ["p99 <= 200", 10, "us, ms, s or min"],
    ["p99 <= 200 m", 11, "us, ms, s or min"],
    ["p99 <= 200 ms please", 14, "at 600 users"],
    ["p99 <= 0,1 s", 8, "a point"],
    ["p99 <= 1. s", 9, "0.1"],
    ["p99 <= 0.12345678912 s", 9, "0.1"],
    ["p0 <= 1 s", 0, "min"],
    ["p999 <= 1 s", 0, "p99.9"],
    ["error rate <= 0.1", 17, "%"],
    ["throughput >= 50000", 19, "/s"],
    ["throughput >= 50000 ms", 20, "/s"],
    ["items >= 5 requests/s", 11, "throughput"],
    ["p99 <= baseline + 10", 20, "percentage"],
    ["p99 <= baseline - 110 %", 18, "100"],
    ['p99 of "GET <= 1 s', 7, "Close"],
    ["p99 of <= 1 s", 7, "GET /search"],
    ['p99 of "" <= 1 s', 7, "GET /search"],
    ["max cpu of /x <= 1 %", 8, "<="],
    ["p99 <= baselines", 7, "a number"],
    ["p99 <= baseline-", 16, "a number"],
    ["p95 <= 1 s at 0 users", 14, "600"],
    ["p95 <= 1 s at 600", 17, "600 users"],
    ["p99 <= 9,999,999,999,999,999 s", 7, "at most"],
    ["p99 <= 1 s".padEnd(600, " "), 500, "500"],
    ['p99 of "GET\0" <= 1 s', 11, "control characters"],
    ["p99 <= 1 s\u0085", 10, "control characters"],
    [`p99 of ${"\\".repeat(300)} <= 1 s`, 0, "500"],
  ])("%s is refused at character %i", (text, at, hint) => {
    const error = refused(text);
    expect({ at: error.at, hint: error.hint }).toEqual({ at, hint: expect.stringContaining(hint) });
    // Read aloud: two sentences, and the place at the end of the first.
    expect(error.message).toMatch(/^[A-Z“].*[^.,]\.$/u);
    expect(error.hint).toMatch(/^[A-Z].*[^.,]\.$/u);
    expect(describeTargetError(error)).toMatch(new RegExp(`[^.,] \\(at character ${at + 1}\\)\\.$`));
  });

  it("says where it ends too early", () => {
    expect(describeTargetError(refused("p99 <= 200"))).toBe(
      "Expected a unit, but the target ends (at character 11).",
    );
  });
});

const decimals = fc
  .tuple(fc.nat(1_000_000), fc.integer({ min: 0, max: 999_999_999 }), fc.integer({ min: 0, max: 9 }))
  .map(([whole, fraction, places]) =>
    Number(`${whole}.${String(fraction).padStart(9, "0").slice(0, places)}0`),
  );
const name = fc
  .string({ minLength: 1, maxLength: 30, unit: "binary" })
  .filter((text) => text !== "(all)" && !/(?!\s)\p{Cc}/u.test(text));
const statistic = fc.constantFrom("mean" as const, "min" as const, "max" as const);
const time = decimals.chain((value) =>
  fc.constantFrom("us", "ms", "s", "min").map((unit) => ({ kind: "absolute" as const, value, unit })),
);
const rate = decimals.chain((value) =>
  fc.constantFrom("/s", "/min", "/h").map((unit) => ({ kind: "absolute" as const, value, unit })),
);
const share = decimals.map((value) => ({ kind: "absolute" as const, value, unit: "%" }));
const baseline = fc.oneof(decimals, fc.integer({ min: -100, max: 0 })).map((changePercent) => ({
  kind: "baseline" as const,
  changePercent: changePercent === 0 ? 0 : changePercent,
}));
const percentile = fc
  .integer({ min: 1, max: 1_000_000 })
  .map((parts) => ({ kind: "percentile" as const, percent: parts / 10_000 }));

const promise = fc.oneof(
  fc.record({
    metric: fc.oneof(
      percentile,
      statistic.map((one) => ({ kind: "latency" as const, statistic: one })),
    ),
    threshold: fc.oneof(time, baseline),
    label: fc.option(name),
  }),
  fc.record({
    metric: fc.constantFrom("throughput" as const, "items" as const).map((kind) => ({ kind })),
    threshold: fc.oneof(rate, baseline),
    label: fc.option(name),
  }),
  fc.record({
    metric: fc.constant({ kind: "error-rate" as const }),
    threshold: share,
    label: fc.option(name),
  }),
  fc.record({
    metric: fc.constant({ kind: "achieved" as const }),
    threshold: share,
    label: fc.constant(null),
  }),
  fc.record({
    metric: fc
      .tuple(statistic, name)
      .map(([one, gauge]) => ({ kind: "gauge" as const, statistic: one, gauge })),
    threshold: fc.oneof(
      share,
      decimals.map((value) => ({ kind: "absolute" as const, value, unit: "" })),
      baseline,
    ),
    label: fc.constant(null),
  }),
);
const target = fc
  .tuple(
    promise,
    fc.constantFrom("<=", ">=", "<", ">"),
    fc.option(fc.integer({ min: 1, max: 1_000_000 })),
    fc.boolean(),
  )
  .map(([rest, comparator, users, asMeasured]): Target => ({
    ...rest,
    comparator,
    users,
    asMeasured,
  }));

describe("the canonical text", () => {
  it("is read as the same target", () => {
    fc.assert(
      fc.property(target, (one) => {
        expect(read(formatTarget(one))).toEqual(one);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("any text", () => {
  const fragments = fc.constantFrom(
    ...'p99 throughput items max mean cpu of baseline + - % <= >= < ≥ 50,000 0.1 1. k M /s ms s µs at users " \\ 600'.split(
      " ",
    ),
  );

  it.each(["p99 <= 200 constructor", "throughput >= 5/constructor", "items >= 5/__proto__"])(
    "takes no word that every object knows for a unit: %s",
    (text) => expect(refused(text).hint).toMatch(/^Use a unit/),
  );

  it("is read or refused within itself, and never throws", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.array(fc.oneof(fragments, fc.constant(" ")), { maxLength: 12 }).map((some) => some.join("")),
      fc.array(fragments, { maxLength: 12 }).map((some) => some.join(" ")),
    );
    fc.assert(
      fc.property(text, (some) => {
        const parsed = parseTarget(some);
        const at = parsed.ok ? 0 : parsed.error.at;
        expect(at).toBeGreaterThanOrEqual(0);
        expect(at).toBeLessThanOrEqual(some.length);
        const again = parsed.ok ? parseTarget(formatTarget(parsed.target)) : parsed;
        expect(again).toEqual(parsed);
      }),
      { numRuns: 5_000 },
    );
  });
});
