import { afterAll, beforeAll, expect, it } from "vitest";
import { Importing, sampleSource, steadySamples } from "../../testing/index.ts";
import { judgeRunAgain } from "./judge-again.ts";
import { updateExperiment } from "../../experiment/update.ts";

let world: Importing;
beforeAll(async () => {
  world = await Importing.open();
});
afterAll(() => world.close());

/** Five minutes at 50 requests a second, then one at 100. */
const samples = [
  ...steadySamples({ seconds: 300, perSecond: 50 }),
  ...steadySamples({ seconds: 60, perSecond: 100, startSeconds: 1_700_000_300 }),
];
const upload = (experiment: string, target: string[], some = samples) =>
  world.upload({ experiment, target }, sampleSource(some));
const stored = (id: string) => world.inHome((tx) => tx.prisma.run.findUniqueOrThrow({ where: { id } }));
const experimentOf = (name: string) =>
  world.inHome((tx) => tx.prisma.experiment.findFirstOrThrow({ where: { name } }));

it("a run's tested capacity is worked out when it is published, and is its experiment's", async () => {
  const { answer } = await upload("Held", ["p99 <= 200 ms", "error rate <= 1%"]);
  const { capacity, heldThroughput } = await stored(answer.run.id);
  expect(capacity).toMatchObject({ proven: true });
  // Four minutes of fifty a second and one of a hundred.
  expect(heldThroughput).toBeCloseTo(60, 0);
  expect(await experimentOf("Held")).toMatchObject({
    testedCapacity: heldThroughput,
    testedCapacityRunId: answer.run.id,
    runsTotal: 1,
    latestRunId: answer.run.id,
    latestVerdict: "met",
  });
});

it("says what is missing", async () => {
  const short = await upload("Short", ["p99 <= 200 ms"], samples.slice(0, 3_000));
  expect((await stored(short.answer.run.id)).capacity).toMatchObject({ proven: false, gap: "too-short" });
  const slow = await upload("Slow", ["p99 <= 1 ms"]);
  expect((await stored(slow.answer.run.id)).capacity).toMatchObject({ proven: false, gap: "never-met" });
  const open = await upload("Open", []);
  expect(await stored(open.answer.run.id)).toMatchObject({ capacity: null, heldThroughput: null });
  expect(await experimentOf("Slow")).toMatchObject({ testedCapacity: null, testedCapacityRunId: null });
});

it("is never that of simulated results, whatever they are called", async () => {
  const uploadWith = (experiment: string, more: object) =>
    world.upload({ experiment, target: ["p99 <= 200 ms"], ...more }, sampleSource(samples));
  const real = await uploadWith("Made up", { environment: "simulated", simulated: "false" });
  expect((await stored(real.answer.run.id)).capacity).toMatchObject({ proven: true });
  const { answer } = await uploadWith("Simulated", { simulated: "true" });
  expect(answer.warnings.map(({ code }) => code)).toContain("traffic-simulated");
  expect((await stored(answer.run.id)).capacity).toMatchObject({ proven: false, gap: "simulated" });
  expect(await experimentOf("Simulated")).toMatchObject({ testedCapacity: null });
});

it("is not that of a run with one simulated part, until a real one replaces it", async () => {
  const part = async (generator: string, more: object) => {
    const parameters = { experiment: "Parts", target: ["p99 <= 200 ms"], run: "r", generator, ...more };
    return (await world.upload(parameters, sampleSource(samples))).answer;
  };
  await part("a", {});
  const both = await part("b", { simulated: "true" });
  expect(both.warnings.map(({ code }) => code)).toContain("traffic-partly-simulated");
  expect(await experimentOf("Parts")).toMatchObject({ testedCapacity: null });
  const real = await part("b", {});
  expect(real.warnings.map(({ code }) => code)).not.toContain("traffic-partly-simulated");
  expect((await experimentOf("Parts")).testedCapacity).toBeCloseTo(120, 0);
});

it("stands on runs that were judged by the present targets", async () => {
  const { answer } = await upload("Changed", ["p99 <= 200 ms"]);
  const { id, name } = await experimentOf("Changed");
  const ctx = world.home.owner;
  const change = (targets: string[], targetsVersion: number) =>
    updateExperiment({ ctx, input: { experimentId: id, version: 1, targetsVersion, name, targets } });
  await change(["p99 <= 1 ms"], 1);
  expect(await experimentOf("Changed")).toMatchObject({ testedCapacity: null });
  await judgeRunAgain({ ctx, input: { runId: answer.run.id, webUrl: "http://web" } });
  expect(await experimentOf("Changed")).toMatchObject({ testedCapacity: null, latestVerdict: "missed" });
  await change(["p99 <= 1 s"], 2);
  await judgeRunAgain({ ctx, input: { runId: answer.run.id, webUrl: "http://web" } });
  expect((await experimentOf("Changed")).testedCapacity).toBeCloseTo(60, 0);
});
