import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { errorCode } from "./failure.mjs";
import { identify, isAlive } from "./live-process.mjs";

/** @import { Identity } from "./live-process.mjs" */

/**
 * Only one command at a time sets up this checkout. The lock names its owner by pid and start time, so the next
 * command immediately takes over the lock of a killed one.
 *
 * @template T
 * @param {string} path
 * @param {() => T | Promise<T>} work
 * @param {(pid: number) => void} [onWait]
 * @returns {Promise<T>}
 */
export async function withLock(path, work, onWait = () => {}) {
  mkdirSync(dirname(path), { recursive: true });
  // A process can wait for a lock that another step of it holds.
  const mine = `${path}.${process.pid}-${randomUUID()}`;
  writeFileSync(mine, JSON.stringify(identify(process.pid)));
  try {
    while (!tryLink(mine, path)) {
      const owner = readOwner(path);
      if (owner === null || !isAlive(owner)) rmSync(path, { force: true });
      else {
        onWait(owner.pid);
        await delay(200);
      }
    }
    try {
      return await work();
    } finally {
      rmSync(path, { force: true });
    }
  } finally {
    rmSync(mine, { force: true });
  }
}

/**
 * @param {string} from
 * @param {string} to
 */
function tryLink(from, to) {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw error;
  }
}

/**
 * @param {string} path
 * @returns {Identity | null}
 */
function readOwner(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}
