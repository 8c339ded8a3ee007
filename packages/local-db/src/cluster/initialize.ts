import {
  appendFileSync,
  chownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

import type { Engine } from "../engine/ensure-engine.ts";
import { LocalDatabaseError } from "../problem.ts";
import { runOrFail } from "../run-command.ts";
import { OWNER, SUPERUSER } from "./home.ts";
import type { Home } from "./home.ts";
import { asIdentity, giveTo, SERVER_UID } from "./identity.ts";
import type { Identity } from "./identity.ts";
import { literal } from "./set-up-sql.ts";

export interface InitializeInput {
  engine: Engine;
  home: Home;
  identity: Identity;
  password: string;
}

const HINT = "run `npm run doctor`, then start again";

/** Creates the cluster folder, which must not exist. It appears complete or not at all. */
export async function initializeCluster(input: InitializeInput): Promise<void> {
  const { engine, home, identity } = input;
  removeDrafts(home);
  const draft = mkdtempSync(`${home.cluster}${DRAFT}`);
  giveTo(identity, draft);
  const passwordFile = `${draft}.password`;
  writeFileSync(passwordFile, `${input.password}\n`, { mode: 0o600 });
  if (identity.kind === "other-user") chownSync(passwordFile, identity.uid, identity.uid);
  const command = [
    join(engine.binFolder, "initdb"),
    `--pgdata=${draft}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    ...(majorOf(engine) >= 17 ? ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"] : []),
    "--no-instructions",
  ];
  try {
    await runNamed(input, command, "", "creating the database cluster");
  } finally {
    rmSync(passwordFile, { force: true });
  }
  appendFileSync(join(draft, "postgresql.conf"), "\ninclude 'headroom.conf'\n");
  writeFileSync(join(draft, "pg_hba.conf"), "host all all 127.0.0.1/32 scram-sha-256\n");
  renameSync(draft, home.cluster);
}

const DRAFT = ".new-";

/** What killed set-ups left beside the cluster. Each had a unique name, so that a late child process touches no other. */
function removeDrafts(home: Home): void {
  const folder = dirname(home.cluster);
  const names = readdirSync(folder).filter((name) => name.startsWith(`${basename(home.cluster)}${DRAFT}`));
  for (const name of names) rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 10 });
}

export function requireSameMajor(engine: Engine, home: Home): void {
  const made = readFileSync(join(home.cluster, "PG_VERSION"), "utf8").trim();
  if (String(majorOf(engine)) === made) return;
  throw new LocalDatabaseError(
    "other-version",
    `the data in ${home.folder} is from PostgreSQL ${made}, but the engine is version ${engine.postgresVersion}`,
    "run `npm run reset` to start with an empty database",
  );
}

/** Gives both roles a new password while the server is down, for a data folder whose password file was lost. */
export async function replacePasswords(input: InitializeInput): Promise<void> {
  const { engine, home, password } = input;
  const command = [join(engine.binFolder, "postgres"), "--single", "-D", home.cluster, "postgres"];
  const statements = [SUPERUSER, OWNER].map((role) => `ALTER ROLE ${role} PASSWORD ${literal(password)};`);
  await runNamed(input, command, `${statements.join("\n")}\n`, "setting a new database password");
}

/** Runs a program that requires a name for its user, with a list in place of /etc/passwd. */
async function runNamed(
  { home, identity }: InitializeInput,
  command: readonly string[],
  input: string,
  doing: string,
): Promise<void> {
  const folder = dirname(home.cluster);
  const names = { passwd: join(folder, "passwd.names"), group: join(folder, "group.names") };
  const self = process.getuid?.() ?? 0;
  const uid = self === 0 ? SERVER_UID : self;
  writeFileSync(names.passwd, `headroom:x:${uid}:${uid}:headroom:/:/bin/false\n`, { mode: 0o644 });
  writeFileSync(names.group, `headroom:x:${uid}:\n`, { mode: 0o644 });
  const [program, ...parameters] = asIdentity(identity, command, { endWithParent: true });
  const env = { NSS_WRAPPER_PASSWD: names.passwd, NSS_WRAPPER_GROUP: names.group, TZ: "UTC" };
  try {
    await runOrFail(program ?? "", parameters, { doing, hint: HINT, input, env });
  } finally {
    for (const file of Object.values(names)) rmSync(file, { force: true });
  }
}

function majorOf(engine: Engine): number {
  return Number.parseInt(engine.postgresVersion, 10);
}
