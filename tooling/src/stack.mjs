import { dirname, join } from "node:path";
import { migrate, startDatabase, stopDatabase } from "./database.mjs";
import { SetupFailure, lastLines } from "./failure.mjs";
import { root } from "./paths.mjs";
import { run, startService, stopEverything } from "./processes.mjs";
import { endedFailure, waitUntilReady } from "./wait-until-ready.mjs";

/**
 * @import { Database } from "./database.mjs"
 * @import { Local } from "./local-json.mjs"
 * @import { Ports } from "./ports.mjs"
 * @import { Service } from "./processes.mjs"
 * @import { Context } from "./setup.mjs"
 */

/**
 * @typedef {{ command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv }} WebProcess
 * @typedef {(place: { node: string, port: number }) => WebProcess} ServeWeb
 * @typedef {Pick<Local, "ingestToken" | "readToken">} Tokens
 * @typedef {ReturnType<typeof createStack>} Stack
 */

const ingestDir = join(root, "apps", "ingest");
// Longer than ingest's own drain, so that running uploads finish.
const drainMillis = 30_000;

/**
 * A running Headroom: database, ingest, web. `start`, `dev` and the journeys differ in what they pass in: folders,
 * ports, and how the web is served.
 *
 * @param {Context} context
 * @param {{ dataDir: string, logsDir: string, ports: Ports }} place
 */
export function createStack(context, { dataDir, logsDir, ports }) {
  const { node, env } = context;
  const urls = { web: `http://127.0.0.1:${ports.web}`, ingest: `http://127.0.0.1:${ports.ingest}` };
  /** @param {string} name */
  const logOf = (name) => join(logsDir, `${name}.log`);
  /** @type {Service[]} */
  const started = [];
  /** @type {Database | null} */
  let database = null;
  let ending = false;

  /** @param {(line: string) => void} [note] */
  async function openDatabase(note) {
    database = await startDatabase(
      context,
      { dataDir, port: ports.database, logFile: logOf("database") },
      note,
    );
    return database;
  }

  async function migrateDatabase() {
    await migrate(context, { url: urlOfDatabase(), logFile: logOf("migrate") });
  }

  async function startIngest({ watch = false } = {}) {
    const ingest = startService("ingest", node, [...(watch ? ["--watch"] : []), "src/main.ts"], {
      cwd: ingestDir,
      env: {
        ...processEnv(),
        HEADROOM_INGEST_HOST: "127.0.0.1",
        HEADROOM_INGEST_PORT: String(ports.ingest),
      },
      logFile: logOf("ingest"),
    });
    started.push(ingest);
    await waitUntilReady(ingest, `${urls.ingest}/readyz`);
    return ingest;
  }

  /** @param {ServeWeb} serve */
  async function startWeb(serve) {
    const { command, args, cwd, env: own } = serve({ node, port: ports.web });
    const web = startService("web", command, args, {
      cwd,
      env: { ...processEnv(), HEADROOM_WEB_PORT: String(ports.web), ...own },
      logFile: logOf("web"),
    });
    started.push(web);
    await waitUntilReady(web, `${urls.web}/healthz`);
    return web;
  }

  /** @param {Partial<Tokens>} [tokens] */
  function provision(tokens = {}) {
    return provisionDemo(context, {
      databaseUrl: urlOfDatabase(),
      webUrl: urls.web,
      tokens,
      logFile: logOf("provision"),
    });
  }

  /**
   * Resolves with a failure as soon as one of the processes ends on its own. Otherwise it never resolves.
   *
   * @returns {Promise<Error>}
   */
  function watchForDeaths() {
    return Promise.race(
      started.map(async (service) => {
        const end = await service.ended;
        if (ending) return new Promise(() => {});
        return endedFailure(end, service.logFile);
      }),
    );
  }

  /** Stops what users talk to first and what it depends on last. */
  async function shutDown() {
    ending = true;
    for (const service of [...started].reverse()) await service.stop({ graceMillis: drainMillis });
    // Ends set-up work in progress too. The database goes last, even if it has only just started.
    await stopEverything();
    if (!env.DATABASE_URL) await stopDatabase(context, dataDir);
  }

  function urlOfDatabase() {
    if (database === null) throw new Error("Open the database first.");
    return database.url;
  }

  function processEnv() {
    const url = urlOfDatabase();
    return {
      ...env,
      DATABASE_URL: url,
      HEADROOM_DATABASE_DIRECT_URL: env.HEADROOM_DATABASE_DIRECT_URL ?? url,
      HEADROOM_WEB_URL: urls.web,
      HEADROOM_INGEST_URL: urls.ingest,
    };
  }

  return { urls, openDatabase, migrateDatabase, startIngest, startWeb, provision, watchForDeaths, shutDown };
}

/**
 * Prepares the demo workspace, its owner, tokens and a sign-in link. Tokens that still work stay.
 *
 * @param {Context} context
 * @param {{ databaseUrl: string, webUrl: string, tokens: Partial<Tokens>, logFile: string }} place
 */
export async function provisionDemo({ node, env }, { databaseUrl, webUrl, tokens, logFile }) {
  const { code, output, stdout } = await run(node, ["src/provision.ts"], {
    cwd: ingestDir,
    env: {
      ...env,
      DATABASE_URL: databaseUrl,
      HEADROOM_LOCAL_INGEST_TOKEN: tokens.ingestToken ?? "",
      HEADROOM_LOCAL_READ_TOKEN: tokens.readToken ?? "",
    },
    logFile,
  });
  if (code !== 0) {
    throw new SetupFailure("Could not prepare the demo workspace.", `See ${logFile}.`, {
      detail: lastLines(output, 12),
    });
  }
  /** @type {{ ingestToken: string, readToken: string, ownerSignInPath: string }} */
  const { ingestToken, readToken, ownerSignInPath } = JSON.parse(stdout);
  return { ingestToken, readToken, ownerSignInUrl: `${webUrl}${ownerSignInPath}` };
}

/**
 * Serves the built pages with the server that Next puts next to them.
 *
 * @param {string} serverFile
 * @returns {ServeWeb}
 */
export function builtWeb(serverFile) {
  return ({ node, port }) => ({
    command: node,
    args: [serverFile],
    cwd: dirname(serverFile),
    env: { NODE_ENV: "production", PORT: String(port), HOSTNAME: "127.0.0.1" },
  });
}
