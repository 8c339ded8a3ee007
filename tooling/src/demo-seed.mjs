import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { lastLines, messageOf } from "./failure.mjs";
import { root } from "./paths.mjs";
import { run } from "./processes.mjs";
import { isEnding } from "./signals.mjs";
import { digestOf } from "./source-digest.mjs";
import { waitUntilReady } from "./wait-until-ready.mjs";

/**
 * @import { Context } from "./setup.mjs"
 * @import { Progress } from "./progress.mjs"
 */

/**
 * @typedef {object} SeedPlace
 * @property {string} stampFile
 * @property {string} databaseUrl
 * @property {string} ingestUrl
 * @property {string} ingestToken
 * @property {string} readToken
 * @property {string} manageToken
 * @property {string} ownerEmail
 * @property {string} logFile
 */

/**
 * What was uploaded, and where to. `lastNight`: when the last simulated night began.
 *
 * @typedef {{ database: string, demo: string, lastNight: string, complete: boolean }} Stamp
 */

/** The process that uploads the demo. */
export const demoData = "demo data";

const sources = join(root, "packages", "demo", "src");
/** Its exit code if ingest doesn't respond, for example because it is being restarted. */
const unreachable = 3;
const attempts = 5;
/** A peak day that isn't on a page by then can still appear there later. */
const liveWithinMillis = 15_000;

/**
 * Uploads the demo's runs through the public API, once per database and version of the demo. Headroom works without
 * them, so a failure is reported and does not stop the start. The next start resumes with the same dates: the same runs.
 *
 * @param {Context} context
 * @param {SeedPlace} place
 * @param {Progress} progress
 * @returns {Promise<boolean>} Whether this completed the demo.
 */
export async function seedDemo(context, place, progress) {
  const { stampFile, databaseUrl, ingestUrl, logFile } = place;
  const stamp = stampOf(databaseUrl);
  const before = readStamp(stampFile);
  const isOfDatabase = before?.database === stamp.database;
  if (isOfDatabase && before.demo === stamp.demo && before.complete) return false;
  if (await isFull(ingestUrl)) {
    progress.say(
      "  !!  Skipped the demo data: the disk is almost full (docs/disk-space.md). Everything else works. Free some space, then run npm start again.",
    );
    return false;
  }
  const lastNight = isOfDatabase ? before.lastNight : lastNightOf(new Date());
  const args = [join(sources, "command.ts"), ...destination(place), "--last-night", lastNight];
  progress.say("The demo is loading. Its runs appear as they are uploaded, and everything already works.");
  try {
    writeStamp(stampFile, { ...stamp, lastNight, complete: false });
    await progress.step("Demo data", (note) => upload(context, { args, ingestUrl, logFile, note }));
    writeStamp(stampFile, { ...stamp, lastNight, complete: true });
    return true;
  } catch (error) {
    if (isEnding()) return false;
    progress.say(`  !!  Could not load the demo data. Everything else works. See ${logFile}.`);
    progress.say(messageOf(error).replace(/^/gm, "      "));
    return false;
  }
}

/**
 * @param {Context} context
 * @param {{ args: string[], ingestUrl: string, logFile: string, note: (text: string) => void }} options
 */
async function upload({ node, env }, { args, ingestUrl, logFile, note }) {
  for (let attempt = 1; ; attempt += 1) {
    const { code, output } = await run(node, args, { name: demoData, cwd: root, env, logFile, onLine: note });
    if (code === 0) return;
    if (code !== unreachable || attempt === attempts || isEnding()) throw new Error(lastLines(output, 8));
    note("waiting for ingest");
    const ended = new Promise(() => {});
    await waitUntilReady({ name: "ingest", ended, logFile }, `${ingestUrl}/readyz`);
  }
}

/**
 * Sends a simulated peak day in the background, for an hour at most and only while this command runs. Answers where its
 * page is. Null if the day is gone, for example because somebody deleted it.
 *
 * @param {Context} context
 * @param {SeedPlace & { webUrl: string }} place
 * @returns {Promise<string | null>}
 */
export async function startLiveDemo({ node, env }, { stampFile, databaseUrl, webUrl, logFile, ...access }) {
  const stamp = readStamp(stampFile);
  const isFirst = stamp?.database !== stampOf(databaseUrl).database || !stamp.complete;
  if (await isFull(access.ingestUrl)) return null;
  const args = [join(sources, "live-command.ts"), ...destination(access), ...(isFirst ? ["--first"] : [])];
  /** @type {(id: string | null) => void} */
  let found = () => undefined;
  const id = new Promise((/** @type {(id: string | null) => void} */ resolve) => (found = resolve));
  const onLine = (/** @type {string} */ line) => {
    const [, own] = /^peak day ([\w-]+)$/.exec(line) ?? [];
    if (own !== undefined) found(own);
  };
  const ended = run(node, args, { name: "live demo", cwd: root, env, logFile, onLine });
  // It may end or fail at any time: the log has the reason, and everything else works.
  void ended.catch(() => undefined).then(() => found(null));
  const page = await Promise.race([id, delay(liveWithinMillis, null, { ref: false })]);
  return page === null ? null : `${webUrl}/peak-days/${page}`;
}

/** @param {Pick<SeedPlace, "ingestUrl" | "ingestToken" | "readToken" | "manageToken" | "ownerEmail">} place */
function destination({ ingestUrl, ingestToken, readToken, manageToken, ownerEmail }) {
  const tokens = ["--ingest-token", ingestToken, "--read-token", readToken, "--manage-token", manageToken];
  return ["--ingest-url", ingestUrl, ...tokens, "--owner-email", ownerEmail];
}

/**
 * Whether ingest would refuse every run for lack of disk space.
 *
 * @param {string} ingestUrl
 */
export async function isFull(ingestUrl) {
  try {
    const ready = await fetch(`${ingestUrl}/readyz`);
    return Object(await ready.json()).room === "full";
  } catch {
    return false;
  }
}

/**
 * Leaves a database as it is: the next start adds no runs of the demo to it.
 *
 * @param {Pick<SeedPlace, "stampFile" | "databaseUrl">} place
 */
export function markDemoSeeded({ stampFile, databaseUrl }) {
  writeStamp(stampFile, { ...stampOf(databaseUrl), lastNight: lastNightOf(new Date()), complete: true });
}

/**
 * @param {Date} now
 * @returns {string} the latest 02:00 UTC at which a run of five minutes has ended
 */
export function lastNightOf(now) {
  const night = new Date(now.getTime() - 130 * 60_000);
  night.setUTCHours(2, 0, 0, 0);
  return night.toISOString();
}

/** @param {string} databaseUrl */
function stampOf(databaseUrl) {
  const { host, pathname } = new URL(databaseUrl);
  const database = createHash("sha256").update(`${host}${pathname}`).digest("hex").slice(0, 16);
  return { database, demo: digestOf(root, ["packages/demo/src"]) };
}

/**
 * @param {string} file
 * @returns {Stamp | null}
 */
function readStamp(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

/**
 * @param {string} file
 * @param {Stamp} stamp
 */
function writeStamp(file, stamp) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(stamp)}\n`);
}
