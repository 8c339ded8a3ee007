import { createHash, randomBytes, randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { jobKey } from "@headroom/contract";
import { DAY_MILLIS } from "@headroom/core";
import type { CliEnv } from "../env.ts";

const KEY_BYTES = 32;
const PREFIX = "job-key-";

interface OfJob {
  idToken: string;
  /** Of the server. */
  url: string;
  env: Pick<CliEnv, "RUNNER_TEMP" | "XDG_CACHE_HOME">;
}

/** Made up, and known to nobody else. */
export function newJobKey(): string {
  return randomBytes(KEY_BYTES).toString("base64url");
}

/**
 * The key by which commands of one job exchange the same token, also at the same time. It is worth nothing without the token,
 * and only its user can read the file. Where no file can be kept, the key is this command's alone.
 */
export function keptJobKey({ idToken, url, env }: OfJob): string {
  const folder = join(env.RUNNER_TEMP ?? env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "headroom");
  const path = join(folder, `${PREFIX}${createHash("sha256").update(`${url}\n${idToken}`).digest("hex")}`);
  const mine = newJobKey();
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    keepFirst(folder, path, mine);
    return jobKey.parse(readFileSync(path, "utf8"));
  } catch {
    return mine;
  }
}

/** Of commands that start at the same time, one gives its key to all: a link has its whole content at once, or isn't made. */
function keepFirst(folder: string, path: string, key: string): void {
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return;
  removeOld(folder);
  const draft = join(folder, `${PREFIX}${randomUUID()}`);
  writeFileSync(draft, key, { mode: 0o600, flag: "wx" });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    rmSync(draft);
  }
}

/** Of jobs that ended: no token is accepted for that long. */
function removeOld(folder: string): void {
  for (const name of readdirSync(folder).filter((one) => one.startsWith(PREFIX))) {
    const path = join(folder, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat !== undefined && stat.mtimeMs < Date.now() - DAY_MILLIS) rmSync(path, { force: true });
  }
}
