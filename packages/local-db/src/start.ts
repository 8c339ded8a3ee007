import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";

import {
  homeAt,
  homeElsewhere,
  newPassword,
  prepareHome,
  readPassword,
  SUPERUSER,
  urlOf,
  writePassword,
} from "./cluster/home.ts";
import type { Home } from "./cluster/home.ts";
import { chooseIdentity } from "./cluster/identity.ts";
import type { Identity } from "./cluster/identity.ts";
import { initializeCluster, replacePasswords, requireSameMajor } from "./cluster/initialize.ts";
import { launchServer, setUpDatabase, START_SECONDS, stopServer } from "./cluster/launch.ts";
import { clearRemains, runningServer, waitUntil } from "./cluster/postmaster.ts";
import { freePort } from "./cluster/port.ts";
import { startInDocker, dockerAnswers } from "./docker.ts";
import { ensureEngine } from "./engine/ensure-engine.ts";
import type { Engine } from "./engine/ensure-engine.ts";
import type { LocalDatabase } from "./local-database.ts";
import { withLock } from "./lock.ts";
import type { Log } from "./log.ts";
import { inPlainWords, LocalDatabaseError } from "./problem.ts";

export const DEFAULT_PORT = 4002;

export interface StartOptions {
  /** The folder for this database: data, password, log. Created if missing. */
  dataDir: string;
  /** 0: any free port. */
  port?: number;
  log: Log;
  /** An existing database: used as it is, and nothing is started. */
  databaseUrl?: string | null;
  /** For tests: fast, and not safe against a power cut. */
  ephemeral?: boolean;
  /** The server outlives the process that started it; otherwise it stops with that process, however it ends. */
  detached?: boolean;
  cacheDir?: string;
}

/** Starts the database of a data folder, or finds it running, and waits until it accepts connections. */
export async function startLocalDatabase(options: StartOptions): Promise<LocalDatabase> {
  if (options.databaseUrl) return givenDatabase(options.databaseUrl);
  try {
    return await startOwn(options);
  } catch (error) {
    throw inPlainWords(error, "starting the database");
  }
}

async function startOwn(options: StartOptions): Promise<LocalDatabase> {
  const { log } = options;
  const home = homeAt(options.dataDir);
  requireOwnership(home);
  prepareHome(home);
  const engine = await ensureEngine({ log, ...(options.cacheDir ? { cacheDir: options.cacheDir } : {}) });
  if (engine === null) {
    if (await dockerAnswers()) return startInDocker({ home, port: options.port ?? DEFAULT_PORT, log });
    throw noEngine();
  }
  const waiting = { waitSeconds: 120, onWait: () => log("another start is in progress; waiting for it") };
  return withLock(home.lock, () => withAnyPort(options, () => startCluster(engine, options)), waiting);
}

/** Another program may have taken the port after we found it free. */
async function withAnyPort<T>(options: StartOptions, start: () => Promise<T>): Promise<T> {
  try {
    return await start();
  } catch (error) {
    const taken = error instanceof LocalDatabaseError && error.code === "port-busy";
    if (options.port === 0 && taken) return start();
    throw error;
  }
}

async function startCluster(engine: Engine, options: StartOptions): Promise<LocalDatabase> {
  const { log, port: wanted = DEFAULT_PORT, ephemeral = false, detached = false } = options;
  const running = await adoptRunning(engine, homeAt(options.dataDir));
  if (running) {
    log(`the database is already running on port ${running.port}`);
    return running;
  }
  const { home, identity } = await settle(engine, options);
  const port = await freePort(wanted);
  const password = await prepareCluster(engine, home, identity);
  const pid = await launchServer({ engine, home, identity, port, password, ephemeral, detached });
  return describe(engine, home, { port, pid, password, adopted: false });
}

/** The server that is already running in this folder, perhaps left by a starter that was killed halfway. */
async function adoptRunning(engine: Engine, home: Home): Promise<LocalDatabase | null> {
  const begun = () => runningServer(home.cluster);
  if (begun() === null) return null;
  await waitUntil(() => begun() === null || begun()?.state === "ready", START_SECONDS);
  const server = begun();
  if (server?.state !== "ready" || server.port === null) return null;
  const { pid, port } = server;
  const password = readPassword(home);
  if (password === null) {
    await stopServer(home.cluster);
    return null;
  }
  await setUpDatabase({ engine, home, port, password });
  return describe(engine, home, { port, pid, password, adopted: true });
}

/** The user that the server runs as, which determines where its data can be. */
async function settle(engine: Engine, options: StartOptions): Promise<{ home: Home; identity: Identity }> {
  const home = homeAt(options.dataDir);
  const identity = await chooseIdentity([engine.folder, dirname(home.cluster)]);
  if (identity) return { home, identity };
  if (existsSync(home.cluster)) throw cannotSwitchUser(home);
  const elsewhere = homeElsewhere(options.dataDir);
  const other = await chooseIdentity([engine.folder, dirname(elsewhere.cluster)]);
  if (other === null) throw cannotSwitchUser(home);
  options.log(`the database's user cannot access ${home.folder}, so its data is in ${elsewhere.cluster}`);
  return { home: elsewhere, identity: other };
}

/** Creates the cluster at the first start, and checks it at later ones. Returns the password of its roles. */
async function prepareCluster(engine: Engine, home: Home, identity: Identity): Promise<string> {
  const known = readPassword(home);
  const password = known ?? newPassword();
  if (!existsSync(home.cluster)) {
    if (known === null) writePassword(home, password);
    await initializeCluster({ engine, home, identity, password });
    return password;
  }
  requireSameMajor(engine, home);
  await clearRemains(home.cluster);
  if (known === null) {
    await replacePasswords({ engine, home, identity, password });
    writePassword(home, password);
  }
  return password;
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
  return { url, adminUrl: null, port, pid: null, version: null, source: "given", adopted: true, stop };
}

/** Root can take over anyone's data folder; other users need their own. */
function requireOwnership(home: Home): void {
  const uid = process.getuid?.() ?? 0;
  if (uid === 0) return;
  const there = [home.folder, home.cluster].filter((path) => existsSync(path));
  const owner = there.map((path) => statSync(path).uid).find((one) => one !== uid);
  if (owner === undefined) return;
  throw new LocalDatabaseError(
    "foreign-owner",
    `the data in ${home.folder} belongs to user ${owner}, but you are user ${uid}`,
    "start as the user who created it (root, if you used sudo), or take ownership: " +
      `sudo chown -R ${uid} ${home.folder}`,
  );
}

function noEngine(): LocalDatabaseError {
  return new LocalDatabaseError(
    "no-engine",
    "no TimescaleDB found: it is not in the package index, there is no Debian mirror, and Docker is not running",
    [
      "you have three options: (1) set DATABASE_URL to a PostgreSQL server with the timescaledb extension;",
      "(2) start Docker, then start again;",
      "(3) on Debian or Ubuntu on amd64 or arm64, set up a package source that has postgresql-NN-timescaledb",
    ].join(" "),
  );
}

function cannotSwitchUser(home: Home): LocalDatabaseError {
  return new LocalDatabaseError(
    "not-allowed",
    `PostgreSQL refuses to run as root, and no other user can access ${home.cluster}`,
    "start as a regular user, or move the checkout out of /root to a folder that other users can access",
  );
}
