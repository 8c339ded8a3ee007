import { readdirSync, readFileSync } from "node:fs";

/** The kernel's unit of processor time. */
const TICK_MILLIS = 10;

/** Milliseconds of user and system time of a process. */
export function processorMillis(pid: number): number {
  const { own } = timesOf(pid);
  return own * TICK_MILLIS;
}

/** Of PostgreSQL: the postmaster and its processes, those that have ended included. */
export function databaseMillis(postmaster: number): number {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const { own, ended } = timesOf(postmaster);
  const children = pids.map((pid) => timesOf(Number(pid))).filter(({ parent }) => parent === postmaster);
  return children.reduce((sum, child) => sum + child.own, own + ended) * TICK_MILLIS;
}

function timesOf(pid: number): { parent: number; own: number; ended: number } {
  const fields = statOf(pid)
    .replace(/^.*\) /s, "")
    .split(" ")
    .map(Number);
  const at = (index: number) => fields[index] ?? 0;
  return { parent: at(1), own: at(11) + at(12), ended: at(13) + at(14) };
}

/** Of a process that may have ended. */
function statOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return "";
  }
}
