import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ensureBrowser } from "./browser.mjs";
import { stopDatabase } from "./database.mjs";
import { lastLines } from "./failure.mjs";
import { identify, isAlive } from "./live-process.mjs";
import { writeLocal } from "./local-json.mjs";
import { headroomDir, root } from "./paths.mjs";
import { freePort } from "./ports.mjs";
import { run } from "./processes.mjs";
import { endWith } from "./signals.mjs";
import { Stack, builtWeb } from "./stack.mjs";
import { ensureWebBuild } from "./web-build.mjs";

/**
 * @import { Part, PartResult } from "./run-parts.mjs"
 * @import { Progress } from "./progress.mjs"
 * @import { Context } from "./setup.mjs"
 * @import { ServeWeb } from "./stack.mjs"
 */

/**
 * @typedef {object} PlaywrightSpec
 * @property {string} file
 * @property {number} line
 * @property {string} title
 * @property {boolean} ok
 * @property {{ results: { errors: { message?: string }[] }[] }[]} tests
 *
 * @typedef {object} PlaywrightSuite
 * @property {PlaywrightSuite[]} [suites]
 * @property {PlaywrightSpec[]} [specs]
 *
 * @typedef {object} PlaywrightReport
 * @property {{ expected: number, unexpected: number, flaky: number, skipped: number }} stats
 * @property {PlaywrightSuite[]} [suites]
 */

const playwright = join(root, "node_modules", "@playwright", "test", "cli.js");
const places = join(headroomDir, "journeys");

/**
 * Runs Playwright against its own Headroom, with a fresh database and free ports, removed afterwards.
 *
 * @type {Part}
 */
export const journeysPart = {
  name: "e2e",
  narrow: ({ journeys }) => (journeys ? journeysPart : null),
  begin,
  run: (context, say) => begin(context).run(context, say),
};

/**
 * The pages are built, and a browser is found, while other parts run.
 *
 * @param {Context} context
 * @returns {Part}
 */
function begin(context) {
  const progress = noteOn(() => {});
  const needs = Promise.all([ensureBrowser(context, progress), ensureWebBuild(progress, context)]);
  // It fails the part when that waits for it.
  needs.catch(() => {});
  return {
    name: "e2e",
    async run(_, say) {
      await removeLeftovers(context);
      say("Web pages (next build) and browser");
      const [browser, server] = await needs;
      const home = join(places, String(process.pid));
      // A journey serves it. Until then, nothing listens there.
      const issuer = `http://127.0.0.1:${await freePort()}`;
      const env = { ...context.env, HEADROOM_CI_ISSUERS: issuer };
      const result = await withStack({ ...context, env }, home, builtWeb(server), (localFile) =>
        runJourneys(context, home, {
          browser: { ...browser, HEADROOM_JOURNEYS_CI_ISSUER: issuer },
          localFile,
          say,
        }),
      );
      // The logs of a failed run stay for inspection.
      rmSync(result.failed === 0 ? home : join(home, "database"), { recursive: true, force: true });
      return result;
    },
  };
}

/**
 * @template T
 * @param {Context} context
 * @param {string} home
 * @param {ServeWeb} serveWeb
 * @param {(localFile: string) => Promise<T>} work
 */
async function withStack(context, home, serveWeb, work) {
  const ports = { web: await freePort(), ingest: await freePort(), database: 0 };
  const own = { ...context, env: withoutDatabase(context.env) };
  const stack = new Stack(own, { dataDir: join(home, "database"), logsDir: join(home, "logs"), ports });
  endWith(() => stack.shutDown());
  try {
    const database = await stack.openDatabase();
    await stack.migrateDatabase();
    const [ingest, web, { access }] = await Promise.all([
      stack.startIngest(),
      stack.startWeb(serveWeb),
      stack.provision(),
    ]);
    const localFile = join(home, "local.json");
    writeLocal(localFile, {
      webUrl: stack.urls.web,
      ingestUrl: stack.urls.ingest,
      ...access,
      databaseUrl: database.url,
      webPid: web.pid ?? null,
      ingestPid: ingest.pid ?? null,
      databasePid: database.pid,
    });
    return await work(localFile);
  } finally {
    await stack.shutDown();
  }
}

/**
 * @param {Context} context
 * @param {string} home
 * @param {{ browser: NodeJS.ProcessEnv, localFile: string, say: (text: string) => void }} options
 */
async function runJourneys({ node, env }, home, { browser, localFile, say }) {
  const report = join(home, "report.json");
  const { code, output } = await run(node, [playwright, "test", "--config", "e2e/playwright.config.ts"], {
    cwd: root,
    env: {
      ...env,
      ...browser,
      HEADROOM_LOCAL_JSON: localFile,
      HEADROOM_JOURNEYS_REPORT: report,
      FORCE_COLOR: "0",
    },
    logFile: join(headroomDir, "logs", "test-e2e.log"),
    onLine: say,
  });
  /** @type {PlaywrightReport | null} */
  const json = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : null;
  return readPlaywright(json, code, output);
}

const nothingRan = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };

/**
 * @param {PlaywrightReport | null} json
 * @param {number} code
 * @param {string} output
 * @returns {PartResult}
 */
export function readPlaywright(json, code, output) {
  const { expected, unexpected, flaky, skipped } = json?.stats ?? nothingRan;
  const failed = unexpected === 0 && (code !== 0 || expected + flaky === 0) ? 1 : unexpected;
  const reasons = (json?.suites ?? []).flatMap(failuresOf).join("\n\n");
  const detail = failed === 0 ? "" : reasons || lastLines(output, 120);
  return { passed: expected + flaky, failed, skipped, detail };
}

/**
 * Lists each failed journey with its error, which would get lost among a hundred that passed.
 *
 * @param {PlaywrightSuite} suite
 * @returns {string[]}
 */
function failuresOf({ suites = [], specs = [] }) {
  const own = specs
    .filter(({ ok }) => !ok)
    .map(({ file, line, title, tests }) => {
      const reasons = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors));
      return [
        `${file}:${line} › ${title}`,
        ...reasons.map(({ message }) => stripVTControlCharacters(message ?? "")),
      ].join("\n");
    });
  return [...own, ...suites.flatMap(failuresOf)];
}

/**
 * A part has a single line for its progress: what it is doing now.
 *
 * @param {(text: string) => void} say
 * @returns {Progress}
 */
function noteOn(say) {
  return { say, step: async (title, work) => (say(title), work(say)) };
}

/** @param {NodeJS.ProcessEnv} env */
function withoutDatabase(env) {
  const { DATABASE_URL: _url, HEADROOM_DATABASE_DIRECT_URL: _direct, ...rest } = env;
  return rest;
}

/**
 * Cleans up after a killed run: its database, which may still be running, and its folder.
 *
 * @param {Context} context
 */
async function removeLeftovers(context) {
  mkdirSync(places, { recursive: true });
  for (const name of readdirSync(places)) {
    if (isAlive(identify(Number(name))) && Number(name) !== process.pid) continue;
    const home = join(places, name);
    if (existsSync(join(home, "database")))
      await stopDatabase(context, join(home, "database")).catch(() => {});
    rmSync(home, { recursive: true, force: true });
  }
}
