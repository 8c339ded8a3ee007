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
import { assertPortFree, readPorts } from "./ports.mjs";
import { run } from "./processes.mjs";
import { localFile } from "./running-instance.mjs";
import { readLocal } from "./local-json.mjs";
import { answers } from "./wait-until-ready.mjs";

/**
 * @import { Local } from "./local-json.mjs"
 * @import { Context } from "./setup.mjs"
 */

/** @typedef {{ ok: boolean, what: string, mend: string }} Check */

const neededMegabytes = 2000;
const localDbCommand = join(root, "packages", "local-db", "src", "command.ts");

/**
 * What a start needs, looked at without changing anything. Each check answers { ok, what, mend }. The first ones
 * need nothing installed; the last ones are asked of the packages themselves, once those are there.
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
      `Give the folder to yourself: chown -R "$(id -un)" ${headroomDir}`,
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
  if (runtimeDir !== null) return good(`Node ${own} is too old, and the one from npm is here: ${runtimeDir}`);
  return good(`Node ${own} is too old; the next start brings one from npm`);
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
  const reason = /npm error (?:code )?(\S+)/.exec(output)?.[1] ?? "no answer";
  return check(
    code === 0,
    code === 0 ? "the npm registry answers" : `the npm registry does not answer (${reason})`,
    "See `npm config get registry`; behind a proxy set `npm config set proxy` and `https-proxy`.",
  );
}

function checkPackages() {
  const current = readStamp(stampFile) === stampFor(readFileSync(join(root, "package-lock.json")));
  return good(
    current
      ? "the packages are those of the lock file"
      : "packages are missing; the next start installs them",
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
    "Free some space: packages, database engine and pages take about 2 GB.",
  );
}

/**
 * @param {string} name
 * @param {string} folder
 * @param {string} mend
 */
function checkWritable(name, folder, mend) {
  const probe = join(folder, `.probe-${process.pid}`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(probe, "");
    rmSync(probe);
    return good(`${name} can be written: ${folder}`);
  } catch (error) {
    return check(false, `${name} cannot be written: ${folder} (${errorCode(error)})`, mend);
  }
}

/** A start as root leaves files that the next one, as oneself, cannot change. */
function checkOwner() {
  const uid = process.getuid?.();
  const foreign = [headroomDir, join(headroomDir, "logs"), join(root, "node_modules"), localFile].filter(
    (path) => existsSync(path) && uid !== undefined && uid !== 0 && lstatSync(path).uid !== uid,
  );
  return check(
    foreign.length === 0,
    foreign.length === 0 ? "its files are yours" : `not yours: ${foreign.join(", ")}`,
    `Give them to yourself: sudo chown -R "$(id -un)" ${foreign.join(" ")}`,
  );
}

function checkLocalFile() {
  if (!existsSync(localFile)) return good("no .headroom/local.json yet; a start writes it");
  const mode = statSync(localFile).mode & 0o777;
  return check(
    mode === 0o600,
    `.headroom/local.json has mode ${mode.toString(8)}`,
    `It holds tokens: chmod 600 ${localFile}`,
  );
}

/** @param {Local | null} local */
async function checkProcesses(local) {
  if (local?.webPid == null) return checkPorts();
  const web = await answers(`${local.webUrl}/healthz`);
  const ingest = await answers(`${local.ingestUrl}/readyz`);
  const mend = "Stop Headroom and start it again; its logs are in .headroom/logs.";
  return [
    check(web, web ? `web answers at ${local.webUrl}` : `web does not answer at ${local.webUrl}`, mend),
    check(
      ingest,
      ingest ? `ingest answers at ${local.ingestUrl}` : `ingest is not ready at ${local.ingestUrl}`,
      mend,
    ),
  ];
}

async function checkPorts() {
  const ports = readPorts();
  const wanted = { HEADROOM_WEB_PORT: ports.web, HEADROOM_INGEST_PORT: ports.ingest };
  return Promise.all(
    Object.entries(wanted).map(async ([name, port]) => {
      try {
        await assertPortFree(name, port);
        return good(`port ${port} (${name}) is free`);
      } catch (error) {
        return check(false, messageOf(error), error instanceof SetupFailure ? error.mend : "");
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
      check(false, `the database does not answer: ${pending.message}`, "See .headroom/logs/database.log."),
    ];
  }
  const isCurrent = pending.length === 0;
  const what = isCurrent
    ? "the database answers and is up to date"
    : `not applied yet: ${pending.join(", ")}`;
  return [...checks, check(isCurrent, what, "`npm start` brings the database up to date.")];
}

/**
 * The lines of local-db's own doctor: `ok   what` or `FAIL what`, a mend below.
 *
 * @param {string} output
 * @returns {Check[]}
 */
export function readDiagnosis(output) {
  /** @type {Check[]} */
  const checks = [];
  for (const line of output.split("\n")) {
    const [, mark, what] = /^(ok|FAIL)\s+(.*)$/.exec(line) ?? [];
    const [, mend] = /^\s+mend: (.*)$/.exec(line) ?? [];
    const last = checks.at(-1);
    if (what !== undefined) checks.push(check(mark === "ok", what, ""));
    else if (mend !== undefined && last !== undefined) last.mend = mend;
  }
  return checks;
}

/** @param {Context} context */
async function checkBrowser({ node, env }) {
  const browser = await browserAtHand({ node, env });
  return [
    good(
      browser === null ? "no Chromium yet; `npm test` fetches one" : `a Chromium for the tests: ${browser}`,
    ),
  ];
}

/**
 * @param {string} what
 * @returns {Check}
 */
function good(what) {
  return { ok: true, what, mend: "" };
}

/**
 * @param {boolean} ok
 * @param {string} what
 * @param {string} mend
 * @returns {Check}
 */
function check(ok, what, mend) {
  return { ok, what, mend: ok ? "" : mend };
}
