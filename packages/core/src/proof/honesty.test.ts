import { describe, expect, it } from "vitest";
import { honestyOf } from "./honesty.ts";
import type { HonestyInput } from "./honesty.ts";

const honest: HonestyInput = {
  source: "samples",
  loadModel: "open",
  liveTraffic: false,
  window: "steady",
  fromSeconds: 30,
  warmUpSeconds: 30,
  noSteadyReason: null,
  errorsLeftOut: 0,
  holes: [],
  hangs: [],
  beyond: { p50: 50_000, p90: 10_000, p95: 5_000, p99: 1_000, "p99.9": 100 },
  requests: 100_000,
  achieved: 1,
  generatorCpuMost: 0.4,
  generators: [],
  differing: [],
};
const codes = (change: Partial<HonestyInput>) => honestyOf({ ...honest, ...change }).map(({ code }) => code);
const reason = (change: Partial<HonestyInput>) => honestyOf({ ...honest, ...change })[0]?.reason;

describe("the marks of a run", () => {
  it("are empty if there is nothing to say", () => {
    expect(codes({})).toEqual([]);
    expect(codes({ achieved: null, generatorCpuMost: null })).toEqual([]);
  });

  it.each([
    ["closed-loop", { loadModel: "closed" }],
    ["load-model-unknown", { loadModel: "unknown" }],
    ["live-traffic", { loadModel: "unknown", liveTraffic: true }],
    ["percentiles-quoted", { source: "quoted" }],
    ["percentiles-quoted", { source: "buckets" }],
    ["achieved-short", { achieved: 0.949 }],
    ["generator-saturated", { generatorCpuMost: 0.93 }],
    ["warm-up-included", { warmUpSeconds: null }],
    ["warm-up-included", { window: "whole", fromSeconds: 0 }],
    ["warm-up-included", { window: "custom", fromSeconds: 29 }],
    ["failed-differ", { differing: ["p99", "p99.9"] }],
  ] as const)("%s is said of %o", (code, change) => expect(codes(change)).toEqual([code]));

  it("name when no request succeeded, the longest times first to be kept", () => {
    const holes = [60, 200, 300, 400].map((fromSeconds, at) => ({
      fromSeconds,
      toSeconds: fromSeconds + 10 + 5 * at,
      unsent: null,
    }));
    expect(reason({ holes: holes.slice(0, 1) })).toBe(
      "No request succeeded from 1:00 to 1:10 (10 s), although requests succeeded at other times.",
    );
    expect(reason({ holes })).toContain(
      "from 3:20 to 3:35 (15 s), from 5:00 to 5:20 (20 s), from 6:40 to 7:05 (25 s), and 1 more time",
    );
  });

  it("name when some users hung", () => {
    const hang = { fromSeconds: 300, toSeconds: 361, users: 50, missing: 25, unsent: 1_400 };
    expect(codes({ hangs: [hang] })).toEqual(["partial-hang"]);
    expect(reason({ hangs: [hang] })).toBe(
      "25 of 50 users waited for requests that hung from 5:00 to 6:01, and sent about 1,400 fewer.",
    );
  });

  it("count the errors outside the steady phase, or say why no phase was found", () => {
    expect(reason({ errorsLeftOut: 1 })).toBe(
      "1 failed request lies in the warm-up or cool-down, which the verdict leaves out.",
    );
    expect(codes({ errorsLeftOut: 3, window: "whole", fromSeconds: 30 })).toEqual([]);
    expect(reason({ warmUpSeconds: null, noSteadyReason: "users rise by 160% of their mean" })).toBe(
      "No steady phase was found (users rise by 160% of their mean), so the figures include any warm-up.",
    );
  });

  it("stand at their limits on the good side", () => {
    expect(codes({ achieved: 0.95, generatorCpuMost: 0.84, window: "whole", warmUpSeconds: 0 })).toEqual([]);
    expect(codes({ beyond: { ...honest.beyond, "p99.9": 10 } })).toEqual([]);
  });

  it("show enough digits of a share that is just below its limit", () => {
    expect(reason({ achieved: 0.9496 })).toMatch(/^Only 94\.96% of/);
    expect(reason({ achieved: 0.949999 })).toMatch(/^Only just under 95\.0% of/);
    expect(reason({ achieved: 0.8 })).toMatch(/^Only 80\.0% of/);
  });

  it("of a window tell whether it begins in the warm-up", () => {
    expect(codes({ window: "custom", fromSeconds: 30 })).toEqual([]);
    expect(reason({ window: "custom", fromSeconds: 0 })).toContain("begins in the warm-up");
  });

  it("say for which percentile the requests are too few", () => {
    expect(reason({ beyond: { ...honest.beyond, p99: 9, "p99.9": 0 } })).toContain(
      "9 beyond p99, 0 beyond p99.9",
    );
    expect(codes({ requests: null, beyond: { ...honest.beyond, "p99.9": 0 } })).toEqual([]);
  });

  it("report generators that started apart: their clocks may differ", () => {
    const span = (generator: string, seconds: number) => ({
      generator,
      firstStartMicros: seconds * 1e6,
      lastCompletionMicros: (seconds + 100) * 1e6,
    });
    expect(reason({ generators: [span("b", 12.5), span("a", 0)] })).toBe(
      "“b” started 12.5 s after “a”. Either it did, or their clocks differ.",
    );
    expect(codes({ generators: [span("b", 1.9), span("a", 0)] })).toEqual([]);
    expect(codes({ generators: [span("a", 0)] })).toEqual([]);
  });

  it("come gravest first", () => {
    expect(codes({ loadModel: "closed", achieved: 0.5, source: "quoted" })).toEqual([
      "percentiles-quoted",
      "achieved-short",
      "closed-loop",
    ]);
  });
});
