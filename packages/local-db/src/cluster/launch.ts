import { spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Engine } from "../engine/ensure-engine.ts";
import { programEnv } from "../env.ts";
import { diskFull, LocalDatabaseError } from "../problem.ts";
import { lastLines, runOrFail } from "../run-command.ts";
import { SUPERUSER, urlOf } from "./home.ts";
import type { Home } from "./home.ts";
import { asIdentity, giveTo } from "./identity.ts";
import type { Identity } from "./identity.ts";
import { setUpSql } from "./set-up-sql.ts";
import { portBusy } from "./port.ts";
import { readPidFile, runningServer, waitUntil, worksIn } from "./postmaster.ts";
import { availableMemory, formatSettings, serverSettings, TIME_ZONES } from "./settings.ts";

export interface LaunchInput {
  engine: Engine;
  home: Home;
  identity: Identity;
  port: number;
  password: string;
  ephemeral: boolean;
  detached: boolean;
}

/** Starts the server on an initialized cluster and waits until it accepts connections. */
export async function launchServer(input: LaunchInput): Promise<number> {
  const { home, identity } = input;
  writeConfiguration(input);
  giveTo(identity, home.cluster);
  if (logSize(home) > 10e6) renameSync(home.log, `${home.log}.1`);
  const before = logSize(home);
  const { pid, ended } = spawnServer(input);
  const ready = await waitUntil(() => ended() || isReady(home, pid), START_SECONDS);
  if (!ready || ended()) throw startProblem(input, before);
  await setUpDatabase(input);
  return pid;
}

/** Recovering a large cluster after a crash takes a while. */
export const START_SECONDS = 300;

function writeConfiguration({ home, ephemeral }: LaunchInput): void {
  const timezone = existsSync(TIME_ZONES) ? "UTC" : "GMT";
  const settings = serverSettings({ memoryBytes: availableMemory(), ephemeral, timezone });
  const file = join(home.cluster, "headroom.conf");
  writeFileSync(`${file}.new`, formatSettings(settings), { mode: 0o644 });
  renameSync(`${file}.new`, file);
}

function spawnServer(input: LaunchInput): { pid: number; ended: () => boolean } {
  const { engine, home, identity, port } = input;
  const log = openSync(home.log, "a", 0o600);
  const server = [join(engine.binFolder, "postgres"), "-D", home.cluster, "-p", String(port)];
  const [program, ...parameters] = asIdentity(identity, server, { endWithParent: !input.detached });
  const child = spawn(program ?? "", parameters, {
    stdio: ["ignore", log, log],
    // A separate process group: Ctrl-C reaches the starter, which stops the server once its users have ended.
    detached: true,
    env: programEnv({ TZ: "UTC" }),
  });
  closeSync(log);
  let over = child.pid === undefined;
  child.on("error", () => (over = true));
  child.on("exit", () => (over = true));
  child.unref();
  return { pid: child.pid ?? 0, ended: () => over };
}

function isReady(home: Home, pid: number): boolean {
  const file = readPidFile(home.cluster);
  return file?.pid === pid && file.state === "ready";
}

export async function setUpDatabase(
  input: Pick<LaunchInput, "engine" | "home" | "port" | "password">,
): Promise<void> {
  const { engine, home, port, password } = input;
  if (existsSync(home.ready)) return;
  const url = urlOf({ port, password, user: SUPERUSER, database: "postgres" });
  const parameters = ["--no-psqlrc", "--quiet", "--dbname", url];
  await runOrFail(join(engine.binFolder, "psql"), parameters, {
    input: setUpSql(password),
    doing: "setting up the database",
    hint: `check ${home.log}, then start again`,
  });
  writeFileSync(home.ready, "");
}

function logSize(home: Home): number {
  return statSync(home.log, { throwIfNoEntry: false })?.size ?? 0;
}

/** `before`: where this start begins in the log; earlier messages aren't its problem. */
function startProblem({ home, port }: LaunchInput, before: number): LocalDatabaseError {
  const log = readFileSync(home.log).subarray(before).toString();
  if (/no space left on device/i.test(log)) return diskFull("starting the database");
  if (/could not bind|address already in use/i.test(log)) return portBusy(port);
  const reason = lastLines(log, 3) || `no answer within ${START_SECONDS} s`;
  return new LocalDatabaseError("start-failed", `the database did not start: ${reason}`, `check ${home.log}`);
}

export async function stopServer(cluster: string): Promise<boolean> {
  const server = runningServer(cluster);
  if (server === null) return false;
  process.kill(server.pid, "SIGINT");
  const ended = await waitUntil(() => !worksIn(server.pid, cluster), 60);
  if (ended) return true;
  throw new LocalDatabaseError(
    "stop-failed",
    `the database (pid ${server.pid}) has not stopped within 60 s`,
    `stop it with: kill -QUIT ${server.pid}; it recovers at the next start`,
  );
}
