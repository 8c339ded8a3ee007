import { DAY_SECONDS, HOUR_SECONDS } from "@headroom/core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readServiceCapacity } from "../capacity/service-capacity.ts";
import { getOverview } from "../overview/get-overview.ts";
import { getHeadroom } from "../readiness/get-headroom.ts";
import { addServiceEvents } from "../service-event/add.ts";
import { Importing, TEST_IMPORT_LIMITS } from "../testing/index.ts";
import { savePeakExperiment } from "../testing/peak-runs.ts";
import { addTrafficService, storeTraffic } from "../testing/stored-traffic.ts";
import { keepAsRun } from "./keep-as-run.ts";
import { queueLiveProofs } from "./queue-live-proofs.ts";
import { workProveLive } from "./work-prove-live.ts";

const KEPT = { 1: 0, 10: 0, 60: 90, 600: 730 };
const NOW = Math.floor(Date.now() / 1_000);
const TODAY = Math.floor(NOW / DAY_SECONDS) * DAY_SECONDS;
const YESTERDAY = TODAY - DAY_SECONDS;

let world: Importing;
let serviceId: string;
beforeAll(async () => {
  world = await Importing.open();
  await savePeakExperiment(world, "Mix");
  serviceId = await addTrafficService(world, "Checkout", { heardAt: new Date(), lastAt: new Date() });
  await world.inHome((tx) =>
    tx.prisma.traffic.update({
      where: { serviceId },
      data: { firstAt: new Date((YESTERDAY - DAY_SECONDS) * 1_000) },
    }),
  );
});
afterAll(() => world.close());

const store = (stretches: Parameters<typeof storeTraffic>[2]) =>
  storeTraffic(world.test.db, { workspaceId: world.home.workspaceId, serviceId }, stretches);

async function prove(now = NOW) {
  const { workspaceId } = world.home;
  await workProveLive({
    services: { ...world.test.services, clock: () => new Date(now * 1_000) },
    job: { payload: { workspaceId, serviceId }, last: false, signal: new AbortController().signal },
    keepDays: KEPT,
  });
  const rows = await world.inHome((tx) =>
    tx.prisma.liveProof.findMany({ where: { serviceId }, orderBy: { day: "asc" } }),
  );
  return new Map(rows.map((row) => [row.day.getTime() / 1_000, row]));
}

it("stores what production held on each day, as a run kept of the same cells would", async () => {
  const begin = YESTERDAY + 12 * HOUR_SECONDS;
  const requests = [3_000, 6_000, 9_000, 12_000];
  await store(
    requests.map((count, at) => ({
      second: begin + at * 600,
      requests: count,
      ...(at === 3 ? { slow: 1_200 } : {}),
    })),
  );
  await addServiceEvents({
    ctx: world.home.owner,
    input: {
      service: "checkout",
      body: { kind: "deploy", at: new Date((begin - 60) * 1_000).toISOString(), title: "v42" },
    },
  });
  const rows = await prove();
  expect([...rows.keys()]).toEqual([YESTERDAY - DAY_SECONDS, YESTERDAY, TODAY]);
  expect(rows.get(TODAY)).toMatchObject({ throughput: null, gap: "nothing-known" });
  const held = rows.get(YESTERDAY);
  expect(held).toMatchObject({
    gap: null,
    fromAt: new Date((begin + 1_200) * 1_000),
    p99LowMs: expect.closeTo(20, 0),
    errorRate: 0,
    targets: ["p99 <= 200 ms"],
    deploy: { title: "v42", inside: false },
    missed: { misses: ["p99 <= 200 ms"] },
  });
  const { answer } = await keepAsRun({
    ctx: { ...world.home.owner, clock: () => new Date() },
    uploads: world.uploads,
    keepDays: KEPT,
    input: {
      body: {
        from: new Date(begin * 1_000).toISOString(),
        to: new Date((begin + 2_400) * 1_000).toISOString(),
        experiment: "Mix",
      },
      service: "checkout",
      idempotencyKey: null,
      limits: TEST_IMPORT_LIMITS,
      webUrl: "https://headroom.example",
    },
  });
  const run = await world.inHome((tx) =>
    tx.prisma.run.findUniqueOrThrow({ where: { id: answer.run.id }, select: { capacity: true } }),
  );
  expect(run.capacity).toMatchObject({ proven: true, throughput: held?.throughput });
});

it("says so in the headroom of the service, while a proof counts", async () => {
  const at = (seconds: number) =>
    getHeadroom({
      ctx: { ...world.home.viewer, clock: () => new Date((NOW + seconds) * 1_000) },
      keepDays: KEPT,
      input: { service: "checkout" },
    });
  const { production } = await at(0);
  expect(production).toMatchObject({ throughput: 15, deploy: { title: "v42", inside: false } });
  expect(production?.sentence).toMatch(
    /^Production itself held 15\.0 req\/s on \d+ \w+ \d{4} at 12:20 UTC for 5 minutes, p99 20 ms\.$/,
  );
  // The run that was kept held as much, so it isn't more.
  expect((await at(0)).capacity).toBe(15);
  const raise = (throughput: number) =>
    world.inHome((tx) =>
      tx.prisma.liveProof.updateMany({ where: { throughput: { not: null } }, data: { throughput } }),
    );
  await raise(31);
  expect((await at(0)).capacity).toBe(31);
  const shown = await world.inHome((tx) =>
    readServiceCapacity(tx, {
      serviceId,
      workspaceId: world.home.workspaceId,
      now: new Date(NOW * 1_000),
    }),
  );
  expect(shown).toMatchObject({ proven: true, throughput: 31, heldAt: expect.any(String), accepted: null });
  const overview = await getOverview({ ctx: { ...world.home.viewer, clock: () => new Date(NOW * 1_000) } });
  expect(overview.services.map(({ production: more }) => more)).toEqual([31]);
  await raise(15);
  expect((await at(42 * DAY_SECONDS)).production?.throughput).toBe(15);
  expect((await at(46 * DAY_SECONDS)).production).toBeNull();
});

it("looks at earlier days again only once they are over or under other targets", async () => {
  const later = new Map((await prove(NOW + 60)).entries());
  expect(later.get(YESTERDAY)?.madeAt).toEqual(new Date(NOW * 1_000));
  expect(later.get(TODAY)?.madeAt).toEqual(new Date((NOW + 60) * 1_000));
  await savePeakExperiment(world, "Strict", { targets: ["p99 <= 10 ms", "p99 <= 5 ms at 5 users"] });
  const strict = await prove(NOW + 120);
  expect(strict.get(YESTERDAY)).toMatchObject({
    throughput: null,
    gap: "never-met",
    targets: ["p99 <= 10 ms"],
  });
});

it("is queued for each service once an hour, while it has live traffic", async () => {
  const { services } = world.test;
  const at = (seconds: number) =>
    queueLiveProofs({ services: { ...services, clock: () => new Date((NOW + seconds) * 1_000) } });
  expect(await at(2 * HOUR_SECONDS)).toBe(0);
  await world.inHome((tx) =>
    tx.query(
      "insert into traffic_storage (workspace_id, service_id, step, at, bytes) values ($1, $2, 1, to_timestamp($3), 0)",
      [world.home.workspaceId, serviceId, NOW],
    ),
  );
  expect(await at(HOUR_SECONDS)).toBe(0);
  expect(await at(HOUR_SECONDS + 121)).toBe(1);
  await world.inHome((tx) => tx.prisma.experiment.updateMany({ data: { representsPeak: false } }));
  expect(await at(HOUR_SECONDS + 121)).toBe(0);
});
