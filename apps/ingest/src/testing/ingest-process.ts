import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));

export interface IngestProcess {
  child: ChildProcess;
  address: string;
}

/** A separate ingest process, listening on a free port. */
export async function startIngest(
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<IngestProcess> {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...startEnvironment(), DATABASE_URL: databaseUrl, HEADROOM_INGEST_PORT: "0", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const [, address] = /listening at (http:\S+)/.exec((JSON.parse(line) as { msg: string }).msg) ?? [];
    if (address !== undefined) {
      child.stdout.resume();
      return { child, address };
    }
  }
  throw new Error("ingest ended before it listened");
}

function startEnvironment(): Record<string, string> {
  const { PATH = "", NODE_COMPILE_CACHE } = process.env;
  return { PATH, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) };
}
