import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startLocalDatabase } from "@headroom/local-db";
import { setTestServerUrl, testDatabasePrefix, testServerUrl } from "../env.ts";
import { dropTestDatabases } from "./index.ts";

let stop: (() => Promise<void>) | null = null;

/** Vitest's global setup: one server for the whole run, unless an existing one is configured. */
export async function setup(): Promise<void> {
  testDatabasePrefix();
  if (testServerUrl() !== null) return;
  const dataDir = await mkdtemp(join(tmpdir(), "headroom-test-"));
  const server = await startLocalDatabase({ dataDir, port: 0, ephemeral: true, log: () => undefined });
  stop = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const url = server.adminUrl ?? server.url;
  await stopVacuuming(url);
  setTestServerUrl(url);
}

/** With statistics that a vacuum gathers at any moment, a query's plan, and so the order of its rows, would differ from run to run. */
async function stopVacuuming(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("alter system set autovacuum = off");
  await client.query("select pg_reload_conf()");
  await client.end();
}

export async function teardown(): Promise<void> {
  await (stop ?? dropTestDatabases)();
}
