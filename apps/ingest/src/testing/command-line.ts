import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PACK = join(import.meta.dirname, "../../../cli/pack.ts");
const FOLDER = "HEADROOM_TEST_COMMANDS";

/** `headroom` as users install it, to be run with Node: it starts much faster than its sources. Made once in each worker. */
export function commandLine(): string {
  const folder = commandsFolder();
  const command = join(folder, "bin.js");
  if (!existsSync(command)) execFileSync(process.execPath, [PACK, folder, "--unpacked"]);
  return command;
}

/** What this worker makes to be run, until the end of all tests. */
export const commandsFolder = (): string => join(process.env[FOLDER] ?? "", String(process.pid));

/** Vitest's global setup: workers are killed, so they can't remove what they made. */
export function setup(): void {
  process.env[FOLDER] = mkdtempSync(join(tmpdir(), "headroom-commands-"));
}

export function teardown(): void {
  rmSync(process.env[FOLDER] ?? "", { recursive: true, force: true });
}
