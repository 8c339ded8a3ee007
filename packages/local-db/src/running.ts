import { existsSync, rmSync } from "node:fs";
import { dirname } from "node:path";

import { homeAt, readPassword, urlOf } from "./cluster/home.ts";
import type { Home } from "./cluster/home.ts";
import { stopServer } from "./cluster/launch.ts";
import { runningServer } from "./cluster/postmaster.ts";
import { portInDocker, removeInDocker, stopInDocker } from "./docker.ts";
import { inPlainWords } from "./problem.ts";

export interface DatabaseStatus {
  running: boolean;
  url: string | null;
  port: number | null;
  pid: number | null;
}

const ABSENT: DatabaseStatus = { running: false, url: null, port: null, pid: null };

/** Stops the database of a data folder; false if it was not running. */
export async function stopLocalDatabase(dataDir: string): Promise<boolean> {
  const home = homeAt(dataDir);
  return mayBeInDocker(home) ? stopInDocker(home) : stopServer(home.cluster);
}

export async function databaseStatus(dataDir: string): Promise<DatabaseStatus> {
  const home = homeAt(dataDir);
  const password = readPassword(home);
  if (password === null) return ABSENT;
  if (mayBeInDocker(home)) {
    const port = await portInDocker(home);
    return port === null ? ABSENT : { running: true, url: urlOf({ port, password }), port, pid: null };
  }
  const server = runningServer(home.cluster);
  if (server === null || server.port === null) return ABSENT;
  const { pid, port } = server;
  return server.state === "ready"
    ? { running: true, url: urlOf({ port, password }), port, pid }
    : { running: false, url: null, port, pid };
}

/** Stops the database and deletes its data, wherever they are. */
export async function removeLocalDatabase(dataDir: string): Promise<void> {
  await stopLocalDatabase(dataDir);
  const home = homeAt(dataDir);
  try {
    if (mayBeInDocker(home)) await removeInDocker(home);
    if (liesElsewhere(home)) rmSync(dirname(home.cluster), { recursive: true, force: true });
    rmSync(home.folder, { recursive: true, force: true });
  } catch (error) {
    throw inPlainWords(error, "removing the database");
  }
}

/** A data folder that was started and contains no cluster has its data in a container. */
function mayBeInDocker(home: Home): boolean {
  return !existsSync(home.cluster) && readPassword(home) !== null;
}

function liesElsewhere(home: Home): boolean {
  return home.cluster !== home.clusterLink;
}
