import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { bundledIngest } from "./bundled-ingest.ts";
import { commandsFolder } from "./command-line.ts";

/** To derive one from the database's password is slow on purpose. */
const SECRET = "shared by the processes of a test";

export interface IngestProcess {
  child: ChildProcess;
  address: string;
}

/**
 * A separate ingest process, listening on a free port. It ends with the test that starts it, even if the test times out
 * before the process listens, and with the test's own process.
 */
export async function startIngest(
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<IngestProcess> {
  const endWithParent = await bundledIngest("end-with-parent");
  const child = spawn(process.execPath, ["--import", endWithParent, await bundledIngest()], {
    env: { ...startEnvironment(), DATABASE_URL: databaseUrl, HEADROOM_INGEST_PORT: "0", ...env },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const { stdout } = child;
  if (stdout === null) throw new Error("ingest has no output to read");
  for await (const line of createInterface({ input: stdout })) {
    const [, address] = /listening at (http:\S+)/.exec((JSON.parse(line) as { msg: string }).msg) ?? [];
    if (address !== undefined) {
      stdout.resume();
      child.send("ready");
      return { child, address };
    }
  }
  throw new Error("ingest ended before it listened");
}

/** Nothing of this process's own environment, and a place for compiled scripts. */
export function startEnvironment(): Record<string, string> {
  const { PATH = "" } = process.env;
  return { PATH, NODE_COMPILE_CACHE: join(commandsFolder(), "compiled"), HEADROOM_SECRET: SECRET };
}
