import { join } from "node:path";
import { curlLine } from "./curl-line.mjs";
import { demoData, seedDemo, startLiveDemo } from "./demo-seed.mjs";
import { databaseStatus, mayRunAlready, startDatabase } from "./database.mjs";
import { markStopped, readLocal, writeLocal } from "./local-json.mjs";
import { headroomDir } from "./paths.mjs";
import { assertPortsFree, readAddresses, readPorts } from "./ports.mjs";
import { startOnlyCleanUps, stopEverything } from "./processes.mjs";
import { createProgress, formatSeconds } from "./progress.mjs";
import { findRunning, localFile } from "./running-instance.mjs";
import { setUp } from "./setup.mjs";
import { endWith, once } from "./signals.mjs";
import { Stack, provisionDemo } from "./stack.mjs";

/**
 * @import { Database } from "./database.mjs"
 * @import { Local } from "./local-json.mjs"
 * @import { Addresses, Ports } from "./ports.mjs"
 * @import { Progress } from "./progress.mjs"
 * @import { Context } from "./setup.mjs"
 * @import { RunningInstance } from "./running-instance.mjs"
 * @import { ServeWeb } from "./stack.mjs"
 */

/**
 * @typedef {object} StartOptions
 * @property {string} logsDir
 * @property {boolean} watch
 * @property {(progress: Progress, runtime: Context) => ServeWeb | Promise<ServeWeb>} prepareWeb
 */

const dataDir = join(headroomDir, "database");

/**
 * `npm start` and `npm run dev`: starts everything, prints the URLs, and restarts what ends, until a signal.
 *
 * @param {"start" | "dev"} command
 * @param {StartOptions} options
 */
export async function startCommand(command, { logsDir, watch, prepareWeb }) {
  const beganAt = Date.now();
  const progress = createProgress();
  const ports = readPorts();
  const addresses = readAddresses();
  const running = await findRunning();
  if (running !== null) {
    await signInAgain(running, { logsDir, progress });
    return 0;
  }
  /** @type {Stack | null} */
  let stack = null;
  const close = once(async () => {
    startOnlyCleanUps();
    await (stack === null ? stopEverything() : stack.shutDown());
    markStopped(localFile);
  });
  endWith(
    async () => {
      progress.endSteps();
      progress.say("\nStopping. Press Ctrl-C again to stop without waiting for uploads.");
      await close();
      progress.say("Stopped.");
    },
    { exitCode: 0 },
  );
  try {
    const context = await setUp(command, progress, { check: () => assertOwnPortsFree(ports, addresses) });
    stack = new Stack(context, { dataDir, logsDir, ports, addresses });
    const [database, serveWeb] = await Promise.all([
      openAndMigrate(stack, progress),
      prepareWeb(progress, context),
    ]);
    const { local, ownerEmail } = await bringUp(stack, { progress, database, serveWeb, watch });
    progress.say(`\nHeadroom is running (ready in ${elapsed()}). Press Ctrl-C to stop it.`);
    progress.say(introduction(local));
    await Promise.all([
      stack.supervise({
        say: progress.say,
        // Another `npm start` may have written a new sign-in link.
        onChange: (pids) => writeLocal(localFile, { ...(readLocal(localFile) ?? local), ...pids }),
      }),
      fillDemo(context, { local, databaseUrl: database.url, ownerEmail, logsDir, progress, elapsed }),
    ]);
    return 0;
  } catch (error) {
    // What else was going on fails, too, once it is stopped.
    progress.endSteps();
    await close();
    throw error;
  }

  function elapsed() {
    return formatSeconds((Date.now() - beganAt) / 1000);
  }
}

/**
 * @param {Stack} stack
 * @param {Progress} progress
 */
async function openAndMigrate(stack, progress) {
  const database = await progress.step("Database", (note) => stack.openDatabase(note));
  await progress.step("Database schema", () => stack.migrateDatabase());
  return database;
}

/**
 * @param {Stack} stack
 * @param {{ progress: Progress, database: Database, serveWeb: ServeWeb, watch: boolean }} options
 */
async function bringUp(stack, { progress, database, serveWeb, watch }) {
  const [ingest, web, { access, ownerEmail }] = await Promise.all([
    progress.step("Ingest", () => stack.startIngest({ watch })),
    progress.step("Web", () => stack.startWeb(serveWeb)),
    progress.step("Demo workspace", () => stack.provision(readLocal(localFile) ?? {})),
  ]);
  const local = {
    webUrl: stack.urls.web,
    ingestUrl: stack.urls.ingest,
    publicWebUrl: stack.publicUrls.web,
    publicIngestUrl: stack.publicUrls.ingest,
    ...access,
    databaseUrl: database.url,
    webPid: web.pid ?? null,
    ingestPid: ingest.pid ?? null,
    databasePid: database.pid,
  };
  writeLocal(localFile, local);
  return { local, ownerEmail };
}

/**
 * @typedef {object} DemoOptions
 * @property {Local & { publicWebUrl: string, ingestUrl: string, ingestToken: string, readToken: string, manageToken: string }} local
 * @property {string} databaseUrl
 * @property {string} ownerEmail
 * @property {string} logsDir
 * @property {Progress} progress
 * @property {() => string} elapsed
 */

/**
 * Headroom runs while the demo fills it.
 *
 * @param {Context} context
 * @param {DemoOptions} options
 */
async function fillDemo(context, { local, databaseUrl, ownerEmail, logsDir, progress, elapsed }) {
  const { publicWebUrl: webUrl, ingestUrl, ingestToken, readToken, manageToken } = local;
  const access = { webUrl, ingestUrl, ingestToken, readToken, manageToken, ownerEmail };
  const place = { stampFile: join(headroomDir, "demo-stamp"), databaseUrl, ...access };
  // First, so that it has begun to move when somebody looks.
  const livePage = startLiveDemo(context, { ...place, logFile: join(logsDir, "demo-live.log") });
  const isLoaded = seedDemo(context, { ...place, logFile: join(logsDir, "demo.log") }, progress);
  const page = await livePage;
  if (page !== null) progress.say(`  A peak day that moves for an hour (simulated):  ${page}`);
  if (await isLoaded) progress.say(`The demo is complete (${elapsed()} after the start).`);
}

/**
 * The sign-in link of the running instance may have been used, so print a new one.
 *
 * @param {RunningInstance} running
 * @param {{ logsDir: string, progress: Progress }} options
 */
async function signInAgain(running, { logsDir, progress }) {
  progress.say(`Headroom is already running (pid ${running.pid}).`);
  const context = await setUp("sign-in", progress);
  await reviveDatabase(context, { running, logsDir, progress });
  progress.say(introduction(await renewSignIn(context, running, logsDir)));
  if (running.work.includes(demoData)) progress.say("The demo is still loading.");
}

/**
 * The running command restarts its database too, so this may find it starting, and waits for it.
 *
 * @param {Context} context
 * @param {{ running: RunningInstance, logsDir: string, progress: Progress }} options
 */
async function reviveDatabase(context, { running, logsDir, progress }) {
  if (context.env.DATABASE_URL) return;
  const status = await databaseStatus(context, dataDir);
  if (status.running) return;
  progress.say("Its database has stopped.");
  const place = {
    dataDir,
    port: Number(new URL(running.databaseUrl).port),
    logFile: join(logsDir, "database.log"),
  };
  await progress.step("Database", (note) => startDatabase(context, place, note));
}

/**
 * @param {Context} context
 * @param {RunningInstance} running
 * @param {string} logsDir
 */
async function renewSignIn(context, running, logsDir) {
  const { access } = await provisionDemo(context, {
    databaseUrl: running.databaseUrl,
    webUrl: running.local.publicWebUrl ?? running.webUrl,
    tokens: running.local,
    logFile: join(logsDir, "provision.log"),
  });
  const local = { ...running.local, ...access };
  writeLocal(localFile, local);
  return local;
}

/**
 * A killed command may have left the database of this checkout running. The start takes it over.
 *
 * @param {Ports} ports
 * @param {Addresses} addresses
 */
async function assertOwnPortsFree(ports, { ingestHost }) {
  const needsDatabasePort = !process.env.DATABASE_URL && !mayRunAlready(dataDir);
  const wanted = { HEADROOM_WEB_PORT: ports.web, HEADROOM_INGEST_PORT: ports.ingest };
  await assertPortsFree(
    needsDatabasePort ? { ...wanted, HEADROOM_DB_PORT: ports.database } : wanted,
    ingestHost,
  );
}

/** @param {Pick<Local, "publicWebUrl" | "publicIngestUrl" | "ingestToken" | "ownerSignInUrl">} local */
function introduction({ publicWebUrl: webUrl, publicIngestUrl: ingestUrl, ingestToken, ownerSignInUrl }) {
  return [
    "",
    `  Web            ${webUrl}`,
    `  Sign in        ${ownerSignInUrl}  (works once; run npm start again for a new one)`,
    `  Upload to      ${ingestUrl}/v1/runs`,
    `  Token          ${ingestToken}  (uploads runs and gates builds)`,
    "",
    "  Upload your first run:",
    "",
    `  ${curlLine({ webUrl, ingestUrl, ingestToken })}`,
    "",
    "  Simulate live traffic, from another terminal:",
    "",
    "  npm run simulate -- black-friday",
    "",
  ].join("\n");
}
