import { mkdtemp, readdir, rm, statfs } from "node:fs/promises";
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
  const dataDir = await mkdtemp(join(await roomyFolder(), `headroom-test-${process.pid}-`));
  const server = await startLocalDatabase({ dataDir, port: 0, ephemeral: true, log: () => undefined });
  stop = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const url = server.adminUrl ?? server.url;
  await stopVacuuming(url);
  setTestServerUrl(url);
}

const MEMORY = "/dev/shm";
/** Several times what all tests take. */
const LEAST_FREE_BYTES = 4 * 2 ** 30;

/** In memory, if there is plenty: a disk takes longer to make the files of a table than PostgreSQL to fill them. */
async function roomyFolder(): Promise<string> {
  await removeLeftovers();
  const found = await statfs(MEMORY).catch(() => null);
  const free = found === null ? 0 : Math.min(found.bavail * found.bsize, process.availableMemory());
  return free >= LEAST_FREE_BYTES ? MEMORY : tmpdir();
}

/** What killed runs left would stay in memory. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(MEMORY).catch(() => [])) {
    const pid = Number(/^headroom-test-(\d+)-/.exec(name)?.[1]);
    if (pid > 0 && !isAlive(pid)) await rm(join(MEMORY, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
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
