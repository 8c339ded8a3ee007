import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Log } from "../log.ts";
import { withLock } from "../lock.ts";
import { isSystemError, LocalDatabaseError } from "../problem.ts";
import { diskFull, runCommand, runOrFail } from "../run-command.ts";
import { engineCacheFolder } from "./cache-folder.ts";
import { machineMirrors, timescaleInMachineIndex } from "./machine-sources.ts";
import { packagesToUnpack, wantedPackages, type TimescalePackage } from "./package-choice.ts";
import {
  downloadPackages,
  preparePrivateApt,
  simulateInstall,
  updateLists,
  type PrivateApt,
} from "./private-apt.ts";
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

/** Raised when an engine that lies in a cache must be made anew. */
const RECIPE = 1;
const NEEDED_BYTES = 600e6;
const DEBIAN_KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg";
const DEBIAN_RELEASE = { suite: "trixie", package: { name: "postgresql-17-timescaledb", postgresMajor: 17 } };

/** The unpacked engine: out of the cache, or fetched from the machine's package mirror. Null: apt cannot give one. */
export async function ensureEngine(options: EngineOptions): Promise<Engine | null> {
  const architecture = await dpkgArchitecture();
  if (architecture === null) return null;
  const cache = options.cacheDir ?? engineCacheFolder();
  const home = join(cache, `timescaledb-${architecture}-${RECIPE}`);
  const ready = await openEngine(home);
  if (ready) return ready;
  mkdirSync(cache, { recursive: true });
  const waiting = { onWait: () => options.log("another start is fetching TimescaleDB; waiting for it") };
  return withLock(join(cache, "engine.lock"), () => fetchUnlessThere(home, options.log), waiting);
}

/** The engine in the cache, if it is there whole. */
export async function openEngine(home: string): Promise<Engine | null> {
  const manifest = join(home, "engine.json");
  if (!existsSync(manifest)) return null;
  const binFolder = join(home, binFolderWithin(home));
  const version = await runCommand(join(binFolder, "postgres"), ["--version"], { timeoutSeconds: 20 });
  const postgresVersion = /(\d+\.\d+)/.exec(version.stdout)?.[1];
  // A cache that was moved or half deleted: its programs no longer find their loader.
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
  const work = `${home}.work`;
  // Left there by a set-up that was killed; nobody else works in it, the lock is ours.
  rmSync(work, { recursive: true, force: true });
  requireSpace(join(home, ".."));
  try {
    return await fetchEngine(home, work, log);
  } catch (error) {
    if (isSystemError(error, "ENOSPC")) throw diskFull("setting up TimescaleDB");
    throw error;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function fetchEngine(home: string, work: string, log: Log): Promise<Engine | null> {
  const supply = (await fromMachineIndex(work)) ?? (await fromDebian(work, log));
  if (supply === null) return null;
  const wanted = wantedPackages(supply.package);
  const names = packagesToUnpack(await simulateInstall(supply.apt, wanted), wanted);
  const archives = await downloadPackages(supply.apt, names, log);
  log("unpacking");
  const folder = join(work, "engine");
  await unpackPackages(archives, folder);
  await bindPrograms(folder, home);
  writeFileSync(join(folder, "engine.json"), `${supply.package.name} from ${supply.from}\n`);
  rmSync(home, { recursive: true, force: true });
  renameSync(folder, home);
  const engine = await openEngine(home);
  if (engine) return engine;
  const said = await runCommand(join(home, binFolderWithin(home), "postgres"), ["--version"]);
  rmSync(home, { recursive: true, force: true });
  throw new LocalDatabaseError(
    "engine-broken",
    `the unpacked PostgreSQL does not run: ${said.stderr.trim() || "no answer"}`,
    "set DATABASE_URL to a TimescaleDB of your own, or start a Docker engine",
  );
}

interface Supply {
  apt: PrivateApt;
  package: TimescalePackage;
  from: string;
}

async function fromMachineIndex(work: string): Promise<Supply | null> {
  const found = await timescaleInMachineIndex();
  if (found === null) return null;
  const apt = await preparePrivateApt(join(work, "apt"), null);
  return { apt, package: found, from: "the machine's package index" };
}

async function fromDebian(work: string, log: Log): Promise<Supply | null> {
  const mirrors = await machineMirrors();
  let problem: unknown = null;
  for (const mirror of mirrors) {
    log(`reading the package lists of Debian ${DEBIAN_RELEASE.suite} from ${mirror}`);
    const line = `deb [signed-by=${DEBIAN_KEYRING}] ${mirror} ${DEBIAN_RELEASE.suite} main`;
    const apt = await preparePrivateApt(join(work, "apt"), [line]);
    try {
      await updateLists(apt);
      return { apt, package: DEBIAN_RELEASE.package, from: mirror };
    } catch (error) {
      problem = error;
    }
  }
  if (problem !== null) throw problem;
  return null;
}

function requireSpace(folder: string): void {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < NEEDED_BYTES) throw diskFull(`setting up TimescaleDB in ${folder}`);
}

async function dpkgArchitecture(): Promise<string | null> {
  const result = await runCommand("dpkg", ["--print-architecture"]);
  const architecture = result.stdout.trim();
  return result.code === 0 && ["amd64", "arm64"].includes(architecture) ? architecture : null;
}
