import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { experimentCapacity } from "@headroom/contract";
import { contextOf } from "../context.ts";
import type { Context } from "../context.ts";
import { Importing, sampleSource } from "../testing/index.ts";
import type { Sample } from "../testing/index.ts";
import { getExperimentCapacity } from "./get-capacity.ts";

const START = 1_700_000_000;
const SECONDS = 120;
let world: Importing;
beforeAll(async () => {
  world = await Importing.open();
});
afterAll(() => world.close());

interface SteadyRun {
  users: number;
  perSecond: number;
  failing?: number;
  gauge?: string;
  at?: number;
  parameters?: object;
}

/** A run with so many users all the time. */
async function upload(experiment: string, run: SteadyRun): Promise<void> {
  const { users, perSecond, failing = 0, gauge = "users", at = 0, parameters = {} } = run;
  const start = START + at * 3_600;
  const samples = Array.from({ length: SECONDS * perSecond }, (_, place): Sample => {
    const completedAtMicros = Math.round((start + place / perSecond) * 1e6);
    return { label: "GET /", completedAtMicros, latencyMicros: 50_000, failed: place % 100 < failing };
  });
  const source = sampleSource(samples, {}, (sink) => {
    const id = sink.gauge(gauge, null);
    for (let second = 0; second < SECONDS; second++) sink.measure(id, (start + second) * 1e6, users);
  });
  await world.upload({ experiment, environment: "staging", ...parameters }, source);
}

const idOf = (name: string) =>
  world.inHome(async (tx) => (await tx.prisma.experiment.findFirstOrThrow({ where: { name } })).id);
async function capacityOf(name: string, parameters: object = {}, ctx: Context = world.home.owner) {
  const experimentId = await idOf(name);
  return experimentCapacity.parse(await getExperimentCapacity({ ctx, input: { experimentId, parameters } }));
}

describe("the capacity over the runs of an experiment", () => {
  it("fits the scalability law to their steady phases", async () => {
    const law = (users: number) => (10 * users) / (1 + 0.02 * (users - 1) + 0.0004 * users * (users - 1));
    for (const [at, users] of [2, 4, 8, 16, 24, 32, 48].entries())
      await upload("Steps", { users, perSecond: Math.round(law(users)), at });
    const found = await capacityOf("Steps");
    expect(found).toMatchObject({
      environment: "staging",
      branch: null,
      simulated: false,
      leftOut: [],
      commits: 0,
    });
    expect(found.runs.map(({ users }) => users)).toEqual([2, 4, 8, 16, 24, 32, 48]);
    expect(found.runs[0]?.throughput).toBeCloseTo(law(2), 0);
    if ("problem" in found.usl) throw new Error(found.usl.problem);
    expect(found.usl.sigma.low).toBeLessThan(0.02);
    expect(found.usl.sigma.high).toBeGreaterThan(0.015);
    expect(found.usl.peak?.load.value).toBeCloseTo(Math.sqrt((1 - 0.02) / 0.0004), -1);
  });

  it("leaves out runs that say no load, and a service that was broken, and says how many", async () => {
    await upload("Mixed", { users: 4, perSecond: 10 });
    await upload("Mixed", { users: 8, perSecond: 20, at: 1, failing: 30 });
    await upload("Mixed", { users: 8, perSecond: 20, at: 2, gauge: "cpu" });
    const found = await capacityOf("Mixed");
    expect(found.runs).toMatchObject([{ number: 1, users: 4 }]);
    expect(found.leftOut).toEqual(
      expect.arrayContaining([
        { gap: "failed", runs: 1 },
        { gap: "no-users", runs: 1 },
      ]),
    );
    expect(found.usl).toEqual({
      problem: "Only 1 load was measured. The scalability law needs at least 6 different ones.",
    });
  });

  it("never mixes environments, branches, or real runs with simulated ones", async () => {
    await upload("Apart", { users: 4, perSecond: 10, parameters: { branch: "main" } });
    await upload("Apart", { users: 5, perSecond: 10, at: 1, parameters: { branch: "faster" } });
    await upload("Apart", {
      users: 6,
      perSecond: 10,
      at: 2,
      parameters: { branch: "main", environment: "prod" },
    });
    await upload("Apart", { users: 7, perSecond: 10, at: 3, parameters: { simulated: "true" } });
    const users = async (parameters: object = {}) => {
      const found = await capacityOf("Apart", parameters);
      return [found.simulated, ...found.runs.map((run) => run.users)];
    };
    expect(await users()).toEqual([false, 6]);
    expect(await users({ environment: "staging" })).toEqual([false, 5]);
    expect(await users({ environment: "staging", branch: "main" })).toEqual([false, 4]);
    expect(await users({ environment: "nowhere" })).toEqual([false]);
  });

  it("adds up the users of all generators", async () => {
    const key = { run: "twins", branch: "main" };
    await upload("Twins", { users: 4, perSecond: 10, parameters: { ...key, generator: "a" } });
    await upload("Twins", { users: 6, perSecond: 15, parameters: { ...key, generator: "b" } });
    expect((await capacityOf("Twins")).runs).toMatchObject([
      { users: 10, throughput: expect.closeTo(25, 0) },
    ]);
  });

  it("is only for those who may read, and of their workspace", async () => {
    await expect(capacityOf("Steps", {}, world.foreign.owner)).rejects.toMatchObject({ code: "not-found" });
    const ingest = contextOf(world.test.services, world.home.workspaceId, {
      kind: "token",
      id: world.test.services.newId(),
      scopes: ["ingest"],
      serviceId: null,
    });
    await expect(capacityOf("Steps", {}, ingest)).rejects.toMatchObject({ code: "scope-missing" });
  });
});
