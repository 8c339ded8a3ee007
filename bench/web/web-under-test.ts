import { execFile, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort, openIngestUnderTest } from "../soak/ingest-under-test.ts";
import type { IngestUnderTest } from "../soak/ingest-under-test.ts";

const root = join(import.meta.dirname, "../..");
const MAX_BUILD_OUTPUT = 64 << 20;

export interface WebUnderTest {
  url: string;
  ingest: IngestUnderTest;
  close(): Promise<void>;
}

/** The built pages, with their own database and ingest. */
export async function openWebUnderTest(openIngest = openIngestUnderTest): Promise<WebUnderTest> {
  const server = await buildPages();
  const ingest = await openIngest();
  await ingest.start();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const web = spawn(process.execPath, [server], {
    cwd: dirname(server),
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      HOSTNAME: "127.0.0.1",
      DATABASE_URL: ingest.databaseUrl,
      HEADROOM_WEB_URL: url,
      HEADROOM_INGEST_URL: ingest.url,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  await untilReady(url);
  return {
    url,
    ingest,
    async close() {
      await end(web);
      await ingest.close();
    },
  };
}

async function buildPages(): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(root, "tooling/web-server-file.mjs")],
    { maxBuffer: MAX_BUILD_OUTPUT },
  );
  return stdout;
}

/** The cookie of a browser that opened a sign-in link. */
export async function signIn(url: string, path: string): Promise<string> {
  const link = new URL(path, url).searchParams.get("link") ?? "";
  const answer = await fetch(`${url}/sign-in/open`, {
    method: "POST",
    headers: { origin: url },
    body: new URLSearchParams({ link }),
    redirect: "manual",
  });
  const [cookie] = answer.headers.getSetCookie();
  if (cookie === undefined) throw new Error(`sign-in returned ${answer.status} without a cookie`);
  return cookie.split(";", 1)[0] ?? "";
}

async function untilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const answer = await fetch(`${url}/healthz`).catch(() => null);
    if (answer?.ok === true) return;
    await delay(50);
  }
  throw new Error("the pages are not ready after 30 s");
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
