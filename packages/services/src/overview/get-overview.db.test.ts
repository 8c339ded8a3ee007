import { afterAll, beforeAll, expect, it } from "vitest";
import { acceptRisk } from "../accepted-risk/accept.ts";
import type { Context } from "../context.ts";
import { Importing } from "../testing/index.ts";
import { savePeakExperiment, uploadRun } from "../testing/peak-runs.ts";
import { listLiveServices } from "../traffic/list-live-services.ts";
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

it("counts the services that the list of services counts, tested or not", async () => {
  await world.inHome((tx) =>
    tx.query(
      `insert into service (id, workspace_id, slug, name, provisional)
       values (gen_random_uuid(), $1, 'heard', 'Heard', false), (gen_random_uuid(), $1, 'begun', 'Begun', true)`,
      [world.home.workspaceId],
    ),
  );
  const { services, servicesTotal } = await getOverview({ ctx: owner });
  expect(servicesTotal).toBe((await listLiveServices({ ctx: owner })).total);
  const heard = services.find(({ slug }) => slug === "heard");
  expect(heard).toMatchObject({ experiments: 0, peaks: 0, latestAt: null, lowest: null });
  expect(Object.values(heard?.counts ?? {}).every((count) => count === 0)).toBe(true);
});

it("lists what got worse on the default branch, bounded, of one owner, and of no other workspace", async () => {
  const { id } = await uploadRun(world, { experiment: "Worse", millis: 50 });
  const changes = [
    { metric: "p99", label: null, before: 107, after: 132, state: "worse", run: { id, number: 1 }, runs: 14 },
  ];
  const before = await getOverview({ ctx: owner });
  await world.inHome(async (tx) => {
    await tx.query(
      `insert into judgement (id, workspace_id, run_id, question, question_digest, is_own, outcome, findings, changes, inputs, decided_at, first_outcome, first_at)
       select gen_random_uuid(), workspace_id, id, '{}', decode(repeat('00', 32), 'hex'), true, 'misses', '[]', $2::jsonb, '{}', now(), 'misses', now()
       from run where id = $1
       on conflict (run_id) where is_own do update set changes = excluded.changes`,
      [id, JSON.stringify(changes)],
    );
    await tx.query(`update experiment set owner = 'Search team' where name = 'Worse'`, []);
  });
  const overview = await getOverview({ ctx: owner });
  expect(overview.worseTotal).toBe(before.worseTotal + 1);
  const line = overview.worse.find(({ name }) => name === "Worse");
  expect(line).toMatchObject({ changes, metric: "p99", run: { id }, since: { simulated: false } });
  expect(line?.spark.at(-1)?.id).toBe(id);
  const mine = async () =>
    (await getOverview({ ctx: owner, input: { isMine: true } })).worse.map(({ name }) => name);
  expect(await mine()).toEqual([]);
  await world.inHome((tx) =>
    tx.query(
      `update experiment set owner = upper((select name from person where id = $1)) where name = 'Worse'`,
      [owner.actor.kind === "person" ? owner.actor.id : ""],
    ),
  );
  expect(await mine()).toEqual(["Worse"]);
  expect((await getOverview({ ctx: owner })).mine).toBe(1);
  expect((await getOverview({ ctx: world.foreign.owner })).worse).toEqual([]);
  // Somebody accepted it, or it is over.
  await world.inHome((tx) =>
    tx.query(
      `update judgement set changes = jsonb_set(changes, '{0,state}', '"accepted"') where run_id = $1`,
      [id],
    ),
  );
  expect((await getOverview({ ctx: owner })).worseTotal).toBe(before.worseTotal);
});

it("reads as often for ten thousand experiments as for one, and shows at most ten that got worse", async () => {
  const { id: serviceId } = (await service()) ?? { id: "" };
  await world.inHome(async (tx) => {
    await tx.query(
      `insert into experiment (id, workspace_id, service_id, slug, name)
       select gen_random_uuid(), $1, $2, 'many-' || n, 'Many ' || n from generate_series(1, 10000) n`,
      [world.home.workspaceId, serviceId],
    );
    await tx.query(
      `update experiment e set latest_run_id = (select j.run_id from judgement j limit 1) where name like 'Many %'`,
      [],
    );
    await tx.query(
      `update judgement set changes = '[{"metric": "p99", "label": null, "before": 1, "after": 2, "state": "worse", "run": null, "runs": 2}]'`,
      [],
    );
  });
  const { worse, worseTotal, services } = await getOverview({ ctx: owner });
  expect(worse).toHaveLength(10);
  expect(worseTotal).toBeGreaterThanOrEqual(10_000);
  expect(services[0]?.worst).not.toBeNull();
});

it("has no service of another workspace", async () => {
  expect((await getOverview({ ctx: world.foreign.owner })).services).toEqual([]);
});

it("reads all services that the list of services shows, not only those of the overview", async () => {
  await world.inHome((tx) =>
    tx.query(
      `insert into service (id, workspace_id, slug, name, provisional)
       select gen_random_uuid(), $1, 'many-' || n, 'Many ' || n, false from generate_series(1, 60) n`,
      [world.home.workspaceId],
    ),
  );
  const listed = (await listLiveServices({ ctx: owner })).services.map(({ slug }) => slug);
  expect((await getOverview({ ctx: owner })).services).toHaveLength(50);
  const all = await getOverview({ ctx: owner, input: { mostServices: 200 } });
  expect(all.services.map(({ slug }) => slug).toSorted()).toEqual(listed.toSorted());
});
