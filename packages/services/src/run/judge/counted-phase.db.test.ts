import { ALL_REQUESTS, seededRandom } from "@headroom/core";
import type { Cell } from "@headroom/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listCatalog } from "../../catalog/list.ts";
import { getComparison } from "../../comparison/get.ts";
import { listExperimentRuns } from "../../experiment/list-runs.ts";
import { getOverview } from "../../overview/get-overview.ts";
import { Importing, sampleSource, TEST_WEB_URL } from "../../testing/index.ts";
import { getTrend } from "../../trend/get.ts";
import { getRun } from "../record/get.ts";
import { setSteady } from "./set-steady.ts";

let importing: Importing;
beforeAll(async () => {
  importing = await Importing.open();
});
afterAll(() => importing.close());

const START = 1_700_000_000;
const SECONDS = 600;

/** What a tool says every so many seconds, of a load that rises to 9,000 a second and stays there. */
function counted(
  rise: number,
  { step = 10, source = "none" }: { step?: number; source?: "none" | "quoted" } = {},
) {
  const random = seededRandom(5);
  const quotes: Cell["distribution"] = { kind: "quoted", micros: { p50: 3_000, p99: 20_000 } };
  const cell = (requests: number, distribution: Cell["distribution"]): Cell => ({
    requests,
    errors: 0,
    items: requests,
    bytes: 0,
    sumMicros: null,
    minMicros: null,
    maxMicros: null,
    distribution,
  });
  return sampleSource([], { accepted: 1, source, loadModel: "open", durationSeconds: SECONDS }, (sink) => {
    let total = 0;
    for (let at = 0; at < SECONDS; at += step) {
      const rate = 9_000 * Math.min(1, (at + step / 2) / rise) * (0.99 + 0.02 * random());
      const requests = Math.round(rate * step);
      total += requests;
      sink.interval(ALL_REQUESTS, (START + at) * 1e6, step, cell(requests, { kind: "none" }));
    }
    sink.total(ALL_REQUESTS, cell(total, source === "quoted" ? quotes : { kind: "none" }));
  });
}

const TARGET = ["throughput >= 8900/s"];

describe("a run without latencies", () => {
  it.each([1, 10])("leaves out the rise of its load, in steps of %i s", async (step) => {
    const { answer } = await importing.upload(
      { experiment: `rises in ${step}`, target: TARGET },
      counted(60, { step }),
    );
    expect(answer.targets).toMatchObject([{ verdict: "met", window: { kind: "steady" } }]);
    expect(answer.targets[0]?.value).toBeCloseTo(9_000, -2);
    expect(answer.phase?.reason).toMatch(/^(50 s|1m)( \d+s)? of warm-up left out$/);
    expect(answer.steady?.summary.throughput).toBeCloseTo(9_000, -2);
  });

  it("is wholly steady under one load", async () => {
    const { answer } = await importing.upload({ experiment: "even", target: TARGET }, counted(1));
    expect(answer.targets).toMatchObject([{ verdict: "met" }]);
    expect(answer.phase?.reason).toBe("it has no warm-up or cool-down");
  });

  it("is a ramp if its load rises all the time, and misses no throughput", async () => {
    const { answer } = await importing.upload(
      { experiment: "rises", target: ["throughput >= 8000/s"] },
      counted(SECONDS),
    );
    expect(answer.phase?.ramp).toBe(true);
    expect(answer.targets).toMatchObject([{ verdict: "unsure" }]);
    expect(answer.targets[0]?.reason).not.toContain("drift");
  });
});

describe("a run whose tool states its percentiles", () => {
  it("judges its throughput without the rise of its load, and percentiles of the whole run", async () => {
    const target = [...TARGET, "p99 <= 25 ms", "error rate <= 1%"];
    const { answer } = await importing.upload(
      { experiment: "quoted", target },
      counted(60, { step: 1, source: "quoted" }),
    );
    expect(answer.targets).toMatchObject([
      { verdict: "met", window: { kind: "steady" } },
      { verdict: "met", value: 20, window: { kind: "whole" } },
      { verdict: "met", window: { kind: "whole" } },
    ]);
    expect(answer.targets[0]?.value).toBeCloseTo(9_000, -2);
    expect(answer.steady).toBeNull();
    expect(answer.summary.latencyMs.p99).toBe(20);
    expect(answer.phase?.reason).toMatch(
      /^the tool's percentiles are of the whole run, and throughput is judged without (50 s|1m)( \d+s)? of warm-up$/,
    );
  });

  it("has the same throughput everywhere, beside percentiles and errors of the whole run", async () => {
    const { answer } = await importing.upload(
      { experiment: "quoted everywhere", target: [...TARGET, "p99 <= 25 ms"] },
      counted(60, { step: 1, source: "quoted" }),
    );
    const { id } = answer.run;
    await importing.decide(id);
    const throughput = answer.targets[0]?.value ?? 0;
    expect(answer.summary.throughput).toBeLessThan(throughput - 300);
    const ctx = importing.home.viewer;
    const { experiments, groups } = await listCatalog({ ctx, input: { search: "quoted everywhere" } });
    const shown = experiments.find(({ name }) => name === "quoted everywhere");
    const quoted = { throughput: expect.closeTo(throughput, 6), p99Ms: 20 };
    expect(shown?.recentRuns).toMatchObject([{ ...quoted, errorRate: 0 }]);
    expect(groups).toMatchObject([{ heldPerSecond: { low: quoted.throughput, high: quoted.throughput } }]);
    expect(shown?.testedCapacity).toEqual(quoted.throughput);
    const experimentId = shown?.id ?? "";
    expect((await listExperimentRuns({ ctx, input: { experimentId } })).runs).toMatchObject([quoted]);
    const { latestRuns } = await getOverview({ ctx });
    expect(latestRuns.find((run) => run.id === id)).toMatchObject(quoted);
    const { answer: again } = await importing.upload(
      { experiment: "quoted everywhere" },
      counted(60, { step: 1, source: "quoted" }),
    );
    const runIds = [id, again.run.id];
    const { runs } = await getComparison({ ctx, input: { runIds, webUrl: TEST_WEB_URL } });
    expect(runs[0]?.summary.throughput).toEqual(quoted.throughput);
    const trend = await getTrend({ ctx, input: { experimentId, metric: "throughput" } });
    expect(trend.runs[0]).toMatchObject({ value: quoted.throughput });
  });

  it("is judged by the part of its throughput that somebody chooses, and says so", async () => {
    const { answer } = await importing.upload(
      { experiment: "quoted by hand", target: TARGET },
      counted(60, { step: 1, source: "quoted" }),
    );
    const { id: runId } = answer.run;
    const ctx = importing.home.owner;
    await setSteady({
      ctx,
      input: { runId, window: { fromSeconds: 0, toSeconds: 300 }, webUrl: TEST_WEB_URL },
    });
    const { answer: after } = await getRun({ ctx, input: { runId, webUrl: TEST_WEB_URL } });
    expect(after.targets[0]?.value).toBeLessThan(8_600);
    expect(after.phase?.counted).toMatchObject({ durationSeconds: 300 });
    expect(after.phase?.reason).toContain("throughput is judged without 5m of cool-down");
    expect(after.proof.overrides).toEqual(["The steady phase was set by hand."]);
  });

  it("is a ramp if its load rises all the time", async () => {
    const { answer } = await importing.upload(
      { experiment: "quoted rises", target: ["throughput >= 8000/s"] },
      counted(SECONDS, { step: 1, source: "quoted" }),
    );
    expect(answer.phase?.ramp).toBe(true);
    expect(answer.targets).toMatchObject([{ verdict: "unsure" }]);
  });
});
