import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const root = join(import.meta.dirname, "..", "..");
const STARTED_WITHIN_MILLIS = 600_000;
const BACK_WITHIN_MILLIS = 120_000;

export interface Local {
  webUrl: string;
  ingestUrl: string;
  ingestToken: string;
  readToken: string;
  databaseUrl: string;
  webPid: number | null;
  ingestPid: number;
  databasePid: number;
}

/** A whole installation, restarted the way `npm start` does. */
export interface Installation {
  /** As it is now: a restart changes the pids. */
  local: () => Local;
  /** Kills a process, and returns the seconds until ingest takes uploads again. */
  kill: (process: "ingest" | "database") => Promise<number>;
  close: () => Promise<void>;
}

export async function openInstallation(
  home: string,
  { env = {}, withWeb = true }: { env?: Record<string, string>; withWeb?: boolean } = {},
): Promise<Installation> {
  const args = [join(root, "tooling", "supervised.mjs"), home, ...(withWeb ? [] : ["--without-web"])];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      void appendFile(join(home, "supervised.log"), text).catch(() => undefined);
    });
  const file = join(home, "local.json");
  const local = () => JSON.parse(readFileSync(file, "utf8")) as Local;
  const close = async () => {
    child.kill("SIGTERM");
    await ended;
  };
  const until = performance.now() + STARTED_WITHIN_MILLIS;
  while (!existsSync(file)) {
    if (child.exitCode !== null || performance.now() > until) {
      await close();
      throw new Error(`the installation did not start: ${output.slice(-2_000)}`);
    }
    await delay(100);
  }
  return {
    local,
    close,
    async kill(which) {
      const pid = which === "ingest" ? local().ingestPid : local().databasePid;
      process.kill(pid, "SIGKILL");
      return secondsUntilReady(local().ingestUrl);
    },
  };
}

/** From now until ingest can take an upload, having been seen to be away. */
export async function secondsUntilReady(url: string): Promise<number> {
  const began = performance.now();
  let wasAway = false;
  while (performance.now() - began < BACK_WITHIN_MILLIS) {
    const isReady = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady && wasAway) return (performance.now() - began) / 1_000;
    wasAway ||= !isReady;
    await delay(20);
  }
  throw new Error(`${url} is not ready after ${BACK_WITHIN_MILLIS / 1_000} s`);
}
