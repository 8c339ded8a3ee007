import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

import {
  DATABASE,
  newPassword,
  OWNER,
  readPassword,
  SUPERUSER,
  urlOf,
  writePassword,
  type Home,
} from "./cluster/home.ts";
import { portBusy } from "./cluster/launch.ts";
import { setUpSql } from "./cluster/set-up-sql.ts";
import type { Log } from "./log.ts";
import { LocalDatabaseError } from "./problem.ts";
import { lastLines, runCommand, type CommandResult } from "./run-command.ts";
import type { LocalDatabase } from "./start.ts";

const IMAGE = "timescale/timescaledb:2.19.3-pg17";

export async function dockerAnswers(): Promise<boolean> {
  const result = await runCommand("docker", ["version", "--format", "{{.Server.Version}}"], {
    timeoutSeconds: 10,
  });
  return result.code === 0 && result.stdout.trim() !== "";
}

/** The same database inside a container of its own, its data in a named volume. */
export async function startInDocker(input: { home: Home; port: number; log: Log }): Promise<LocalDatabase> {
  const { home, log } = input;
  const name = containerName(home);
  const password = readPassword(home) ?? newPassword();
  writePassword(home, password);
  const adopted = await isRunning(name);
  if (!adopted) {
    await docker(["rm", "--force", name]);
    if ((await docker(["image", "inspect", IMAGE])).code !== 0) {
      log(`fetching the image ${IMAGE}`);
      requireSuccess(await docker(["pull", IMAGE], 1800), "fetching the image");
    }
    const result = await docker(runParameters(name, input.port, password));
    if (/port is already allocated|address already in use/.test(result.stderr)) throw portBusy(input.port);
    requireSuccess(result, "starting the container");
  }
  await waitUntilReady(name);
  requireSuccess(await psql(name, setUpSql(password)), "setting up the database");
  const port = await publishedPort(name);
  return {
    url: urlOf({ port, password }),
    adminUrl: urlOf({ port, password, user: SUPERUSER }),
    port,
    pid: null,
    version: IMAGE.replace(/^.*-pg/, ""),
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
export async function statusInDocker(home: Home): Promise<number | null> {
  const name = containerName(home);
  return (await isRunning(name)) ? publishedPort(name) : null;
}

export async function removeInDocker(home: Home): Promise<void> {
  const name = containerName(home);
  await docker(["rm", "--force", name]);
  await docker(["volume", "rm", "--force", name]);
}

function runParameters(name: string, port: number, password: string): string[] {
  return [
    ...["run", "--detach", "--name", name, "--publish", `127.0.0.1:${port}:5432`],
    ...["--volume", `${name}:/var/lib/postgresql/data`, "--shm-size", "256m"],
    ...["--env", `POSTGRES_PASSWORD=${password}`, "--env", `POSTGRES_USER=${SUPERUSER}`],
    ...[
      "--env",
      "POSTGRES_INITDB_ARGS=--auth=scram-sha-256 --locale-provider=builtin --builtin-locale=C.UTF-8",
    ],
    ...["--env", "TIMESCALEDB_TELEMETRY=off", "--env", "TZ=UTC", IMAGE],
    ...["-c", "jit=off", "-c", "max_locks_per_transaction=256", "-c", "timescaledb.telemetry_level=off"],
  ];
}

/** During its first start the image runs a temporary server without TCP; only the real one answers on 127.0.0.1. */
async function waitUntilReady(name: string): Promise<void> {
  for (let attempt = 0; attempt < 240; attempt += 1) {
    const answer = await docker(["exec", name, "pg_isready", "-h", "127.0.0.1", "-U", OWNER, "-d", DATABASE]);
    if (answer.code === 0) return;
    await pause(250);
  }
  requireSuccess(await docker(["logs", "--tail", "3", name]), "waiting for the container");
  throw new LocalDatabaseError(
    "docker-failed",
    "the container is not ready after 60 s",
    `docker logs ${name}`,
  );
}

function psql(name: string, input: string): Promise<CommandResult> {
  const parameters = ["exec", "--interactive", name, "psql", "-X", "-q", "-U", SUPERUSER, "-d", "postgres"];
  return runCommand("docker", parameters, { input });
}

async function isRunning(name: string): Promise<boolean> {
  const result = await docker(["inspect", "--format", "{{.State.Running}}", name]);
  return result.code === 0 && result.stdout.trim() === "true";
}

async function publishedPort(name: string): Promise<number> {
  const result = await docker(["port", name, "5432/tcp"]);
  return Number(/:(\d+)\s*$/m.exec(result.stdout)?.[1]);
}

function containerName(home: Home): string {
  return `headroom-db-${createHash("sha256").update(home.folder).digest("hex").slice(0, 12)}`;
}

function docker(parameters: readonly string[], timeoutSeconds = 120): Promise<CommandResult> {
  return runCommand("docker", parameters, { timeoutSeconds });
}

function requireSuccess(result: CommandResult, doing: string): void {
  if (result.code === 0) return;
  throw new LocalDatabaseError(
    "docker-failed",
    `${doing}: ${lastLines(result.stderr) || "docker gave no reason"}`,
    "check `docker info`, or set DATABASE_URL to a TimescaleDB of your own",
  );
}
