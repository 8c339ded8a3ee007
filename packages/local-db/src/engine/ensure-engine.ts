import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";

import type { Log } from "../log.ts";
import { withLock } from "../lock.ts";
import { diskFull, inPlainWords, LocalDatabaseError } from "../problem.ts";
import { runCommand } from "../run-command.ts";
import { engineCacheFolder } from "./cache-folder.ts";
import { machineMirrors, timescaleInMachineIndex } from "./machine-sources.ts";
import { packagesToUnpack, wantedPackages } from "./package-choice.ts";
import type { TimescalePackage } from "./package-choice.ts";
import { downloadPackages, preparePrivateApt, simulateInstall, updateLists } from "./private-apt.ts";
import type { PrivateApt } from "./private-apt.ts";
import { bindPrograms, binFolderWithin, libraryFolders, loaderWithin, unpackPackages } from "./unpack.ts";

/** A PostgreSQL with TimescaleDB, unpacked into one private folder. */
export interface Engine {
  folder: string;
  binFolder: string;
  libraryFolders: string[];
  /** The dynamic loader that belongs to the unpacked C library. */
  loader: string;
  postgresVersion: string;
  source: string;
}

export interface EngineOptions {
  log: Log;
  cacheDir?: string;
}

/** Thrown when an engine in a cache has to be created again. */
const RECIPE = 1;
const WORK_PREFIX = "work-";
export const NEEDED_BYTES = 600e6;
const KEYRINGS = ["gpg", "pgp"].map((ending) => `/usr/share/keyrings/debian-archive-keyring.${ending}`);
const DEBIAN_RELEASE = { suite: "trixie", package: { name: "postgresql-17-timescaledb", postgresMajor: 17 } };

/** The unpacked engine, from the cache or from the machine's package mirror. Null: apt can't provide one. */
export async function ensureEngine(options: EngineOptions): Promise<Engine | null> {
  const cache = options.cacheDir ?? engineCacheFolder();
  const home = await engineHome(cache);
  if (home === null) return null;
  const ready = await openEngine(home);
  if (ready) return ready;
  mkdirSync(cache, { recursive: true });
  const waiting = { onWait: () => options.log("another start is downloading TimescaleDB; waiting for it") };
  return withLock(join(cache, "engine.lock"), () => fetchUnlessThere(home, options.log), waiting);
}

/** The engine that is already in this cache. */
export async function cachedEngine(cache: string): Promise<Engine | null> {
  const home = await engineHome(cache);
  return home === null ? null : openEngine(home);
}

/** Null: Debian has no packages for this architecture. */
async function engineHome(cache: string): Promise<string | null> {
  const result = await runCommand("dpkg", ["--print-architecture"]);
  const architecture = result.stdout.trim();
  const known = result.code === 0 && ["amd64", "arm64"].includes(architecture);
  return known ? join(cache, `timescaledb-${architecture}-${RECIPE}`) : null;
}

async function openEngine(home: string): Promise<Engine | null> {
  const manifest = join(home, "engine.json");
  if (!existsSync(manifest)) return null;
  const binFolder = join(home, binFolderWithin(home));
  const version = await runCommand(join(binFolder, "postgres"), ["--version"], { timeoutSeconds: 20 });
  const postgresVersion = /(\d+\.\d+)/.exec(version.stdout)?.[1];
  // A cache that was moved or half deleted: its programs can't find their loader.
  if (version.code !== 0 || postgresVersion === undefined) return null;
  return {
    folder: home,
    binFolder,
    libraryFolders: libraryFolders(home).map((path) => join(home, path)),
    loader: join(home, loaderWithin(home)),
    postgresVersion,
    source: readFileSync(manifest, "utf8").trim(),
  };
}

async function fetchUnlessThere(home: string, log: Log): Promise<Engine | null> {
  const ready = await openEngine(home);
  if (ready) return ready;
  const cache = dirname(home);
  removeRemains(cache);
  requireSpace(cache);
  // A unique name each time: the apt-get of a killed set-up may live on for a while and write into its old folder.
  const work = mkdtempSync(join(cache, WORK_PREFIX));
  try {
    return await fetchEngine(home, work, log);
  } catch (error) {
    throw inPlainWords(error, "setting up TimescaleDB");
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function fetchEngine(home: string, work: string, log: Log): Promise<Engine | null> {
  const supply = (await fromMachineIndex(work, log)) ?? (await fromDebian(work, log));
  if (supply === null) return null;
  const archives = await downloadPackages(supply.apt, supply.names, log);
  log("unpacking");
  const folder = join(work, "engine");
  await unpackPackages(archives, folder);
  await bindPrograms(folder, home);
  writeFileSync(join(folder, "engine.json"), `${supply.package} from ${supply.from}\n`);
  rmSync(home, { recursive: true, force: true });
  renameSync(folder, home);
  const engine = await openEngine(home);
  if (engine) return engine;
  const said = await runCommand(join(home, binFolderWithin(home), "postgres"), ["--version"]);
  rmSync(home, { recursive: true, force: true });
  throw new LocalDatabaseError(
    "engine-broken",
    `the unpacked PostgreSQL does not start: ${said.stderr.trim() || "no answer"}`,
    "set DATABASE_URL to your own TimescaleDB, or start Docker",
  );
}

/** Where the packages come from, and which they are. */
interface Supply {
  apt: PrivateApt;
  package: string;
  names: string[];
  from: string;
}

async function fromMachineIndex(work: string, log: Log): Promise<Supply | null> {
  const found = await timescaleInMachineIndex();
  if (found === null) return null;
  const apt = await preparePrivateApt(join(work, "apt"), null);
  try {
    return {
      apt,
      package: found.name,
      names: await choosePackages(apt, found),
      from: "the machine's package index",
    };
  } catch (error) {
    if (!(error instanceof LocalDatabaseError)) throw error;
    log(
      `${found.name} is in the machine's package index, but some of its dependencies are not: ${error.message}`,
    );
    return null;
  }
}

async function fromDebian(work: string, log: Log): Promise<Supply | null> {
  let problem: LocalDatabaseError | null = null;
  for (const mirror of await machineMirrors()) {
    log(`reading the package lists of Debian ${DEBIAN_RELEASE.suite} from ${mirror}`);
    const line = `deb [signed-by=${debianKeyring() ?? KEYRINGS[0]}] ${mirror} ${DEBIAN_RELEASE.suite} main`;
    const apt = await preparePrivateApt(join(work, "apt"), [line]);
    try {
      await updateLists(apt, log);
      const names = await choosePackages(apt, DEBIAN_RELEASE.package);
      return { apt, package: DEBIAN_RELEASE.package.name, names, from: mirror };
    } catch (error) {
      if (!(error instanceof LocalDatabaseError)) throw error;
      problem = error;
    }
  }
  if (problem !== null) throw problem;
  return null;
}

export function debianKeyring(): string | null {
  return KEYRINGS.find((path) => existsSync(path)) ?? null;
}

async function choosePackages(apt: PrivateApt, timescale: TimescalePackage): Promise<string[]> {
  const wanted = wantedPackages(timescale);
  return packagesToUnpack(await simulateInstall(apt, wanted), wanted);
}

/** What killed set-ups left. We hold the lock, so none of it is in use. */
function removeRemains(cache: string): void {
  const names = readdirSync(cache).filter((name) => name.startsWith(WORK_PREFIX));
  for (const name of names) rmSync(join(cache, name), { recursive: true, force: true });
}

function requireSpace(folder: string): void {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < NEEDED_BYTES) throw diskFull(`setting up TimescaleDB in ${folder}`);
}
