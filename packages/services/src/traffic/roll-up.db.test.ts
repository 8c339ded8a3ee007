import { takeTrafficDue } from "@headroom/db";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bodyOf, now, Traffic } from "../testing/traffic.ts";
import { rollUpTraffic } from "./roll-up.ts";

let home: Traffic;
beforeAll(async () => {
  home = await Traffic.open();
});
afterAll(() => home.world.close());

const MINUTES = 12;

/** A request a minute, for so many minutes that are over. */
async function deliver(service: string): Promise<string> {
  const begin = Math.floor(now() / 600) * 600 - 1_800;
  const values = Array.from({ length: MINUTES }, (_, minute) => ({ second: begin + minute * 60, value: 5 }));
  return home.deliver(service, [bodyOf(values)]);
}

/** How PostgreSQL may run a query of a table that it takes for an almost empty one. */
const AS_IF_EMPTY = ["hashjoin", "mergejoin", "hashagg", "material", "memoize", "sort"];

it("takes one stretch at a time, however the database runs the query", async () => {
  await deliver("Taken");
  const taken = await home.world.test.db.asJobs(async (tx) => {
    for (const name of AS_IF_EMPTY) await tx.query(`set local enable_${name} = off`);
    const seconds: number[] = [];
    for (;;) {
      const due = await takeTrafficDue(tx, 60, new Date());
      if (due === null) return seconds;
      seconds.push(due.second);
    }
  });
  expect(taken).toHaveLength(MINUTES);
  expect(taken).toEqual(taken.toSorted((a, b) => a - b));
});

it("adds up every stretch", async () => {
  const id = await deliver("Added up");
  await rollUpTraffic({ ...home.world.test.services, clock: () => new Date() });
  for (const step of [1, 10, 60, 600] as const)
    expect((await home.totalOf(id, step)).requests, `${step} s`).toBe(MINUTES);
});
