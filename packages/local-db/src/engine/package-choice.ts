const TIMESCALEDB_PACKAGE = /^(?:postgresql-(\d+)-timescaledb|timescaledb-2-postgresql-(\d+))$/;

export interface TimescalePackage {
  name: string;
  postgresMajor: number;
}

/** From `apt-cache search --names-only`: the package for the newest PostgreSQL known to work. */
export function newestTimescalePackage(printed: string): TimescalePackage | null {
  const found: TimescalePackage[] = [];
  for (const line of printed.split("\n")) {
    const name = line.split(" ")[0] ?? "";
    const match = TIMESCALEDB_PACKAGE.exec(name);
    const postgresMajor = Number(match?.[1] ?? match?.[2] ?? 0);
    if (postgresMajor >= 15) found.push({ name, postgresMajor });
  }
  return found.toSorted((a, b) => b.postgresMajor - a.postgresMajor)[0] ?? null;
}

/** The packages to request; apt adds what they need. */
export function wantedPackages(timescale: TimescalePackage): string[] {
  const major = timescale.postgresMajor;
  return [timescale.name, `postgresql-${major}`, `postgresql-client-${major}`, "patchelf", "libnss-wrapper"];
}

/**
 * Of everything that apt would install on an empty machine, what a private server needs: libraries and PostgreSQL.
 * Left out are the set-up scripts with their Perl, and LLVM, which only the switched-off jit would load (130 MB).
 */
export function packagesToUnpack(simulation: string, wanted: readonly string[]): string[] {
  const all = [...simulation.matchAll(/^Inst (\S+)/gm)].map((match) => match[1] ?? "");
  return all.filter((name) => wanted.includes(name) || (LIBRARY.test(name) && !NOT_NEEDED.test(name)));
}

const LIBRARY = /^(lib|zlib|timescaledb-2-loader)/;
const NOT_NEEDED =
  /perl|^lib(llvm|z3|c-bin|c-l10n|pam-modules|debconf|db5|semanage|sepol|gdbm|ncurses|proc2|ffi|bz2)|-common$|-dev$|-data$/;
