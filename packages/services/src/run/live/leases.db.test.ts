import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openBatchLog, openLeases } from "../../live/open-batch-log.ts";
import { bodyOf, now, Traffic } from "../../testing/traffic.ts";
import { startAggregating } from "./start-aggregating.ts";

let traffic: Traffic;
beforeAll(async () => {
  traffic = await Traffic.open({ counts: false });
});
afterAll(() => traffic.world.close());

/** As a process of its own does it. */
function startProcess({ hangs = false, stuckMillis = 60_000 } = {}) {
  const { services } = traffic.world.test;
  const log = openBatchLog(services);
  const leases = openLeases(services, log);
  const pages = { counted: 0, lost: 0 };
  // A process that is stopped keeps its connections, and with them its leases.
  if (hangs) log.behind = () => new Promise(() => undefined);
  const counting = startAggregating(
    { services, log, leases, gatherMillis: 1, stuckMillis, read: (page) => (pages[page] += 1) },
    {
      failed: (error) => expect.fail(String(error)),
      interrupted: () => undefined,
    },
  );
  return { leases, pages, stop: () => (hangs ? leases.release() : counting.stop()) };
}

const SERVICES = 24;
const ROUNDS = 8;

it("three processes count everything once, and hardly ever read the same", async () => {
  const processes = [startProcess(), startProcess(), startProcess()];
  const held = () => processes.map(({ leases }) => leases.held.size);
  await vi.waitFor(() => {
    expect(held().reduce((sum, one) => sum + one)).toBe(64);
    expect(Math.max(...held())).toBe(22);
  }, 10_000);
  const names = Array.from({ length: SERVICES }, (_, at) => `Service ${at}`);
  // Each round is counted before the next is sent, so that there are as many pages as rounds however slow the machine is.
  for (let round = 0; round < ROUNDS; round++) {
    const second = now() - 60 + round;
    const ids = await Promise.all(
      names.map((name) => traffic.send(name, bodyOf([{ second, value: 1 }]), `${name} ${round}`)),
    );
    const totals = () => Promise.all(ids.map(async (id) => (await traffic.totalOf(id, 1)).requests));
    await vi.waitFor(async () => expect(await totals()).toEqual(ids.map(() => round + 1)), 20_000);
  }
  await Promise.all(processes.map(({ stop }) => stop()));
  const lost = processes.reduce((sum, { pages }) => sum + pages.lost, 0);
  const counted = processes.reduce((sum, { pages }) => sum + pages.counted, 0);
  expect(counted).toBeGreaterThanOrEqual(ROUNDS);
  expect(lost / (counted + lost)).toBeLessThanOrEqual(0.02);
  expect(processes.every(({ pages }) => pages.counted > 0)).toBe(true);
});

it("a process that hangs keeps its leases, and what it leases is counted by another", async () => {
  const hanging = startProcess({ hangs: true });
  await vi.waitFor(() => expect(hanging.leases.held.size).toBe(64), 10_000);
  const other = startProcess({ stuckMillis: 2_000 });
  const id = await traffic.send("Held", bodyOf([{ second: now() - 60, value: 3 }]), "held");
  await vi.waitFor(async () => expect((await traffic.totalOf(id, 1)).requests).toBe(1), 15_000);
  expect(hanging.leases.held.size).toBe(64);
  await Promise.all([hanging.stop(), other.stop()]);
});
