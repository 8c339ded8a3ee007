import { afterAll, beforeAll, expect, it } from "vitest";
import { getOverview } from "../../overview/get-overview.ts";
import { getRoundsComparison } from "../../comparison/get-rounds.ts";
import { getExperiment } from "../../experiment/get.ts";
import { setBaseline } from "../../experiment/set-baseline.ts";
import { Importing, TEST_WEB_URL } from "../../testing/importing.ts";
import { batchOf, LiveClient } from "../../testing/live.ts";
import { sampleSource, steadySamples } from "../../testing/sample-source.ts";
import { getTrend } from "../../trend/get.ts";

let importing: Importing;
let client: LiveClient;
const target = ["p99 <= 10 s"];
const START = 1_700_000_000;
/** Ten minutes, of which five show a tested capacity. */
const samples = (startSeconds: number, perSecond = 2) =>
  steadySamples({ seconds: 600, perSecond, startSeconds });

beforeAll(async () => {
  importing = await Importing.open();
  client = new LiveClient(importing);
});
afterAll(() => importing.close());

/** One writer of two has ended. */
async function openHalf(experiment: string, parameters: object = {}): Promise<string> {
  const runId = await client.open({ origin: START + 90_000, experiment, target, ...parameters });
  await client.send(runId, batchOf(samples(START + 90_000, 4), { writer: "a", sequence: 1 }));
  await client.send(runId, batchOf([], { writer: "b", sequence: 1 }));
  await client.finish(runId, { ends: "writers", writers: [{ writer: "a", sequence: 1 }] });
  return runId;
}

const owner = () => importing.home.owner;
const experimentOf = async (name: string) => {
  const row = await importing.inHome(({ prisma }) => prisma.experiment.findFirstOrThrow({ where: { name } }));
  return getExperiment({ ctx: owner(), input: { experimentId: row.id } });
};

it("an experiment whose only run is half done has no verdict, no capacity and no trend, but a run in progress", async () => {
  const runId = await openHalf("Only");
  const before = await experimentOf("Only");
  expect(before).toMatchObject({
    isReceiving: true,
    recentRuns: [],
    capacity: { proven: false, gap: "no-run", detail: "No complete runs yet." },
  });
  const trendOf = () => getTrend({ ctx: owner(), input: { experimentId: before.id } });
  expect((await trendOf()).runsTotal).toBe(0);
  await client.finish(runId);
  expect(await experimentOf("Only")).toMatchObject({
    isReceiving: false,
    recentRuns: [{ id: runId }],
    capacity: { proven: true, run: { id: runId } },
  });
  expect((await trendOf()).runsTotal).toBe(1);
});

it("is among the latest runs of the overview once it is complete", async () => {
  const runId = await openHalf("Listed");
  const latest = async () => (await getOverview({ ctx: owner() })).latestRuns.map(({ id }) => id);
  expect(await latest()).not.toContain(runId);
  await client.finish(runId);
  expect(await latest()).toContain(runId);
});

it("can be the baseline once it is complete", async () => {
  const runId = await openHalf("Base");
  const { id: experimentId } = await experimentOf("Base");
  const set = () => setBaseline({ ctx: owner(), input: { experimentId, runId } });
  await expect(set()).rejects.toMatchObject({ code: "conflict", field: "run" });
  expect((await experimentOf("Base")).baseline).toBeNull();
  await client.finish(runId);
  await set();
  expect((await experimentOf("Base")).baseline).toMatchObject({ id: runId });
});

it("changes neither a round nor the tested capacity before it is complete", async () => {
  const configuration = ["round=two"];
  const upload = (startSeconds: number, round: string, perSecond: number) =>
    importing.upload(
      { service: "Checkout", experiment: "Levels", target, configuration: [`round=${round}`] },
      sampleSource(samples(startSeconds, perSecond)),
    );
  await upload(START, "one", 2);
  const complete = (await upload(START + 5_000, "two", 3)).answer.run.id;
  const runId = await openHalf("Levels", { configuration });
  const secondRun = async () => {
    const rounds = await getRoundsComparison({
      ctx: owner(),
      input: {
        serviceSlug: "checkout",
        rounds: { by: "configuration", key: "round", before: "one", after: "two" },
        webUrl: TEST_WEB_URL,
      },
    });
    return rounds.rows.find(({ experiment }) => experiment.name === "Levels")?.after?.id;
  };
  const capacityOf = async () => (await experimentOf("Levels")).capacity;
  expect(await secondRun()).toBe(complete);
  expect(await capacityOf()).toMatchObject({ proven: true, run: { id: complete } });
  await client.finish(runId);
  expect(await secondRun()).toBe(runId);
  expect(await capacityOf()).toMatchObject({ proven: true, run: { id: runId } });
});
