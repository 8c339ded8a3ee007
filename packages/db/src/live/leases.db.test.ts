import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import pg from "pg";
import { createTestDatabase } from "../testing/index.ts";
import type { TestDatabase } from "../testing/index.ts";
import { PartitionLeases } from "./leases.ts";

const PARTITIONS = 64;

let test: TestDatabase;
let owner: pg.Client;
const open: PartitionLeases[] = [];
beforeAll(async () => {
  test = await createTestDatabase();
  owner = new pg.Client({ connectionString: test.url });
  await owner.connect();
});
afterEach(() => Promise.all(open.splice(0).map((leases) => leases.release())));
afterAll(async () => {
  await owner.end();
  await test.drop();
});

function start(): PartitionLeases {
  const leases = new PartitionLeases(test.url, PARTITIONS);
  open.push(leases);
  return leases;
}

const sizes = async (all: PartitionLeases[]) => {
  for (const leases of all) await leases.renew();
  return all.map(({ held }) => held.size).toSorted((a, b) => b - a);
};

const heldTwice = (all: PartitionLeases[]) => {
  const held = all.flatMap((leases) => [...leases.held]);
  return held.length - new Set(held).size;
};

const SOON = { timeout: 5_000, interval: 200 };

it("are all held by a process that is alone", async () => {
  expect(await sizes([start()])).toEqual([PARTITIONS]);
});

it("are spread over the processes as they come and go, each partition held once", async () => {
  const three = [start(), start(), start()];
  await expect.poll(() => sizes(three), SOON).toEqual([22, 22, 20]);
  expect(heldTwice(three)).toBe(0);
  await three.pop()?.release();
  await expect.poll(() => sizes(three), SOON).toEqual([32, 32]);
  expect(heldTwice(three)).toBe(0);
});

it("of a process whose connection breaks go to the others within five seconds", async () => {
  const two = [start(), start()] as const;
  await expect.poll(() => sizes([...two]), SOON).toEqual([32, 32]);
  const [dead, alive] = two;
  await owner.query(
    `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and classid = 18520 and objid = $1`,
    [[...dead.held][0]],
  );
  await expect.poll(() => sizes([alive]), SOON).toEqual([PARTITIONS]);
  expect(dead.held.size).toBe(0);
});

it("are held by nobody while the database is away", async () => {
  const away = new PartitionLeases("postgres://nobody:nothing@127.0.0.1:1/none", PARTITIONS);
  expect((await away.renew()).size).toBe(0);
});
