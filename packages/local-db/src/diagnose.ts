import { existsSync, statfsSync } from "node:fs";
import { dirname, resolve } from "node:path";

import { chooseIdentity } from "./cluster/identity.ts";
import { homeAt } from "./cluster/home.ts";
import { runningServer } from "./cluster/postmaster.ts";
import { dockerAnswers } from "./docker.ts";
import { engineCacheFolder } from "./engine/cache-folder.ts";
import { cachedEngine, debianKeyring, NEEDED_BYTES } from "./engine/ensure-engine.ts";
import { machineMirrors, timescaleInMachineIndex } from "./engine/machine-sources.ts";
import { LocalDatabaseError } from "./problem.ts";
import { runCommand } from "./run-command.ts";
import { TIME_ZONES } from "./cluster/settings.ts";
import { freePort } from "./cluster/port.ts";
import { DEFAULT_PORT } from "./start.ts";

export interface Check {
  ok: boolean;
  what: string;
  /** What to do about it; null if nothing has to be done. */
  fix: string | null;
}

export interface DiagnoseOptions {
  dataDir: string;
  port?: number;
  databaseUrl?: string | null;
  cacheDir?: string;
}

/** Checks everything that a start needs, and changes nothing. */
export async function diagnose(options: DiagnoseOptions): Promise<Check[]> {
  if (options.databaseUrl) return [good("DATABASE_URL is set, so the local database is not used")];
  const cache = options.cacheDir ?? engineCacheFolder();
  const engine = await cachedEngine(cache);
  const supply = engine
    ? [good(`TimescaleDB on PostgreSQL ${engine.postgresVersion} is unpacked in ${engine.folder}`)]
    : await checkSupply();
  const folders = [...(engine ? [engine.folder] : []), existingFolder(homeAt(options.dataDir).folder)];
  return [
    ...supply,
    ...(engine ? [] : [checkSpace("engine cache", cache)]),
    checkSpace("data folder", options.dataDir),
    await checkIdentity(folders),
    check(existsSync(TIME_ZONES), "time zone data is installed", "install the tzdata package"),
    await checkServer(options),
  ];
}

/** Any one source of an engine is enough. */
async function checkSupply(): Promise<Check[]> {
  const programs = await missingPrograms();
  if (programs.length === 0) {
    const own = await timescaleInMachineIndex();
    if (own) return [good(`the machine's package index has ${own.name}`)];
    const mirror = (await machineMirrors())[0];
    if (mirror !== undefined) {
      const signed = debianKeyring() !== null;
      return [
        good(`TimescaleDB is not unpacked yet and will be downloaded from ${mirror}`),
        check(signed, "Debian's signing keys are installed", "install the debian-archive-keyring package"),
      ];
    }
  }
  if (await dockerAnswers()) return [good("Docker is running")];
  const reason = programs.length > 0 ? `${programs.join(", ")} missing` : "no Debian mirror in apt's sources";
  const fix = "set DATABASE_URL, start Docker, or set up a package source with TimescaleDB";
  return [check(false, `no source for TimescaleDB (${reason}; Docker is not running)`, fix)];
}

async function missingPrograms(): Promise<string[]> {
  const needed = ["apt-get", "apt-config", "dpkg-deb", "flock", "setpriv"];
  const found = await Promise.all(needed.map((name) => runCommand(name, ["--version"])));
  return needed.filter((_, index) => found[index]?.missing ?? true);
}

function checkSpace(name: string, path: string): Check {
  const folder = existingFolder(path);
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const what = `${name}: ${(free / 1e9).toFixed(1)} GB free in ${folder}`;
  return check(
    free >= NEEDED_BYTES,
    what,
    "free up about 600 MB, or set XDG_CACHE_HOME to a folder on another disk",
  );
}

async function checkIdentity(folders: readonly string[]): Promise<Check> {
  const identity = await chooseIdentity(folders);
  if (identity?.kind === "self") return good("the server runs as you");
  if (identity?.kind === "other-user") return good(`you are root; the server runs as user ${identity.uid}`);
  if (identity?.kind === "user-namespace") return good("you are root; the server runs in a user namespace");
  return good("you are root; the server runs as another user, with its data under /var/lib/headroom");
}

async function checkServer({ dataDir, port = DEFAULT_PORT }: DiagnoseOptions): Promise<Check> {
  const server = runningServer(homeAt(dataDir).cluster);
  if (server)
    return good(`the database is running: pid ${server.pid}, port ${server.port ?? "not open yet"}`);
  try {
    await freePort(port);
    return good(`the database is not running; its port ${port} is free`);
  } catch (error) {
    if (!(error instanceof LocalDatabaseError)) throw error;
    return check(false, error.message, error.hint);
  }
}

function existingFolder(path: string): string {
  let folder = resolve(path);
  while (!existsSync(folder)) folder = dirname(folder);
  return folder;
}

function good(what: string): Check {
  return { ok: true, what, fix: null };
}

function check(ok: boolean, what: string, fix: string): Check {
  return { ok, what, fix: ok ? null : fix };
}
