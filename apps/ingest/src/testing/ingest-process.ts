import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { bundledIngest } from "./bundled-ingest.ts";
import { commandsFolder } from "./command-line.ts";

const END_WITH_PARENT = new URL("end-with-parent.ts", import.meta.url).href;

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
  const child = spawn(process.execPath, ["--import", END_WITH_PARENT, await bundledIngest()], {
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
      return { child, address };
    }
  }
  throw new Error("ingest ended before it listened");
}

function startEnvironment(): Record<string, string> {
  const { PATH = "" } = process.env;
  return { PATH, NODE_COMPILE_CACHE: join(commandsFolder(), "compiled") };
}
