import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestServices } from "../testing/index.ts";
import type { TestServices } from "../testing/index.ts";
import { OwnClock } from "./own-clock.ts";

let test: TestServices;
beforeAll(async () => {
  test = await createTestServices();
});
afterAll(() => test.drop());

const clockOff = (seconds: number) =>
  new OwnClock({ db: test.db, clock: () => new Date(Date.now() + seconds * 1_000) });

it.each([
  [3_600, "1h ahead of"],
  [-3_600, "1h behind"],
  [-90, "1m 30s behind"],
])("says by how much it differs from the database's: %d s", async (seconds, distance) => {
  const clock = clockOff(seconds);
  expect(clock.isOff).toBe(false);
  await clock.check();
  expect(Math.abs((clock.aheadSeconds ?? 0) - seconds)).toBeLessThan(20);
  expect(clock.isOff).toBe(true);
  const [, unit] = distance.split(" ");
  expect(() => clock.assertRight()).toThrow(new RegExp(`The clock of this server is .* ${unit}`));
  expect(() => clock.assertRight()).toThrow(expect.objectContaining({ code: "not-ready" }));
});

it.each([0, 40, -40])("is right within a minute: %d s", async (seconds) => {
  const clock = clockOff(seconds);
  await clock.check();
  expect([clock.isOff, clock.assertRight()]).toEqual([false, undefined]);
});

it("isn't off because the database is slow to answer", async () => {
  let asked = 0;
  // Two minutes pass while the database is asked.
  const clock = new OwnClock({
    db: test.db,
    clock: () => new Date(Date.now() + (asked++ === 0 ? -60_000 : 60_000)),
  });
  await clock.check();
  expect(clock.aheadSeconds).toBe(0);
});

it("keeps what it knows while the database is away", async () => {
  let isAway = false;
  const asJobs: typeof test.db.asJobs = (work) =>
    isAway ? Promise.reject(new Error("away")) : test.db.asJobs(work);
  const clock = new OwnClock({ db: { ...test.db, asJobs }, clock: () => new Date(Date.now() + 3_600_000) });
  await clock.check();
  isAway = true;
  await clock.check();
  expect(clock.isOff).toBe(true);
});
