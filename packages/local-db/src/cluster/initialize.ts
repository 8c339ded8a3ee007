import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

import type { Engine } from "../engine/ensure-engine.ts";
import { LocalDatabaseError } from "../problem.ts";
import { runOrFail } from "../run-command.ts";
import { DATABASE, OWNER, SUPERUSER, type Home } from "./home.ts";
import { asIdentity, giveTo, SERVER_UID, type Identity } from "./identity.ts";

export interface InitializeInput {
  engine: Engine;
  home: Home;
  identity: Identity;
  password: string;
}

/** Makes the cluster folder unless it is there. It appears whole or not at all. */
export async function initializeCluster(input: InitializeInput): Promise<void> {
  const { engine, home, identity } = input;
  if (existsSync(home.cluster)) {
    requireSameMajor(engine, home);
    return;
  }
  const draft = `${home.cluster}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  const passwordCopy = join(draft, "..", "password.initdb");
  writeFileSync(passwordCopy, `${input.password}\n`, { mode: 0o600 });
  const nameOfUser = writeUserNames(home);
  try {
    giveTo(identity, draft);
    giveFile(identity, passwordCopy);
    await runInitdb(input, draft, passwordCopy, nameOfUser);
  } finally {
    for (const file of [passwordCopy, nameOfUser.passwd, nameOfUser.group]) rmSync(file, { force: true });
  }
  appendFileSync(join(draft, "postgresql.conf"), "\ninclude 'headroom.conf'\n");
  writeFileSync(join(draft, "pg_hba.conf"), "host all all 127.0.0.1/32 scram-sha-256\n");
  renameSync(draft, home.cluster);
}

async function runInitdb(
  input: InitializeInput,
  draft: string,
  passwordFile: string,
  names: UserNames,
): Promise<void> {
  const { engine, identity } = input;
  const major = Number.parseInt(engine.postgresVersion, 10);
  const collation = major >= 17 ? ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"] : [];
  const initdb = join(engine.binFolder, "initdb");
  const command = [
    initdb,
    `--pgdata=${draft}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    ...collation,
    "--no-instructions",
  ];
  const [program, ...parameters] = asIdentity(identity, command, { endWithParent: false });
  await runOrFail(program ?? initdb, parameters, {
    doing: "making the database cluster",
    hint: "run `npm run doctor`, then start again",
    env: { NSS_WRAPPER_PASSWD: names.passwd, NSS_WRAPPER_GROUP: names.group, TZ: "UTC" },
  });
}

interface UserNames {
  passwd: string;
  group: string;
}

/** The list of users that initdb reads in place of /etc/passwd. */
function writeUserNames(home: Home): UserNames {
  const self = process.getuid?.() ?? 0;
  const uid = self === 0 ? SERVER_UID : self;
  const names = { passwd: join(home.folder, "passwd.initdb"), group: join(home.folder, "group.initdb") };
  writeFileSync(names.passwd, `headroom:x:${uid}:${uid}:headroom:/:/bin/false\n`, { mode: 0o644 });
  writeFileSync(names.group, `headroom:x:${uid}:\n`, { mode: 0o644 });
  return names;
}

function giveFile(identity: Identity, file: string): void {
  if (identity.kind === "other-user") chownSync(file, identity.uid, identity.uid);
}

function requireSameMajor(engine: Engine, home: Home): void {
  const made = readFileSync(join(home.cluster, "PG_VERSION"), "utf8").trim();
  if (engine.postgresVersion.split(".")[0] === made) return;
  throw new LocalDatabaseError(
    "other-version",
    `the data in ${home.folder} is PostgreSQL ${made}'s, the engine is ${engine.postgresVersion}`,
    "run `npm run reset` to start with empty data",
  );
}

/**
 * Owner, database and extension; may be run any number of times. The owner is no superuser, as on a hosted TimescaleDB,
 * so that what works here works there.
 */
export function setUpSql(password: string): string {
  const literal = `'${password.replaceAll("'", "''")}'`;
  return `
\\set ON_ERROR_STOP on
\\set QUIET on
SET client_min_messages = warning;
SELECT 'CREATE ROLE ${OWNER}' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${OWNER}') \\gexec
ALTER ROLE ${OWNER} LOGIN CREATEDB CREATEROLE PASSWORD ${literal};
\\connect template1
CREATE EXTENSION IF NOT EXISTS timescaledb;
\\connect postgres
SELECT 'CREATE DATABASE ${DATABASE} OWNER ${OWNER}'
  WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = '${DATABASE}') \\gexec
`;
}
