import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

export interface PidFile {
  pid: number;
  dataDirectory: string;
  port: number | null;
  /** "starting", "ready", "stopping", "standby"; null while the server has not written it yet. */
  state: string | null;
}

/** postmaster.pid, as PostgreSQL's miscadmin.h lays it down: pid, folder, start, port, sockets, address, memory, state. */
export function parsePidFile(text: string): PidFile | null {
  const lines = text.split("\n").map((line) => line.trim());
  // A negative pid marks a single-user server.
  const pid = Math.abs(Number(lines[0]));
  if (!Number.isInteger(pid) || pid <= 0) return null;
  const port = Number(lines[3] || Number.NaN);
  return {
    pid,
    dataDirectory: lines[1] ?? "",
    port: Number.isInteger(port) ? port : null,
    state: lines[7] || null,
  };
}

export function readPidFile(cluster: string): PidFile | null {
  try {
    return parsePidFile(readFileSync(join(cluster, "postmaster.pid"), "utf8"));
  } catch {
    return null;
  }
}

/** This cluster's server, if its pid file names a process that really is it. */
export function runningServer(cluster: string): PidFile | null {
  const file = readPidFile(cluster);
  return file && worksIn(file.pid, cluster) ? file : null;
}

/** A postmaster and all its children have the cluster as their working directory, which distinguishes them from a reused pid. */
export function worksIn(pid: number, cluster: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch {
    return false;
  }
}

export function processesIn(cluster: string): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((pid) => worksIn(pid, cluster));
}

/**
 * Clears what a killed server left: its children, which usually end alone, and its pid file, which would
 * block the next start if another program has that pid by then.
 */
export async function clearRemains(cluster: string): Promise<void> {
  const ended = await waitUntil(() => processesIn(cluster).length === 0, 10);
  if (!ended) {
    for (const pid of processesIn(cluster)) process.kill(pid, "SIGKILL");
    await waitUntil(() => processesIn(cluster).length === 0, 10);
  }
  rmSync(join(cluster, "postmaster.pid"), { force: true });
}

/** Checks every 20 ms; false after `seconds`. */
export async function waitUntil(met: () => boolean, seconds: number): Promise<boolean> {
  const attempts = Math.ceil((seconds * 1000) / 20);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (met()) return true;
    await pause(20);
  }
  return met();
}
