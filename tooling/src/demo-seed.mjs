import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { lastLines } from "./failure.mjs";
import { root } from "./paths.mjs";
import { run } from "./processes.mjs";
import { digestOf } from "./source-digest.mjs";

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
 * @property {string} logFile
 */

const command = join(root, "packages", "demo", "src", "command.ts");

/**
 * Uploads the demo's runs through the public API, once per database and version of the demo. Headroom works without
 * them, so a failure is reported and does not stop the start.
 *
 * @param {Context} context
 * @param {SeedPlace} place
 * @param {Progress} progress
 */
export async function seedDemo(
  { node, env },
  { stampFile, databaseUrl, ingestUrl, ingestToken, logFile },
  progress,
) {
  const wanted = stampOf(databaseUrl);
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === wanted) return;
  const args = [command, "--ingest-url", ingestUrl, "--token", ingestToken];
  const { code, output } = await progress.step("Demo data", (note) =>
    run(node, args, { cwd: root, env, logFile, onLine: note }),
  );
  if (code !== 0) {
    progress.say(`  !!  Could not load the demo data. Everything else works. See ${logFile}.`);
    progress.say(lastLines(output, 8).replace(/^/gm, "      "));
    return;
  }
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, wanted);
}

/** @param {string} databaseUrl */
function stampOf(databaseUrl) {
  const { host, pathname } = new URL(databaseUrl);
  const place = createHash("sha256").update(`${host}${pathname}`).digest("hex").slice(0, 16);
  return `${place} ${digestOf(root, ["packages/demo/src"])}\n`;
}
