import { existsSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { SetupFailure, lastLines } from "./failure.mjs";
import { root } from "./paths.mjs";
import { run } from "./processes.mjs";

/** @import { Context } from "./setup.mjs" */

/**
 * @typedef {object} Database
 * @property {string} url
 * @property {string | null} adminUrl The same database with its superuser. Null for someone else's database.
 * @property {number | null} pid Null if DATABASE_URL points to someone else's database.
 * @property {boolean} adopted It was already running.
 *
 * @typedef {object} DatabaseStatus
 * @property {boolean} running
 * @property {string | null} url
 * @property {number | null} port
 * @property {number | null} pid
 */

const command = join(root, "packages", "local-db", "src", "command.ts");
// The exit code of a database that this version can't go on with. The output says what to do.
const refusedSchema = 3;
const migrateCommand = join(root, "packages", "db", "src", "migrate.ts");
const pendingCommand = join(root, "packages", "db", "src", "pending.ts");

/**
 * Starts the database in a folder, or uses the one in DATABASE_URL.
 *
 * @param {Context} context
 * @param {{ dataDir: string, port: number, logFile: string }} place
 * @param {(line: string) => void} [note]
 * @returns {Promise<Database>}
 */
export async function startDatabase({ node, env }, { dataDir, port, logFile }, note = () => {}) {
  const args = [command, "start", "--data-dir", dataDir, "--port", String(port)];
  // It answers with the passwords.
  const secret = { isAnswerSecret: true };
  const { code, output, stdout } = await run(node, args, {
    cwd: root,
    env,
    logFile,
    onLine: note,
    ...secret,
  });
  if (code !== 0) throw failure("Could not start the database.", output, logFile);
  return JSON.parse(stdout);
}

/**
 * @param {Context} context
 * @param {string} dataDir
 */
export async function stopDatabase({ node, env }, dataDir) {
  const args = [command, "stop", "--data-dir", dataDir];
  const { code, output } = await run(node, args, { cwd: root, env, isCleanUp: true });
  if (code !== 0) throw failure("Could not stop the database.", output, dataDir);
}

/**
 * Whether the database of a folder may be the one on its port. `databaseStatus` knows more, but needs Node 24 and the
 * packages, and the ports are checked before those are downloaded.
 *
 * @param {string} dataDir
 */
export function mayRunAlready(dataDir) {
  const cluster = join(dataDir, "cluster");
  // A database without a cluster is in a container, and Docker checks its port.
  if (!existsSync(cluster)) return existsSync(join(dataDir, "password"));
  try {
    // A negative pid marks a single-user server.
    const pid = Math.abs(Number.parseInt(readFileSync(join(cluster, "postmaster.pid"), "utf8"), 10));
    // Its working directory distinguishes the server from another process that got its pid.
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch {
    return false;
  }
}

/**
 * @param {Context} context
 * @param {string} dataDir
 * @returns {Promise<DatabaseStatus>}
 */
export async function databaseStatus({ node, env }, dataDir) {
  const { code, stdout } = await run(node, [command, "status", "--data-dir", dataDir], { cwd: root, env });
  return code === 0 ? JSON.parse(stdout) : { running: false, url: null, port: null, pid: null };
}

/**
 * @param {Context} context
 * @param {{ url: string, logFile: string }} database
 */
export async function migrate({ node, env }, { url, logFile }) {
  const { code, output } = await run(node, [migrateCommand], {
    cwd: root,
    env: { ...env, DATABASE_URL: url },
    logFile,
  });
  if (code === 0) return;
  if (code === refusedSchema) throw new SetupFailure(lastLines(output, 12), "Nothing was changed.");
  if (!env.DATABASE_URL) throw failure("Could not migrate the database.", output, logFile);
  throw new SetupFailure(
    "Could not use the database in DATABASE_URL.",
    "It must be a running PostgreSQL with the timescaledb extension, and its user must be the owner and have CREATEROLE.",
    { detail: lastLines(output, 4) },
  );
}

/**
 * The names of the migrations that the database is missing.
 *
 * @param {Context} context
 * @param {string} url
 */
export async function pendingMigrations({ node, env }, url) {
  const { code, output, stdout } = await run(node, [pendingCommand], {
    cwd: root,
    env: { ...env, DATABASE_URL: url },
  });
  if (code !== 0) throw new Error(lastLines(output, 1));
  return stdout.split("\n").filter((line) => line !== "");
}

/**
 * @param {string} message
 * @param {string} output
 * @param {string} logFile
 */
function failure(message, output, logFile) {
  return new SetupFailure(message, `See ${logFile} for the full log, or run \`npm run doctor\`.`, {
    detail: lastLines(output, 12),
  });
}
