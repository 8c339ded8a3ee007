import { describe, expect, it } from "vitest";
import { CAUSES, madeRun, SHAPES } from "../testing/made-gauges.ts";
import type { MadeRun } from "../testing/made-gauges.ts";
import { findRise, tellsWaiting } from "./find-rise.ts";
import { findMeanwhile } from "./meanwhile.ts";
import type { MeanwhileInput } from "./meanwhile.ts";
import { sayMeanwhile } from "./meanwhile-sentences.ts";
import { formatClock } from "../format/duration.ts";
import { statedLimits } from "./stated-limits.ts";

const NO_LIMITS = new Map<string, never>();
/** The gauges of a run that may be its limit. */
const namedIn = ({ gauges }: MadeRun, limits: MeanwhileInput["limits"] = NO_LIMITS) =>
  findMeanwhile({ gauges, limits }).flatMap(({ others }) =>
    others.flatMap(({ name, standing }) => (standing === "may-be-limit" ? [name] : [])),
  );

describe("200 made runs of six gauges", () => {
  const ofSeed = <One>(list: readonly One[], seed: number) => list[seed % list.length] as One;

  it("name the gauge that limits in at least 80 of 100, and no other one", () => {
    const shapes = SHAPES.filter((shape) => shape !== "steady");
    const named = Array.from({ length: 100 }, (_, seed) =>
      namedIn(madeRun({ seed, shape: ofSeed(shapes, seed), limited: true })),
    );
    expect(named.filter((names) => names.includes("write units")).length).toBeGreaterThanOrEqual(80);
    expect(named.flat().filter((name) => name !== "write units")).toEqual([]);
  });

  it("name none in at least 98 of 100 where work waits for another reason, or not at all", () => {
    const named = Array.from({ length: 100 }, (_, seed) =>
      namedIn(
        madeRun({
          seed: 1_000 + seed,
          shape: ofSeed(SHAPES, seed),
          limited: false,
          cause: ofSeed(CAUSES, Math.floor(seed / SHAPES.length)),
        }),
      ),
    );
    expect(named.filter((names) => names.length > 0).length).toBeLessThanOrEqual(2);
  });

  it("name none under a steady load: the gauge may be flat because the load is, unless its limit is stated", () => {
    for (let seed = 0; seed < 20; seed++) {
      const run = madeRun({ seed, shape: "steady", limited: true });
      expect(namedIn(run)).toEqual([]);
      const [found] = findMeanwhile({ gauges: run.gauges, limits: NO_LIMITS });
      const units = found?.others.find(({ name }) => name === "write units");
      expect(units).toMatchObject({ isLevel: true, standing: null });
      const stated = (times: number) =>
        new Map([["write units", { value: (units?.usual ?? 0) * times, by: "configuration" as const }]]);
      expect(namedIn(run, stated(1.02))).toEqual(["write units"]);
      expect(namedIn(run, stated(2))).toEqual([]);
    }
  });
});

describe("a consumer that is stuck", () => {
  const seconds = Array.from({ length: 120 }, (_, at) => at * 5);
  const gauge = (
    name: string,
    valueAt: (second: number) => number,
    unit: string | null = null,
  ): MeanwhileInput["gauges"][number] => {
    const moments = seconds.map((offsetSeconds) => ({ offsetSeconds, value: valueAt(offsetSeconds) }));
    const joined = moments.map((moment) => ({
      ...moment,
      load: Math.min(9_000, moment.offsetSeconds * 100),
    }));
    return { name, unit, moments, joined, isLoad: false };
  };
  const lag = gauge("consumer lag", (second) => Math.max(0, second - 60) * 30);
  const writes = gauge("write units", (second) => Math.min(11_000, second * 200));
  const cpu = gauge("cpu", () => 40, "%");

  const said = (limits: MeanwhileInput["limits"], gauges = [lag, writes, cpu]) =>
    findMeanwhile({ gauges, limits }).flatMap((found) => sayMeanwhile(found, "requests", formatClock));

  it("says what stayed level, and what may be the limit", () => {
    expect(said(NO_LIMITS)).toEqual([
      "“consumer lag” grew from 300 to 16,050 from 1:10 to 9:55. Meanwhile, “write units” stayed at 11,000 and “cpu” at 40%.",
      "“write units” may be the limit: it rose with the load until 0:55 and then no further, although the load rose from 5,500 to 9,000 req/s.",
    ]);
  });

  it("says what had room, and that what stopped below its limit was stopped by something else", () => {
    const limits = new Map([
      ["cpu", { value: 80, by: "target" as const }],
      ["write units", { value: 40_000, by: "gauge" as const }],
    ]);
    expect(said(limits).slice(1)).toEqual([
      "“write units” had room: 11,000 at most, and its limit is 40,000.",
      "It rose with the load until 0:55 and then no further, although the load rose from 5,500 to 9,000 req/s, so something else stopped it.",
      "“cpu” had room: 40% at most, and its target allows 80%.",
    ]);
    const hot = gauge("cpu", (second) => 79 + (second % 3), "%");
    expect(said(limits, [lag, hot])[1]).toBe(
      "“cpu” may be the limit: it was at 80%, and its target allows 80%.",
    );
  });

  it("says the highest reading as the most that it was, and concludes nothing of it if that is near the limit", () => {
    const limits = new Map([["cpu", { value: 95, by: "target" as const }]]);
    const peaked = gauge("cpu", (second) => (second === 300 ? 58.8 : 55 + (second % 4)), "%");
    expect(said(limits, [lag, peaked]).at(-1)).toBe(
      "“cpu” had room: 58.8% at most, and its target allows 95%.",
    );
    expect(said(limits, [lag, { ...peaked, highest: 59.4 }]).at(-1)).toMatch(/59\.4% at most/);
    const spiked = gauge("cpu", (second) => (second === 30 ? 94 : 55), "%");
    expect(said(limits, [lag, spiked])).toEqual([
      "“consumer lag” grew from 300 to 16,050 from 1:10 to 9:55. Meanwhile, “cpu” stayed at 55%.",
    ]);
  });

  it("says since when a gauge was level that first rose with the load, as the lag did", () => {
    const early = gauge("consumer lag", (second) => second * 27);
    const writesTo = (most: number, perSecond: number) =>
      gauge("write units", (second) => Math.min(most, 6_500 + second * perSecond));
    expect(said(NO_LIMITS, [early, writesTo(11_000, 45)])).toEqual([
      "“consumer lag” grew from 270 to 16,065 from 0:10 to 9:55. Meanwhile, “write units” stayed at 11,000 (10,325–11,000) from 1:00 on.",
    ]);
    expect(said(NO_LIMITS, [early, writesTo(20_000, 30)])).toEqual([]);
  });

  it("says until when it rose, also if it was level from then on", () => {
    const full = gauge("consumer lag", (second) => Math.min(8_000, second * 30) + (second % 3));
    expect(said(NO_LIMITS, [full, writes]).join(" ")).toMatch(
      /“consumer lag” grew from \d+ to 8,002 from 0:05 to 4:30\./,
    );
  });

  it("says nothing of a lag that hardly rises, of gauges that move, and of the load", () => {
    const flat = gauge("consumer lag", (second) => 100 + (second % 7));
    const busy = gauge("cpu", (second) => 20 + second / 10);
    expect(said(NO_LIMITS, [flat, writes, cpu])).toEqual([]);
    expect(said(NO_LIMITS, [lag, busy])).toEqual([]);
    expect(said(NO_LIMITS, [lag, { ...writes, isLoad: true }])).toEqual([]);
    expect(said(NO_LIMITS, [lag, gauge("idle", () => 0)])).toEqual([]);
  });
});

it("queues, lags and latencies are known by their names", () => {
  for (const name of [
    "consumer lag",
    "kafka_consumergroup_lag",
    "queueDepth",
    "store latency max",
    "pending_tasks",
  ])
    expect([name, tellsWaiting(name)]).toEqual([name, true]);
  for (const name of ["cpu", "flag", "write units", "queue consumers", "lag limit", "percentage", "flags"])
    expect([name, tellsWaiting(name)]).toEqual([name, false]);
});

it("a rise is long, far and steady", () => {
  const of = (values: readonly number[]) =>
    findRise(values.map((value, at) => ({ offsetSeconds: at * 10, value })));
  const line = Array.from({ length: 30 }, (_, at) => at * 10);
  expect(of(line)).toMatchObject({ toSeconds: 290, to: 290 });
  expect(of(line.slice(0, 6))).toBeNull();
  expect(of(line.map((value) => 1_000 + value))).toBeNull();
  expect(of(line.map((value, at) => value * (at % 2)))).toBeNull();
  expect(of([])).toBeNull();
});

describe("stated limits", () => {
  const gauges = [
    { name: "Write Units", unit: "/s", lowest: 10 },
    { name: "cpu", unit: "%", lowest: 10 },
    { name: "cpu_limit", unit: "%", lowest: 90 },
    { name: "pool", unit: null, lowest: 3 },
  ];
  const of = (more: Partial<Parameters<typeof statedLimits>[0]>) =>
    Object.fromEntries(statedLimits({ gauges, targets: [], configuration: {}, ...more }));

  it("come from a gauge of that name, a target or the configuration, and the lowest counts", () => {
    expect(of({})).toEqual({ cpu: { value: 90, by: "gauge" } });
    const targets = [{ gauge: "CPU", value: 80, unit: "%" }];
    expect(of({ targets })).toEqual({ cpu: { value: 80, by: "target" } });
    expect(
      of({ configuration: { write_units_limit: "40,000", "max pool": "50", "pool size": "20" } }),
    ).toEqual({
      cpu: { value: 90, by: "gauge" },
      "Write Units": { value: 40_000, by: "configuration" },
      pool: { value: 50, by: "configuration" },
    });
  });

  it("don't come in another unit, or from what isn't a number", () => {
    expect(of({ targets: [{ gauge: "pool", value: 8, unit: "cores" }] })).not.toHaveProperty("pool");
    expect(of({ configuration: { "pool max": "many", "cpu max": "8 cores" } })).toEqual({
      cpu: { value: 90, by: "gauge" },
    });
    expect(of({ configuration: { "cpu max": "85 %" } })).toEqual({ cpu: { value: 85, by: "configuration" } });
  });
});
