import { join } from "node:path";
import { curlLine } from "./curl-line.mjs";
import { seedDemo, startLiveDemo } from "./demo-seed.mjs";
import { databaseStatus, startDatabase } from "./database.mjs";
import { markStopped, readLocal, writeLocal } from "./local-json.mjs";
import { headroomDir, root } from "./paths.mjs";
import { assertPortFree, readPorts } from "./ports.mjs";
import { createProgress, formatSeconds } from "./progress.mjs";
import { findRunning, localFile } from "./running-instance.mjs";
import { setUp } from "./setup.mjs";
import { endWith, once } from "./signals.mjs";
import { Stack, provisionDemo } from "./stack.mjs";

/**
 * @import { Database } from "./database.mjs"
 * @import { Local } from "./local-json.mjs"
 * @import { Ports } from "./ports.mjs"
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
const sampleFile = join(root, "docs", "examples", "first-run.jtl");

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
  const running = await findRunning();
  if (running !== null) {
    progress.say(`Headroom is already running (pid ${running.pid}).`);
    const context = await setUp("sign-in", progress);
    await reviveDatabase(context, { running, logsDir, progress });
    progress.say(addresses(await renewSignIn(context, running, logsDir)));
    return 0;
  }
  const context = await setUp(command, progress);
  await assertPortsFree(context, ports);

  /** @type {Stack | null} */
  let stack = null;
  const close = once(async () => {
    await stack?.shutDown();
    markStopped(localFile);
  });
  endWith(
    async () => {
      progress.say("\nStopping.");
      await close();
      progress.say("Stopped.");
    },
    { exitCode: 0 },
  );
  try {
    stack = new Stack(context, { dataDir, logsDir, ports });
    const [database, serveWeb] = await Promise.all([
      openAndMigrate(stack, progress),
      prepareWeb(progress, context),
    ]);
    const { local, ownerEmail } = await bringUp(stack, { progress, database, serveWeb, watch });
    const place = {
      stampFile: join(headroomDir, "demo-stamp"),
      databaseUrl: database.url,
      webUrl: local.webUrl,
      ingestUrl: local.ingestUrl,
      ingestToken: local.ingestToken,
      readToken: local.readToken,
      manageToken: local.manageToken,
      ownerEmail,
    };
    // First, so that it has begun to move when somebody looks.
    const livePage = await startLiveDemo(context, { ...place, logFile: join(logsDir, "demo-live.log") });
    await seedDemo(context, { ...place, logFile: join(logsDir, "demo.log") }, progress);
    progress.say(
      `\nHeadroom is running (ready in ${formatSeconds((Date.now() - beganAt) / 1000)}). Press Ctrl-C to stop it.`,
    );
    progress.say(addresses(local, livePage));
    await stack.supervise({
      say: progress.say,
      onChange: (pids) => writeLocal(localFile, { ...local, ...pids }),
    });
    return 0;
  } catch (error) {
    await close();
    throw error;
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
  const [ingest, web] = await Promise.all([
    progress.step("Ingest", () => stack.startIngest({ watch })),
    progress.step("Web", () => stack.startWeb(serveWeb)),
  ]);
  const { access, ownerEmail } = await progress.step("Demo workspace", () =>
    stack.provision(readLocal(localFile) ?? {}),
  );
  const local = {
    webUrl: stack.urls.web,
    ingestUrl: stack.urls.ingest,
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
 * The sign-in link of the running instance may have been used, so print a new one.
 *
 * @param {Context} context
 * @param {RunningInstance} running
 * @param {string} logsDir
 */
async function renewSignIn(context, running, logsDir) {
  const { access } = await provisionDemo(context, {
    databaseUrl: running.databaseUrl,
    webUrl: running.webUrl,
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
 * @param {Context} context
 * @param {Ports} ports
 */
async function assertPortsFree(context, ports) {
  await assertPortFree("HEADROOM_WEB_PORT", ports.web);
  await assertPortFree("HEADROOM_INGEST_PORT", ports.ingest);
  if (context.env.DATABASE_URL) return;
  const status = await databaseStatus(context, dataDir);
  if (!status.running) await assertPortFree("HEADROOM_DB_PORT", ports.database);
}

/**
 * @param {Pick<Local, "webUrl" | "ingestUrl" | "ingestToken" | "ownerSignInUrl">} local
 * @param {string | null} [livePage]
 */
function addresses({ webUrl, ingestUrl, ingestToken, ownerSignInUrl }, livePage = null) {
  return [
    "",
    `  Web            ${webUrl}`,
    `  Sign in        ${ownerSignInUrl}  (works once; run npm start again for a new one)`,
    ...(livePage === null ? [] : [`  A peak day     ${livePage}  (simulated, moves for an hour)`]),
    `  Upload to      ${ingestUrl}/v1/runs`,
    `  Ingest token   ${ingestToken}`,
    "",
    "  Upload your first run:",
    "",
    `  ${curlLine({ ingestUrl, ingestToken, sampleFile })}`,
    "",
    "  Simulate live traffic, from another terminal:",
    "",
    "  npm run simulate -- black-friday",
    "",
  ].join("\n");
}
