import { trimTraffic } from "@headroom/db";
import { afterAll, beforeAll, expect, it } from "vitest";
import { testMailer } from "../testing/index.ts";
import { bodyOf, now, Traffic } from "../testing/traffic.ts";
import { rollUpTraffic } from "../traffic/roll-up.ts";
import { getWorkspaceStorage } from "./storage-get.ts";
import { StorageLimit } from "./storage-limit.ts";
import { warnFullWorkspaces } from "./warn-full.ts";

let home: Traffic;
beforeAll(async () => {
  home = await Traffic.open();
});
afterAll(() => home.world.close());

const services = () => ({ ...home.world.test.services, clock: () => new Date() });
const storage = (ctx = home.world.home.owner) => getWorkspaceStorage({ ctx, input: { maxBytes: null } });
const trafficBytes = async () => (await storage()).trafficBytes;

/** Twenty minutes that are over, each second with requests of many labels; some fail. */
function body(begin: number, labels = 8) {
  const values = Array.from({ length: 1_200 * labels }, (_, at) => ({
    second: begin + Math.floor(at / labels),
    value: 5 + ((at * 37) % 400),
    tags: { name: `/${at % labels}`, expected_response: at % 9 === 0 ? "false" : "true" },
  }));
  return bodyOf(values);
}

/** As PostgreSQL has them, with 44 bytes for the place of a row in its page and its index. */
async function onDisk(steps: readonly number[] = [1, 10, 60, 600]): Promise<number> {
  return home.world.test.db.asJobs(async (tx) => {
    let sum = 0;
    for (const table of steps.flatMap((step) => [`traffic_cell_${step}`, `traffic_gauge_${step}`])) {
      const [row] = await tx.query<{ bytes: number }>(
        `select coalesce(sum(pg_column_size(${table}) + 44), 0)::float8 as bytes from ${table}`,
      );
      sum += row?.bytes ?? 0;
    }
    return sum;
  });
}

async function expectClose(): Promise<void> {
  const share = (await trafficBytes()) / (await onDisk());
  expect(share).toBeGreaterThan(0.9);
  expect(share).toBeLessThan(1.1);
}

const OLD = () => Math.floor((now() - 20 * 3_600) / 600) * 600;

it("counts live traffic as it is stored and rolled up, and that of no other workspace", async () => {
  expect(await trafficBytes()).toBe(0);
  await home.deliver("Shop", [body(OLD())]);
  const arrived = await trafficBytes();
  expect(arrived).toBeGreaterThan(0);
  await expectClose();
  while ((await rollUpTraffic(services())) > 0);
  expect(await trafficBytes()).toBeGreaterThan(arrived);
  await expectClose();
  const foreign = await storage(home.world.foreign.owner);
  expect([foreign.trafficBytes, foreign.usedBytes]).toEqual([0, 0]);
});

it("counts what is rolled up again once", async () => {
  const coarser = [10, 60, 600];
  const counted = () =>
    home.world.test.db.asJobs(async (tx) => {
      const [row] = await tx.query<{ bytes: number }>(
        "select sum(bytes)::float8 as bytes from traffic_storage where step = any($1::smallint[])",
        [coarser],
      );
      return row?.bytes ?? 0;
    });
  // The same minutes once more: their coarser cells are replaced.
  await home.deliver("Shop", [body(OLD(), 1)]);
  while ((await rollUpTraffic(services())) > 0);
  const share = (await counted()) / (await onDisk(coarser));
  expect(share).toBeGreaterThan(0.9);
  expect(share).toBeLessThan(1.1);
  await expectClose();
});

it("refuses a workspace that is full of live traffic, and no other, and mails its owners", async () => {
  const { usedBytes, trafficBytes: traffic, runBytes, fileBytes } = await storage();
  expect([traffic, runBytes, fileBytes]).toEqual([usedBytes, 0, 0]);
  const full = new StorageLimit(usedBytes);
  await expect(full.assertEnough(home.world.home.owner)).rejects.toMatchObject({ code: "workspace-full" });
  await full.assertEnough(home.world.foreign.owner);
  const mailer = testMailer();
  const warn = (maxBytes: number) =>
    warnFullWorkspaces({ services: services(), mailer, input: { maxBytes } });
  expect([await warn(usedBytes * 2), await warn(usedBytes), await warn(usedBytes)]).toEqual([0, 1, 0]);
  expect(mailer.last().text).toContain("live traffic are refused");
});

it("forgets what is dropped because of its age", async () => {
  const before = await trafficBytes();
  const seconds = await onDisk([1]);
  await home.world.test.db.asJobs((tx) => trimTraffic(tx, 1, 0));
  expect(await onDisk([1])).toBe(0);
  const share = (before - (await trafficBytes())) / seconds;
  expect(share).toBeGreaterThan(0.9);
  expect(share).toBeLessThan(1.1);
});
