import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startLocalDatabase } from "@headroom/local-db";

const root = join(import.meta.dirname, "..", "..");

export interface IngestUnderTest {
  url: string;
  databaseUrl: string;
  databasePid: number;
  workspaceId: string;
  ingestToken: string;
  readToken: string;
  /** Of the ingest process, once it is started. */
  pid(): number;
  start(): Promise<void>;
  /** Like a power cut: nothing is flushed and nobody is notified. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** A separate database and ingest process, to be killed at any time. */
export async function openIngestUnderTest(): Promise<IngestUnderTest> {
  const dataDir = await mkdtemp(join(tmpdir(), "headroom-soak-"));
  const database = await startLocalDatabase({ dataDir, port: 0, log: () => undefined });
  if (database.pid === null) throw new Error("the database runs in a container, so it can't be measured");
  const env = { ...process.env, DATABASE_URL: database.url, HEADROOM_LOG_LEVEL: "silent" };
  await runToEnd("packages/db/src/migrate.ts", env);
  const provisioned: unknown = JSON.parse(await runToEnd("apps/ingest/src/provision.ts", env));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;

  async function kill(): Promise<void> {
    if (child === null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    child = null;
    await ended;
  }

  return {
    url,
    databaseUrl: database.url,
    databasePid: database.pid,
    workspaceId: textOf(provisioned, "workspaceId"),
    ingestToken: textOf(provisioned, "ingestToken"),
    readToken: textOf(provisioned, "readToken"),
    pid: () => child?.pid ?? -1,
    async start() {
      const place = { HEADROOM_INGEST_HOST: "127.0.0.1", HEADROOM_INGEST_PORT: String(port) };
      child = spawn(process.execPath, [join(root, "apps/ingest/src/main.ts")], {
        env: { ...env, ...place },
        stdio: ["ignore", "ignore", "inherit"],
      });
      await untilReady(url);
    },
    kill,
    async close() {
      await kill();
      await database.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function untilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok === true) return;
    await delay(50);
  }
  throw new Error("ingest is not ready after 15 s");
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
