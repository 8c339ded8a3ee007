import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Importing, sampleSource, steadySamples, TEST_WEB_URL } from "../../testing/index.ts";
import { importGauges } from "../import/import-gauges.ts";
import type { GaugeSource } from "../import/import-gauges.ts";
import { getComparisonAnswer } from "../judgement/get-comparison-answer.ts";
import { compareGauges } from "./compare-gauges.ts";
import { listRunGauges } from "./list-gauges.ts";

let world: Importing;
beforeAll(async () => {
  world = await Importing.open();
});
afterAll(() => world.close());

type Measured = Record<string, { unit?: string; values: readonly number[] }>;

/** A run of two minutes with a value of each gauge every ten seconds. */
async function runWith(measured: Measured): Promise<string> {
  const { answer } = await world.upload({ experiment: "Gauges" });
  await measure(answer.run, measured);
  return answer.run.id;
}

async function measure(run: { id: string; startedAt: string }, measured: Measured): Promise<void> {
  const startMillis = Math.floor(Date.parse(run.startedAt) / 1_000) * 1_000;
  const source: GaugeSource = {
    read: async (sink) => {
      let accepted = 0;
      for (const [name, { unit = null, values }] of Object.entries(measured)) {
        const gauge = sink.gauge(name, unit);
        for (const [at, value] of values.entries())
          sink.measure(gauge, (startMillis + at * 10_000) * 1_000, value);
        accepted += values.length;
      }
      return { accepted, refused: { count: 0, first: [] }, warnings: [] };
    },
  };
  const input = { runId: run.id, webUrl: TEST_WEB_URL, parameters: {}, badLinesShare: 0.01, source };
  if (Object.keys(measured).length > 0) await importGauges({ ctx: world.ci, uploads: world.uploads, input });
}

const compare = (runIds: readonly string[], ctx = world.home.viewer) =>
  compareGauges({ ctx, input: { runIds: [...runIds] } });

describe("the gauges of several runs", () => {
  it("are joined by name and unit, those of the most runs first, from the start of each run", async () => {
    const a = await runWith({ cpu: { unit: "%", values: [40, 80, 60] }, lag: { values: [1, 2] } });
    const b = await runWith({ cpu: { unit: "cores", values: [2] }, lag: { values: [3] } });
    const bare = await runWith({});
    const { runs, gauges, total } = await compare([b, bare, a]);
    expect(runs.map(({ id }) => id)).toEqual([b, bare, a]);
    expect(total).toBe(3);
    expect(
      gauges.map(({ name, unit, runs: of }) => [name, unit, of.map((run) => run?.points.length ?? null)]),
    ).toEqual([
      ["lag", null, [1, null, 2]],
      ["cpu", "%", [null, null, 3]],
      ["cpu", "cores", [1, null, null]],
    ]);
    const cpu = gauges[1]?.runs[2];
    expect(cpu?.points.map(({ offsetSeconds, mean }) => [offsetSeconds, mean])).toEqual([
      [0, 40],
      [10, 80],
      [20, 60],
    ]);
    expect(cpu?.highest).toEqual({ value: 80, offsetSeconds: 10 });
  });

  it("begin with their run, even if its first file began a day before and was replaced", async () => {
    const about = { experiment: "Replaced", run: "nightly" };
    await world.upload(about, sampleSource(steadySamples({ seconds: 60, perSecond: 5 })));
    const again = steadySamples({ seconds: 60, perSecond: 5, startSeconds: 1_700_000_000 + 86_400 });
    const { answer } = await world.upload(about, sampleSource(again));
    const runId = answer.run.id;
    await measure(answer.run, { cpu: { unit: "%", values: [40, 80] } });
    const { runs, gauges } = await compare([runId, await runWith({})]);
    expect(runs[0]?.startedAt).toBe(answer.run.startedAt);
    expect(gauges[0]?.runs[0]).toMatchObject({
      points: [{ offsetSeconds: 0 }, { offsetSeconds: 10 }],
      highest: { value: 80, offsetSeconds: 10 },
    });
  });

  it("say of each what its own page says", async () => {
    const values = Array.from({ length: 12 }, (_, at) => 50 + (at % 3));
    const runId = await runWith({
      cpu: { unit: "%", values },
      users: { values: values.map((_, at) => 10 + at * 5) },
    });
    const other = await runWith({ cpu: { unit: "%", values: [1] } });
    const { gauges } = await compare([runId, other]);
    const own = await listRunGauges({ ctx: world.home.viewer, input: { runId, parameters: {} } });
    for (const { name, besideLoad } of own.gauges)
      expect(gauges.find((gauge) => gauge.name === name)?.runs[0]?.besideLoad).toEqual(besideLoad);
    expect(own.gauges.find(({ name }) => name === "cpu")?.besideLoad.load).toBe("users");
  });

  it("say how each run's peak and mean differ from the reference's", async () => {
    const runIds = [
      await runWith({ lag: { values: [0, 29_000, 1_000] } }),
      await runWith({ cpu: { values: [1] } }),
      await runWith({ lag: { values: [0, 7_000, 500] } }),
    ];
    const compared = async (reference?: string) => {
      const input = { runIds, ...(reference === undefined ? {} : { reference }) };
      const { gauges } = await compareGauges({ ctx: world.home.viewer, input });
      return gauges.find(({ name }) => name === "lag");
    };
    const forth = await compared();
    expect(forth?.runs.map((run) => run?.change ?? null)).toEqual([
      null,
      null,
      { highest: 7 / 29 - 1, mean: -0.75, low: null, high: null },
    ]);
    expect(forth?.runs[2]).toMatchObject({ lowest: { value: 0 }, highest: { value: 7_000 }, mean: 2_500 });
    expect(forth?.words).toBe(
      "“lag” peaked at 29,000, then 7,000 (−75.9%), and averaged 10,000, then 2,500 (−75.0%).",
    );
    const back = await compared(runIds[2]);
    expect(back?.words).toBe(
      "“lag” peaked at 7,000, then 29,000 (+314%), and averaged 2,500, then 10,000 (+300%).",
    );
    const answer = await getComparisonAnswer({
      ctx: world.home.viewer,
      input: { parameters: { runs: runIds.join(",") }, webUrl: TEST_WEB_URL },
    });
    expect(answer.gauges?.map(({ words }) => words)).toEqual([forth?.words, null]);
  });

  it("are limited, and what is left out is counted", async () => {
    const many = Object.fromEntries(Array.from({ length: 15 }, (_, at) => [`g${at + 10}`, { values: [at] }]));
    const runIds = [await runWith(many), await runWith({ shared: { values: [1] } })];
    runIds.push(await runWith({ shared: { values: [1] } }));
    const { gauges, total } = await compare(runIds);
    expect([gauges.length, total, gauges[0]?.name]).toEqual([12, 16, "shared"]);
    expect(gauges.slice(1).map(({ name }) => name)).toEqual(
      Array.from({ length: 11 }, (_, at) => `g${at + 10}`),
    );
  });

  it("are those of this workspace's runs", async () => {
    const runId = await runWith({ cpu: { values: [1] } });
    await expect(compare([runId], world.foreign.owner)).rejects.toMatchObject({ code: "not-found" });
    await expect(compare([runId, world.test.services.newId()])).rejects.toMatchObject({ code: "not-found" });
    await expect(compare(["x"])).rejects.toMatchObject({ code: "not-found" });
    await expect(compare([])).rejects.toMatchObject({ code: "parameter-unreadable" });
    await expect(compare([runId, runId])).rejects.toMatchObject({ field: "runs" });
  });
});
