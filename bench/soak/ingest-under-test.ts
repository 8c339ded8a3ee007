import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startLocalDatabase } from "@headroom/local-db";
import type { LocalDatabase } from "@headroom/local-db";

const root = join(import.meta.dirname, "..", "..");

export interface IngestUnderTest {
  url: string;
  databaseUrl: string;
  /** As it was at the start. */
  databasePid: number;
  /** Of a superuser. */
  adminUrl: string;
  workspaceId: string;
  ingestToken: string;
  readToken: string;
  manageToken: string;
  /** Of the ingest process, once it is started. */
  pid(): number;
  start(): Promise<void>;
  /** Like a power cut: nothing is flushed and nobody is notified. */
  kill(): Promise<void>;
  /** Another ingest process on the same database, to which no client sends. */
  second: { url: string; pid(): number; start(): Promise<void>; kill(): Promise<void> };
  /** One more, with settings of its own. */
  another(settings: Record<string, string>): Promise<{ url: string; start(): Promise<void> }>;
  /** Kills PostgreSQL as `kill` does, starts it again, and waits until ingest takes data. */
  killDatabase(): Promise<void>;
  close(): Promise<void>;
}

/** One client measures what many would send. */
const NO_RATE_LIMITS = {
  HEADROOM_MAX_READS_PER_MINUTE: "0",
  HEADROOM_MAX_WRITES_PER_MINUTE: "0",
  HEADROOM_MAX_UPLOADS_PER_MINUTE: "0",
  HEADROOM_MAX_WORKSPACE_READS_PER_MINUTE: "0",
  HEADROOM_MAX_WORKSPACE_WRITES_PER_MINUTE: "0",
  HEADROOM_MAX_WORKSPACE_UPLOADS_PER_MINUTE: "0",
};

/** A separate database and ingest process, to be killed at any time. */
export async function openIngestUnderTest(
  openDatabase = (dataDir: string) => startLocalDatabase({ dataDir, port: 0, log: () => undefined }),
  /** Of the first process alone. */
  settings: Record<string, string> = {},
): Promise<IngestUnderTest> {
  const dataDir = await mkdtemp(join(tmpdir(), "headroom-soak-"));
  let database = await openDatabase(dataDir);
  const { adminUrl } = database;
  if (adminUrl === null) throw new Error("the database runs in a container, so it can't be measured");
  const env = { ...process.env, DATABASE_URL: database.url, HEADROOM_LOG_LEVEL: "silent", ...NO_RATE_LIMITS };
  await runToEnd("packages/db/src/migrate.ts", env);
  const provisioned: unknown = JSON.parse(await runToEnd("apps/ingest/src/provision.ts", env));
  const first = ingestProcess({ ...env, ...settings }, await freePort());
  const second = ingestProcess(env, await freePort());
  const others: ReturnType<typeof ingestProcess>[] = [];

  return {
    url: first.url,
    databaseUrl: database.url,
    databasePid: pidOf(database),
    adminUrl,
    workspaceId: textOf(provisioned, "workspaceId"),
    ingestToken: textOf(provisioned, "ingestToken"),
    readToken: textOf(provisioned, "readToken"),
    manageToken: textOf(provisioned, "manageToken"),
    pid: first.pid,
    start: () => first.start(),
    kill: () => first.kill(),
    second,
    async another(own) {
      const process = ingestProcess({ ...env, ...own }, await freePort());
      others.push(process);
      return process;
    },
    async killDatabase() {
      process.kill(pidOf(database), "SIGKILL");
      const { port } = database;
      database = await startLocalDatabase({ dataDir, port, log: () => undefined });
      await first.untilReady();
    },
    async close() {
      await Promise.all([first, second, ...others].map((process) => process.kill()));
      await database.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function pidOf({ pid }: LocalDatabase): number {
  if (pid === null) throw new Error("the database runs in a container, so it can't be measured or killed");
  return pid;
}

function ingestProcess(env: NodeJS.ProcessEnv, port: number) {
  const url = `http://127.0.0.1:${port}`;
  const place = { HEADROOM_INGEST_HOST: "127.0.0.1", HEADROOM_INGEST_PORT: String(port) };
  let child: ChildProcess | null = null;
  return {
    url,
    pid: () => child?.pid ?? -1,
    untilReady: () => untilReady(url),
    async start() {
      child = spawn(process.execPath, [join(root, "apps/ingest/src/main.ts")], {
        // As every way of starting ingest sets it.
        env: { ...env, ...place, MALLOC_MMAP_THRESHOLD_: "1048576" },
        stdio: ["ignore", "ignore", "inherit"],
      });
      await untilReady(url);
    },
    async kill() {
      if (child === null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      child = null;
      await ended;
    },
  };
}

async function untilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 1_200; attempt += 1) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok === true) return;
    await delay(50);
  }
  throw new Error("ingest is not ready after a minute");
}

async function runToEnd(file: string, env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(process.execPath, [join(root, file)], { env, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${file} ended with exit code ${String(code)}`);
  return output;
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === "string") throw new Error("no free port found");
  return address.port;
}

export function textOf(value: unknown, key: string): string {
  const found: unknown = typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
  if (typeof found !== "string") throw new Error(`the response has no ${key}`);
  return found;
}
