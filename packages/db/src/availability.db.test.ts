import { connect, createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openDatabase } from "./database.ts";
import { seedExperiment } from "./testing/run.ts";
import { createTestDatabase } from "./testing/index.ts";
import type { TestDatabase } from "./testing/index.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const UNAVAILABLE = { code: "unavailable" };
const ANYONE = "00000000-0000-4000-8000-000000000000";

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

describe("a database that is down", () => {
  it("is unavailable to every kind of call", async () => {
    const db = openDatabase({ url: `postgres://nobody:x@127.0.0.1:${await freePort()}/none` });
    await expect(db.ping()).rejects.toMatchObject(UNAVAILABLE);
    await expect(db.inWorkspace(ANYONE, (tx) => tx.query("select 1"))).rejects.toMatchObject(UNAVAILABLE);
    await expect(db.lookup.membershipsOf(ANYONE)).rejects.toMatchObject(UNAVAILABLE);
    await db.close();
  });

  it("is found again when it comes back", async () => {
    const port = await freePort();
    const url = new URL(test.url);
    const upstream = { host: url.hostname, port: Number(url.port) };
    url.port = String(port);
    const db = openDatabase({ url: url.href, connectTimeoutMillis: 1_000 });
    await expect(db.ping()).rejects.toMatchObject(UNAVAILABLE);
    const gate = createServer((socket) => {
      const onward = connect(upstream);
      socket.pipe(onward).pipe(socket);
      for (const end of [socket, onward]) end.on("error", () => undefined);
    }).listen(port, "127.0.0.1");
    await once(gate, "listening");
    await db.ping();
    expect(await db.inWorkspace(ANYONE, (tx) => tx.query("select 1 as one"))).toEqual([{ one: 1 }]);
    await db.close();
    gate.close();
  });
});

describe("connections that the server closes", () => {
  it("idle ones are replaced, and one in use fails its own transaction only", async () => {
    const { workspaceId } = await seedExperiment(test.db);
    const killer = new pg.Client({ connectionString: test.url });
    await killer.connect();
    const killOthers = () =>
      killer.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and usename = current_user`,
      );
    const count = () => test.db.inWorkspace(workspaceId, ({ prisma }) => prisma.experiment.count());
    await killOthers();
    await expect.poll(() => count().catch(() => null), { interval: 5 }).toBe(1);

    const cut = test.db.inWorkspace(workspaceId, async ({ prisma }) => {
      await prisma.experiment.updateMany({ data: { name: "lost" } });
      await killOthers();
      return prisma.experiment.count();
    });
    await expect(cut).rejects.toMatchObject(UNAVAILABLE);
    await expect.poll(() => count().catch(() => null), { interval: 5 }).toBe(1);
    const names = await test.db.inWorkspace(workspaceId, (tx) => tx.query("select name from experiment"));
    expect(names).toEqual([{ name: "Mix" }]);
    await killer.end();
  });

  it("too few of them for all who wait is unavailability as well", async () => {
    const db = openDatabase({ url: test.url, maxConnections: 1, connectTimeoutMillis: 1_000 });
    const waiting = db.inWorkspace(ANYONE, async () => {
      await expect(db.inWorkspace(ANYONE, (tx) => tx.query("select 1"))).rejects.toMatchObject(UNAVAILABLE);
    });
    await waiting;
    await db.close();
  });

  it("too few of them for work that can wait isn't an error, and holds up nothing else", async () => {
    const db = openDatabase({ url: test.url, maxConnections: 3, connectTimeoutMillis: 1_000 });
    let inside = 0;
    const patient = () =>
      db.inWorkspace(
        ANYONE,
        async (tx) => {
          inside += 1;
          expect(inside).toBeLessThanOrEqual(2);
          await tx.query("select pg_sleep(0.4)");
          inside -= 1;
        },
        { patient: true },
      );
    const waiting = Promise.all(Array.from({ length: 8 }, patient));
    await db.ping();
    expect(await db.inWorkspace(ANYONE, (tx) => tx.query("select 1 as one"))).toEqual([{ one: 1 }]);
    await waiting;
    await db.close();
  });

  it("a statement that takes too long is ended, and is not unavailability", async () => {
    const slow = test.db.inWorkspace(ANYONE, (tx) => tx.query("select pg_sleep(20)"), {
      statementTimeoutSeconds: 0.05,
    });
    await expect(slow).rejects.toMatchObject({ code: "57014" });
  });
});
