import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { errorCode } from "./failure.mjs";

/** @typedef {{ pid: number, startedAt: string | null }} Identity */

/**
 * The system reuses pids, so only a pid and its start time identify a process.
 *
 * @param {number} pid
 * @returns {Identity}
 */
export function identify(pid) {
  return { pid, startedAt: startTimeOf(pid) };
}

/** @param {Identity} identity */
export function isAlive({ pid, startedAt }) {
  const current = startTimeOf(pid);
  return current !== null && (startedAt === null || current === startedAt);
}

/**
 * Asks a process and its group to end, then kills them. Resolves once they are gone.
 *
 * @param {Identity} identity
 * @param {{ graceMillis?: number, signal?: NodeJS.Signals }} [options]
 */
export async function stop(identity, { graceMillis = 10_000, signal = "SIGTERM" } = {}) {
  if (!isAlive(identity)) return;
  signalGroup(identity.pid, signal);
  if (await isGoneWithin(identity, graceMillis)) return;
  signalGroup(identity.pid, "SIGKILL");
  await isGoneWithin(identity, 5_000);
}

/**
 * @param {Identity} identity
 * @param {number} millis
 */
async function isGoneWithin(identity, millis) {
  const deadline = Date.now() + millis;
  const isGone = () => !isAlive(identity) && !hasGroup(identity.pid);
  while (Date.now() < deadline) {
    if (isGone()) return true;
    await delay(50);
  }
  return isGone();
}

/**
 * The children of a process may end shortly after it.
 *
 * @param {number} pid
 */
function hasGroup(pid) {
  try {
    process.kill(-pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
function signalGroup(pid, signal) {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, signal);
      return;
    } catch {
      // Not a group leader, or already gone. Try the pid itself next.
    }
  }
}

/** @param {number} pid */
function startTimeOf(pid) {
  if (process.platform === "linux") {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      // The command's name may contain spaces and brackets, so count the fields from its last bracket.
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (fields[0] === "Z") return null;
      return `${bootId()}:${fields[19]}`;
    } catch {
      return null;
    }
  }
  try {
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim() || null;
  } catch {
    return null;
  }
}

function bootId() {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim().slice(0, 8);
  } catch {
    return "";
  }
}
