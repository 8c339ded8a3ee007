import { rmSync } from "node:fs";
import { dirname } from "node:path";

import { homeAt, readPassword, urlOf, type Home } from "./cluster/home.ts";
import { stopServer } from "./cluster/launch.ts";
import { runningServer } from "./cluster/postmaster.ts";
import { removeInDocker, statusInDocker, stopInDocker } from "./docker.ts";

export interface DatabaseStatus {
  running: boolean;
  url: string | null;
  port: number | null;
  pid: number | null;
}

/** Stops the database of a data folder; false if it was not running. */
export async function stopLocalDatabase(dataDir: string): Promise<boolean> {
  const home = homeAt(dataDir);
  return (await stopServer(home.cluster)) || (await stopInDocker(home));
}

export async function databaseStatus(dataDir: string): Promise<DatabaseStatus> {
  const home = homeAt(dataDir);
  const password = readPassword(home);
  if (password === null) return { running: false, url: null, port: null, pid: null };
  const server = runningServer(home.cluster);
  const port = server === null ? await statusInDocker(home) : server.port;
  const running = port !== null && (server === null || server.state === "ready");
  return { running, url: running ? urlOf({ port, password }) : null, port, pid: server?.pid ?? null };
}

/** Stops the database and deletes its data, wherever they lie. */
export async function removeLocalDatabase(dataDir: string): Promise<void> {
  await stopLocalDatabase(dataDir);
  const home = homeAt(dataDir);
  await removeInDocker(home);
  if (liesElsewhere(home)) rmSync(dirname(home.cluster), { recursive: true, force: true });
  rmSync(home.folder, { recursive: true, force: true });
}

function liesElsewhere(home: Home): boolean {
  return home.cluster !== home.clusterLink;
}
