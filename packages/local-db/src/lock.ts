import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { createInterface } from "node:readline";

import { isSystemError, LocalDatabaseError } from "./problem.ts";

export interface LockOptions {
  waitSeconds?: number;
  onWait?: () => void;
}

/**
 * Runs `work` while holding a lock on `file`.
 *
 * The kernel's flock is held by a small child whose standard input is ours: whatever ends this process, kill -9
 * included, ends the child, and with it the lock. So there is no stale lock to recognise and no pid to mistake.
 */
export async function withLock<T>(
  file: string,
  work: () => Promise<T>,
  options: LockOptions = {},
): Promise<T> {
  mkdirSync(dirname(file), { recursive: true });
  const release = await takeLock(file, options);
  try {
    return await work();
  } finally {
    await release();
  }
}

const PROGRAM = "flock";
const TIMED_OUT = 1;

async function takeLock(file: string, options: LockOptions): Promise<() => Promise<void>> {
  const seconds = options.waitSeconds ?? 600;
  const script = ["sh", "-c", "echo held; exec cat >/dev/null"];
  const child = spawn(PROGRAM, ["--exclusive", "--wait", String(seconds), file, ...script], {
    stdio: ["pipe", "pipe", "ignore"],
    // In a separate process group: Ctrl-C in the terminal must not release the lock during the work.
    detached: true,
  });
  const ended = once(child, "close");
  const waiting = setTimeout(() => options.onWait?.(), 300);
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      if (line === "held") {
        return async () => {
          child.stdin.end();
          await ended;
        };
      }
    }
    const [code] = await ended;
    if (code !== TIMED_OUT) throw cannotLock(file);
  } catch (error) {
    if (!isSystemError(error, "ENOENT")) throw error;
    throw new LocalDatabaseError(
      "locked",
      `${PROGRAM} is not installed`,
      "install the util-linux package",
      error,
    );
  } finally {
    clearTimeout(waiting);
  }
  throw new LocalDatabaseError(
    "locked",
    `another process has held ${file} for ${seconds} s`,
    "wait for the other start to finish or stop it, then start again",
  );
}

function cannotLock(file: string): LocalDatabaseError {
  return new LocalDatabaseError(
    "not-allowed",
    `the lock ${file} cannot be opened`,
    "start as the user who owns the folder, or set XDG_CACHE_HOME to another cache folder",
  );
}
