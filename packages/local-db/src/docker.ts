import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

import { newPassword, OWNER, readPassword, SUPERUSER, urlOf, writePassword } from "./cluster/home.ts";
import type { Home } from "./cluster/home.ts";
import { portBusy } from "./cluster/port.ts";
import { setUpSql } from "./cluster/set-up-sql.ts";
import type { LocalDatabase } from "./local-database.ts";
import type { Log } from "./log.ts";
import { LocalDatabaseError } from "./problem.ts";
import { lastLines, runCommand } from "./run-command.ts";
import type { CommandOptions, CommandResult } from "./run-command.ts";

const POSTGRES_MAJOR = "17";
const IMAGE = `timescale/timescaledb:2.19.3-pg${POSTGRES_MAJOR}`;

export async function dockerAnswers(): Promise<boolean> {
  const result = await docker(["version", "--format", "{{.Server.Version}}"], { timeoutSeconds: 10 });
  return result.code === 0 && result.stdout.trim() !== "";
}

/** The same database in a container, with its data in a named volume. */
export async function startInDocker(input: { home: Home; port: number; log: Log }): Promise<LocalDatabase> {
  const { home, port } = input;
  const name = containerName(home);
  const password = readPassword(home) ?? newPassword();
  writePassword(home, password);
  const adopted = await isRunning(name);
  if (!adopted) {
    await fetchImage(input.log);
    await docker(["rm", "--force", name]);
    const result = await docker(runParameters(name, port), { env: { POSTGRES_PASSWORD: password } });
    if (/port is already allocated|address already in use/.test(result.stderr)) throw portBusy(port);
    requireSuccess(result, "starting the container");
  }
  await waitUntilReady(name);
  const psql = ["exec", "--interactive", name, "psql", "-X", "-q", "-U", SUPERUSER, "-d", "postgres"];
  requireSuccess(await docker(psql, { input: setUpSql(password) }), "setting up the database");
  const published = await publishedPort(name);
  return {
    url: urlOf({ port: published, password }),
    adminUrl: urlOf({ port: published, password, user: SUPERUSER }),
    port: published,
    pid: null,
    version: POSTGRES_MAJOR,
    source: "docker",
    adopted,
    stop: async () => {
      await stopInDocker(home);
    },
  };
}

export async function stopInDocker(home: Home): Promise<boolean> {
  const name = containerName(home);
  if (!(await isRunning(name))) return false;
  requireSuccess(await docker(["stop", "--time", "60", name]), "stopping the container");
  return true;
}

/** The published port of the running container, null without one. */
export async function portInDocker(home: Home): Promise<number | null> {
  const name = containerName(home);
  return (await isRunning(name)) ? publishedPort(name) : null;
}

export async function removeInDocker(home: Home): Promise<void> {
  const name = containerName(home);
  await docker(["rm", "--force", name]);
  await docker(["volume", "rm", "--force", name]);
}

async function fetchImage(log: Log): Promise<void> {
  if ((await docker(["image", "inspect", IMAGE])).code === 0) return;
  log(`pulling the image ${IMAGE}`);
  requireSuccess(await docker(["pull", "--quiet", IMAGE], { timeoutSeconds: 1800 }), "pulling the image");
}

function runParameters(name: string, port: number): string[] {
  const initdb =
    "--auth-host=scram-sha-256 --auth-local=trust --locale-provider=builtin --builtin-locale=C.UTF-8";
  return [
    "run",
    "--detach",
    "--restart",
    "on-failure",
    "--name",
    name,
    "--publish",
    `127.0.0.1:${port}:5432`,
    "--volume",
    `${name}:/var/lib/postgresql/data`,
    "--shm-size",
    "256m",
    // Only the variable's name: docker takes the value from its own environment, so that no process list shows it.
    "--env",
    "POSTGRES_PASSWORD",
    "--env",
    `POSTGRES_USER=${SUPERUSER}`,
    "--env",
    `POSTGRES_INITDB_ARGS=${initdb}`,
    "--env",
    "TIMESCALEDB_TELEMETRY=off",
    "--env",
    "TZ=UTC",
    IMAGE,
    "-c",
    "jit=off",
    "-c",
    "max_locks_per_transaction=256",
    "-c",
    "timescaledb.telemetry_level=off",
  ];
}

/** During its first start the image runs a temporary server without TCP; only the real one answers on 127.0.0.1. */
async function waitUntilReady(name: string): Promise<void> {
  for (let attempt = 0; attempt < 240; attempt += 1) {
    const answer = await docker(["exec", name, "pg_isready", "-h", "127.0.0.1", "-U", OWNER]);
    if (answer.code === 0) return;
    if (!(await isRunning(name))) break;
    await pause(250);
  }
  const said = await docker(["logs", "--tail", "3", name]);
  throw new LocalDatabaseError(
    "docker-failed",
    `the container is not ready: ${lastLines(`${said.stdout}\n${said.stderr}`) || "no log output"}`,
    `check it with: docker logs ${name}`,
  );
}

async function isRunning(name: string): Promise<boolean> {
  const result = await docker(["inspect", "--format", "{{.State.Running}}", name], { timeoutSeconds: 10 });
  return result.code === 0 && result.stdout.trim() === "true";
}

async function publishedPort(name: string): Promise<number> {
  const result = await docker(["port", name, "5432/tcp"]);
  const port = Number(/:(\d+)\s*$/m.exec(result.stdout)?.[1] ?? Number.NaN);
  if (Number.isInteger(port)) return port;
  throw new LocalDatabaseError(
    "docker-failed",
    `${name} publishes no port`,
    `remove it with: docker rm --force ${name}`,
  );
}

function containerName(home: Home): string {
  return `headroom-db-${createHash("sha256").update(home.folder).digest("hex").slice(0, 12)}`;
}

function docker(parameters: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
  return runCommand("docker", parameters, options);
}

function requireSuccess(result: CommandResult, doing: string): void {
  if (result.code === 0) return;
  throw new LocalDatabaseError(
    "docker-failed",
    `${doing}: ${lastLines(result.stderr) || "docker gave no reason"}`,
    "check `docker info`, or set DATABASE_URL to your own TimescaleDB",
  );
}
