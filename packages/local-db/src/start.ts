import { createServer } from "node:net";
import { once } from "node:events";

import {
  ensurePassword,
  homeAt,
  prepareHome,
  readPassword,
  SUPERUSER,
  urlOf,
  type Home,
} from "./cluster/home.ts";
import { chooseIdentity } from "./cluster/identity.ts";
import { initializeCluster } from "./cluster/initialize.ts";
import { launchServer, portBusy, stopServer } from "./cluster/launch.ts";
import { runningServer } from "./cluster/postmaster.ts";
import { startInDocker, stopInDocker, dockerAnswers } from "./docker.ts";
import { ensureEngine, type Engine } from "./engine/ensure-engine.ts";
import { withLock } from "./lock.ts";
import type { Log } from "./log.ts";
import { isSystemError, LocalDatabaseError } from "./problem.ts";

export const DEFAULT_PORT = 4002;

export interface StartOptions {
  /** The folder of this database: data, password, log. Made if absent. */
  dataDir: string;
  /** 0: any free one. */
  port?: number;
  log: Log;
  /** A database that exists already: used as it is, nothing is started. */
  databaseUrl?: string | null;
  /** For tests: fast, and not safe against a power cut. */
  ephemeral?: boolean;
  /** The server outlives the process that started it; otherwise it stops with it, whatever ends it. */
  detached?: boolean;
  cacheDir?: string;
}

export interface LocalDatabase {
  /** Logs in as the owner of the database, who is no superuser. */
  url: string;
  /** Logs in as the superuser; null for a database that was given. */
  adminUrl: string | null;
  port: number;
  /** null for a database that was given and for one inside Docker. */
  pid: number | null;
  version: string;
  source: "given" | "engine" | "docker";
  /** It was running already. */
  adopted: boolean;
  stop(): Promise<void>;
}

/** Starts the database of a data folder, or finds it running, and waits until it takes connections. */
export async function startLocalDatabase(options: StartOptions): Promise<LocalDatabase> {
  if (options.databaseUrl) return givenDatabase(options.databaseUrl);
  const { log } = options;
  const engine = await ensureEngine({ log, ...(options.cacheDir ? { cacheDir: options.cacheDir } : {}) });
  const home = homeAt(options.dataDir);
  prepareHome(home);
  if (engine === null) {
    if (await dockerAnswers()) return startInDocker({ home, port: options.port ?? DEFAULT_PORT, log });
    throw noEngine();
  }
  const waiting = { waitSeconds: 120, onWait: () => log("another start is under way; waiting for it") };
  return withLock(home.lock, () => startCluster(engine, home, options), waiting);
}

async function startCluster(engine: Engine, home: Home, options: StartOptions): Promise<LocalDatabase> {
  const running = adoptRunning(engine, home);
  if (running) return running;
  const identity = await chooseIdentity([engine.folder, home.folder]);
  if (identity === null) throw cannotSwitchUser(home);
  const wanted = options.port ?? DEFAULT_PORT;
  const port = await freePort(wanted);
  const password = ensurePassword(home);
  await initializeCluster({ engine, home, identity, password });
  const pid = await launchServer({
    engine,
    home,
    identity,
    port,
    password,
    ephemeral: options.ephemeral ?? false,
    detached: options.detached ?? false,
  });
  return describe(engine, home, { port, pid, password, adopted: false });
}

function adoptRunning(engine: Engine, home: Home): LocalDatabase | null {
  const server = runningServer(home.cluster);
  const password = readPassword(home);
  if (server?.state !== "ready" || server.port === null || password === null) return null;
  return describe(engine, home, { port: server.port, pid: server.pid, password, adopted: true });
}

function describe(
  engine: Engine,
  home: Home,
  server: { port: number; pid: number; password: string; adopted: boolean },
): LocalDatabase {
  const { port, pid, password, adopted } = server;
  return {
    url: urlOf({ port, password }),
    adminUrl: urlOf({ port, password, user: SUPERUSER }),
    port,
    pid,
    version: engine.postgresVersion,
    source: "engine",
    adopted,
    stop: async () => {
      await stopServer(home.cluster);
    },
  };
}

function givenDatabase(url: string): LocalDatabase {
  const port = Number(URL.parse(url)?.port || 5432);
  const stop = () => Promise.resolve();
  return { url, adminUrl: null, port, pid: null, version: "", source: "given", adopted: true, stop };
}

/** The port itself if nothing listens on it, or for 0 any that is free. */
async function freePort(port: number): Promise<number> {
  const probe = createServer();
  probe.listen(port, "127.0.0.1");
  try {
    await once(probe, "listening");
  } catch (error) {
    if (isSystemError(error, "EADDRINUSE")) throw portBusy(port);
    throw error;
  }
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  return typeof address === "object" && address !== null ? address.port : port;
}

/** Stops the database of a data folder; false if it was not running. */
export async function stopLocalDatabase(dataDir: string): Promise<boolean> {
  const home = homeAt(dataDir);
  return (await stopServer(home.cluster)) || (await stopInDocker(home));
}

export interface DatabaseStatus {
  running: boolean;
  url: string | null;
  port: number | null;
  pid: number | null;
}

export function databaseStatus(dataDir: string): DatabaseStatus {
  const home = homeAt(dataDir);
  const server = runningServer(home.cluster);
  const password = readPassword(home);
  if (server?.state !== "ready" || server.port === null || password === null) {
    return { running: false, url: null, port: null, pid: server?.pid ?? null };
  }
  return { running: true, url: urlOf({ port: server.port, password }), port: server.port, pid: server.pid };
}

function noEngine(): LocalDatabaseError {
  return new LocalDatabaseError(
    "no-engine",
    "this machine offers no TimescaleDB: its package index has none, it has no Debian mirror, and no Docker answers",
    [
      "three ways out: (1) set DATABASE_URL to a PostgreSQL with the extension timescaledb;",
      "(2) start a Docker engine, then start again;",
      "(3) on Debian or Ubuntu on amd64 or arm64, set up a package source that has postgresql-NN-timescaledb",
    ].join(" "),
  );
}

function cannotSwitchUser(home: Home): LocalDatabaseError {
  return new LocalDatabaseError(
    "not-allowed",
    `PostgreSQL refuses to run as root, and no other user may enter ${home.folder}`,
    "start as an ordinary user, or move the checkout to where others may pass (not below /root)",
  );
}
