import { afterAll, beforeAll, expect, it } from "vitest";
import { acceptRisk } from "../accepted-risk/accept.ts";
import type { Context } from "../context.ts";
import { Importing } from "../testing/index.ts";
import { savePeakExperiment, uploadRun } from "../testing/peak-runs.ts";
import { getOverview } from "./get-overview.ts";

let world: Importing;
let owner: Context;
beforeAll(async () => {
  world = await Importing.open();
  owner = { ...world.home.owner, clock: () => new Date() };
});
afterAll(() => world.close());

const service = async () => (await getOverview({ ctx: owner })).services[0];

it("proves of a service what its peak days and headroom say", async () => {
  await savePeakExperiment(world, "Cached", { representsPeak: false });
  await uploadRun(world, { experiment: "Cached", millis: 5, perSecond: 40 });
  expect(await service()).toMatchObject({ peaks: 0, peaksProven: 0, lowest: null });

  await savePeakExperiment(world, "Mix");
  await uploadRun(world, { experiment: "Mix", millis: 50, daysAgo: 3, environment: "staging" });
  expect(await service()).toMatchObject({
    peaks: 1,
    peaksProven: 1,
    lowest: {
      name: "Mix",
      throughput: expect.closeTo(10, 0) as number,
      accepted: false,
      elsewhere: "staging",
    },
  });

  const missed = await uploadRun(world, {
    experiment: "Mix",
    millis: 240,
    daysAgo: 2,
    environment: "staging",
  });
  expect(await service()).toMatchObject({ peaks: 1, peaksProven: 0, lowest: null });

  const until = new Date(Date.now() + 5 * 86_400_000).toISOString();
  const body = { target: "p99 <= 200 ms", reason: "Far above the load that we expect.", until };
  await acceptRisk({ ctx: owner, input: { runId: missed.id, body } });
  expect(await service()).toMatchObject({ peaks: 1, peaksProven: 1, lowest: { accepted: true } });
});

it("doesn't count a proof if a run of the same time, which arrived later, missed", async () => {
  await savePeakExperiment(world, "Twice");
  const peaksProven = async () => (await service())?.peaksProven;
  const before = (await peaksProven()) ?? 0;
  const startSeconds = Math.floor(Date.now() / 1_000) - 86_400;
  await uploadRun(world, { experiment: "Twice", millis: 50, startSeconds });
  expect(await peaksProven()).toBe(before + 1);
  await uploadRun(world, { experiment: "Twice", millis: 240, startSeconds });
  expect(await peaksProven()).toBe(before);
});

it("proves all experiments that represent the peak, the last of a thousand, too", async () => {
  const before = await service();
  await savePeakExperiment(world, "Zzz");
  await uploadRun(world, { experiment: "Zzz", millis: 50, daysAgo: 3 });
  await world.inHome((tx) =>
    tx.query(
      `insert into experiment (id, workspace_id, service_id, slug, name, represents_peak)
       select gen_random_uuid(), $1, $2, 'one-' || n, 'One ' || n, true from generate_series(1, 1000) n`,
      [world.home.workspaceId, before?.id ?? ""],
    ),
  );
  expect(await service()).toMatchObject({
    peaks: (before?.peaks ?? 0) + 1_001,
    peaksProven: (before?.peaksProven ?? 0) + 1,
  });
});

it("has no service of another workspace", async () => {
  expect((await getOverview({ ctx: world.foreign.owner })).services).toEqual([]);
});
