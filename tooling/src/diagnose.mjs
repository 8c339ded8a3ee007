import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { browserAtHand } from "./browser.mjs";
import { databaseStatus, pendingMigrations } from "./database.mjs";
import { readStamp, stampFor, stampFile } from "./dependencies.mjs";
import { freeMegabytes } from "./disk-space.mjs";
import { SetupFailure, errorCode, messageOf } from "./failure.mjs";
import { isNewEnough } from "./node-runtime.mjs";
import { npmCommand } from "./npm.mjs";
import { cacheDir, headroomDir, root } from "./paths.mjs";
import { assertPortsFree, readPorts } from "./ports.mjs";
import { run } from "./processes.mjs";
import { localFile } from "./running-instance.mjs";
import { readLocal } from "./local-json.mjs";
import { answers } from "./wait-until-ready.mjs";

/**
 * @import { Local } from "./local-json.mjs"
 * @import { Context } from "./setup.mjs"
 */

/** @typedef {{ ok: boolean, what: string, fix: string }} Check */

const neededMegabytes = 2000;
const localDbCommand = join(root, "packages", "local-db", "src", "command.ts");

/**
 * Checks what a start needs without changing anything. These checks need nothing installed; those of the product run
 * once the packages are there.
 *
 * @param {string | null} runtimeDir
 */
export async function diagnoseMachine(runtimeDir) {
  const checks = [
    checkNode(runtimeDir),
    await checkRegistry(),
    checkPackages(),
    checkSpace("this checkout", root),
    checkWritable("the cache folder", cacheDir(), "Set XDG_CACHE_HOME to a folder you can write to."),
    checkWritable(
      ".headroom",
      headroomDir,
      `Take ownership of the folder: sudo chown -R "$(id -un)" ${headroomDir}`,
    ),
    checkOwner(),
    checkLocalFile(),
  ];
  const running = readLocal(localFile);
  return [...checks, ...(await checkProcesses(running))];
}

/** @param {Context} context */
export async function diagnoseProduct(context) {
  const database = await checkDatabase(context);
  return [...database, ...(await checkBrowser(context))];
}

/** @param {string | null} runtimeDir */
function checkNode(runtimeDir) {
  const own = process.versions.node;
  if (isNewEnough(own)) return good(`Node ${own}`);
  if (runtimeDir !== null) return good(`Node ${own} is too old, so Headroom uses the one in ${runtimeDir}`);
  return good(`Node ${own} is too old; the next start downloads one from npm`);
}

async function checkRegistry() {
  const npm = npmCommand();
  const { code, output } = await run(
    npm.command,
    [...npm.args, "ping", "--fetch-retries=0", "--fetch-timeout=8000"],
    {
      cwd: root,
      env: process.env,
      timeoutMillis: 15_000,
    },
  ).catch((error) => ({ code: 1, output: messageOf(error) }));
  const reason = /npm error (?:code )?(\S+)/.exec(output)?.[1] ?? "no response";
  return check(
    code === 0,
    code === 0 ? "the npm registry responds" : `the npm registry does not respond (${reason})`,
    "Check `npm config get registry`. Behind a proxy, set `proxy` and `https-proxy` with `npm config set`.",
  );
}

function checkPackages() {
  const current = readStamp(stampFile) === stampFor(readFileSync(join(root, "package-lock.json")));
  return good(
    current ? "the packages match the lock file" : "packages are missing; the next start installs them",
  );
}

/**
 * @param {string} name
 * @param {string} path
 */
function checkSpace(name, path) {
  const free = freeMegabytes(path);
  return check(
    free >= neededMegabytes,
    `${(free / 1000).toFixed(1)} GB free for ${name}`,
    "Free some space. Packages, database engine and pages take about 2 GB.",
  );
}

/**
 * @param {string} name
 * @param {string} folder
 * @param {string} fix
 */
function checkWritable(name, folder, fix) {
  const probe = join(folder, `.probe-${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(probe, "");
    rmSync(probe);
    return good(`${name} is writable: ${folder}`);
  } catch (error) {
    return check(false, `${name} is not writable: ${folder} (${errorCode(error)})`, fix);
  }
}

/** A start as root leaves files that the next start, as a normal user, cannot change. */
function checkOwner() {
  const uid = process.getuid?.();
  const foreign = [headroomDir, join(headroomDir, "logs"), join(root, "node_modules"), localFile].filter(
    (path) => existsSync(path) && uid !== undefined && uid !== 0 && lstatSync(path).uid !== uid,
  );
  return check(
    foreign.length === 0,
    foreign.length === 0 ? "you own all files" : `owned by another user: ${foreign.join(", ")}`,
    `Take ownership: sudo chown -R "$(id -un)" ${foreign.join(" ")}`,
  );
}

function checkLocalFile() {
  if (!existsSync(localFile)) return good("no .headroom/local.json yet; the next start writes it");
  const mode = statSync(localFile).mode & 0o777;
  return check(
    mode === 0o600,
    `.headroom/local.json has mode ${mode.toString(8)}`,
    `It contains tokens. Run chmod 600 ${localFile}`,
  );
}

/** @param {Local | null} local */
async function checkProcesses(local) {
  if (local?.webPid == null) return checkPorts();
  const web = await answers(`${local.webUrl}/healthz`);
  const ingest = await answers(`${local.ingestUrl}/readyz`);
  const fix = "Restart Headroom. Its logs are in .headroom/logs.";
  return [
    check(web, web ? `web responds at ${local.webUrl}` : `web does not respond at ${local.webUrl}`, fix),
    check(
      ingest,
      ingest ? `ingest responds at ${local.ingestUrl}` : `ingest is not ready at ${local.ingestUrl}`,
      fix,
    ),
  ];
}

async function checkPorts() {
  const ports = readPorts();
  const wanted = { HEADROOM_WEB_PORT: ports.web, HEADROOM_INGEST_PORT: ports.ingest };
  return Promise.all(
    Object.entries(wanted).map(async ([name, port]) => {
      try {
        await assertPortsFree({ [name]: port });
        return good(`port ${port} (${name}) is free`);
      } catch (error) {
        return check(false, messageOf(error), error instanceof SetupFailure ? error.fix : "");
      }
    }),
  );
}

/**
 * @param {Context} context
 * @returns {Promise<Check[]>}
 */
async function checkDatabase({ node, env }) {
  const dataDir = join(headroomDir, "database");
  const { output } = await run(node, [localDbCommand, "doctor", "--data-dir", dataDir], { cwd: root, env });
  const checks = readDiagnosis(output);
  const url = env.DATABASE_URL ?? (await databaseStatus({ node, env }, dataDir)).url;
  if (!url) return checks;
  const pending = await pendingMigrations({ node, env }, url).catch((error) => error);
  if (pending instanceof Error) {
    return [
      ...checks,
      check(false, `the database can't be used: ${pending.message}`, "See .headroom/logs/database.log."),
    ];
  }
  const isCurrent = pending.length === 0;
  const what = isCurrent
    ? "the database responds and is up to date"
    : `pending migrations: ${pending.join(", ")}`;
  return [...checks, check(isCurrent, what, "Run `npm start` to apply them.")];
}

/**
 * Reads the output of local-db's own doctor: `ok   what` or `FAIL what`, with the fix on the next line.
 *
 * @param {string} output
 * @returns {Check[]}
 */
export function readDiagnosis(output) {
  /** @type {Check[]} */
  const checks = [];
  for (const line of output.split("\n")) {
    const [, mark, what] = /^(ok|FAIL)\s+(.*)$/.exec(line) ?? [];
    const [, fix] = /^\s+fix: (.*)$/.exec(line) ?? [];
    const last = checks.at(-1);
    if (what !== undefined) checks.push(check(mark === "ok", what, ""));
    else if (fix !== undefined && last !== undefined) last.fix = fix;
  }
  return checks;
}

/** @param {Context} context */
async function checkBrowser({ node, env }) {
  const browser = await browserAtHand({ node, env });
  return [
    good(
      browser === null ? "no Chromium yet; `npm test` downloads one" : `Chromium for the tests: ${browser}`,
    ),
  ];
}

/**
 * @param {string} what
 * @returns {Check}
 */
function good(what) {
  return { ok: true, what, fix: "" };
}

/**
 * @param {boolean} ok
 * @param {string} what
 * @param {string} fix
 * @returns {Check}
 */
function check(ok, what, fix) {
  return { ok, what, fix: ok ? "" : fix };
}
