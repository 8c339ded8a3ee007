import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "./ingest-under-test.ts";

const MAIN = join(import.meta.dirname, "..", "..", "apps", "ingest", "src", "main.ts");

export interface SecondIngest {
  url: string;
  /** Like a power cut. Returns once it has ended. */
  kill: () => Promise<void>;
}

/** An ingest process beside the one of an installation, once it takes uploads. */
export async function startSecondIngest(databaseUrl: string): Promise<SecondIngest> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      HEADROOM_INGEST_PORT: String(port),
      HEADROOM_LOG_LEVEL: "silent",
    },
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`ingest ended with ${child.exitCode} before it was ready`);
    await delay(50);
  }
  return {
    url,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
