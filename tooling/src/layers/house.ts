/** Who may import whom. The test of the check reads this table too; there is no list of exceptions. */
export const house: Readonly<Record<string, readonly string[]>> = {
  core: [],
  formats: ["core"],
  contract: ["core"],
  ui: ["core"],
  db: ["core"],
  services: ["core", "contract", "db"],
  web: ["services", "contract", "ui", "core", "demo"],
  ingest: ["services", "formats", "contract", "core", "demo"],
  cli: ["formats", "contract", "core"],
  demo: ["contract", "core"],
  "local-db": [],
  e2e: ["contract", "core", "demo"],
  bench: ["core", "formats", "services", "db", "local-db"],
  tooling: ["local-db"],
};

/** What only tests may add: the database tests of db run against a server of local-db, and ingest is sent what the command line sends. */
export const houseForTests: Readonly<Record<string, readonly string[]>> = {
  db: ["local-db"],
  ingest: ["cli"],
};

/** SQL and its drivers live in db; local-db starts a server, sets it up and asks whether it answers. */
export const sqlHomes: readonly string[] = ["db", "local-db"];

/** Whose SQL is never asked of our database: formats read the SQLite files of tools, benches compare with other engines. */
export const sqlOfOthers: readonly string[] = ["formats", "bench"];

export const sqlDrivers: readonly string[] = [
  "pg",
  "pg-copy-streams",
  "node-pg-migrate",
  "@prisma/client",
  "@prisma/adapter-pg",
];

/** Packages without I/O and without a clock, and the outside packages they may lean on. */
export const pure: Readonly<Record<string, readonly string[]>> = { core: ["ml-levenberg-marquardt"] };

/** Whose files may read the environment wherever they want: they run before there is a process to configure. */
export const environmentReaders: readonly string[] = ["tooling", "e2e", "bench"];
