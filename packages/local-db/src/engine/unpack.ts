import { existsSync, mkdirSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";

import { LocalDatabaseError } from "../problem.ts";
import { runOrFail } from "../run-command.ts";

const PROGRAMS = ["postgres", "initdb", "pg_ctl", "psql", "pg_dump", "pg_restore", "pg_isready"];

/**
 * These insist that their user has a name, and the server's user, like many a container's, is in no /etc/passwd. With
 * this library they read a list given in the environment. LD_PRELOAD will not do: it would also reach the machine's
 * own shell, which initdb runs and which may be too old for the library.
 */
const NEED_A_NAME = ["initdb", "postgres"];
const NAME_LIBRARY = "libnss_wrapper.so";

const HINT = "run `npm run doctor`; if it still fails, set DATABASE_URL to your own TimescaleDB";

export async function unpackPackages(archives: readonly string[], folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const archive of archives) {
    await runOrFail("dpkg-deb", ["-x", archive, folder], { doing: `unpacking ${archive}`, hint: HINT });
  }
}

/**
 * Ties PostgreSQL's programs to the C library and the libraries unpacked beside them, so that the machine's own
 * release does not matter. `home` is where the folder will lie in the end: the paths are written for it.
 */
export async function bindPrograms(folder: string, home: string): Promise<void> {
  const loader = join(folder, loaderWithin(folder));
  const libraries = libraryFolders(folder);
  const search = libraries.map((path) => join(folder, path)).join(":");
  const bin = join(folder, binFolderWithin(folder));
  const patchelf = [loader, "--library-path", search, join(folder, "usr/bin/patchelf")] as const;
  const rpath = libraries.map((path) => join(home, path)).join(":");
  const named = findLibrary(folder, NAME_LIBRARY) === null ? [] : ["--add-needed", NAME_LIBRARY];
  for (const name of PROGRAMS) {
    const [command, ...parameters] = patchelf;
    const settings = [
      "--set-interpreter",
      join(home, loaderWithin(folder)),
      // RPATH, not RUNPATH: it also holds for the libraries' own libraries.
      "--force-rpath",
      "--set-rpath",
      rpath,
      ...(NEED_A_NAME.includes(name) ? named : []),
    ];
    const options = { doing: `preparing ${name}`, hint: HINT };
    await runOrFail(command, [...parameters, ...settings, join(bin, name)], options);
  }
}

/** The unpacked C library's dynamic loader, relative to the folder. */
export function loaderWithin(folder: string): string {
  for (const libraries of libraryFolders(folder)) {
    const name = readdirSync(join(folder, libraries)).find((entry) => /^ld-linux.*\.so\.\d$/.test(entry));
    if (name === undefined) continue;
    return join(libraries, name);
  }
  throw new LocalDatabaseError("engine-broken", "the unpacked packages contain no dynamic loader", HINT);
}

export function libraryFolders(folder: string): string[] {
  const found: string[] = [];
  for (const parent of ["usr/lib", "lib"]) {
    if (!existsSync(join(folder, parent)) || isLink(join(folder, parent))) continue;
    for (const entry of readdirSync(join(folder, parent))) {
      if (entry.endsWith("-linux-gnu")) found.push(join(parent, entry));
    }
  }
  return found;
}

function findLibrary(folder: string, name: string): string | null {
  const paths = libraryFolders(folder).map((path) => join(folder, path, name));
  return paths.find((path) => existsSync(path)) ?? null;
}

export function binFolderWithin(folder: string): string {
  const parent = "usr/lib/postgresql";
  const major = existsSync(join(folder, parent)) ? readdirSync(join(folder, parent))[0] : undefined;
  if (major === undefined) {
    throw new LocalDatabaseError("engine-broken", "the unpacked packages do not contain PostgreSQL", HINT);
  }
  return join(parent, major, "bin");
}

function isLink(path: string): boolean {
  try {
    return readlinkSync(path).length > 0;
  } catch {
    return false;
  }
}
