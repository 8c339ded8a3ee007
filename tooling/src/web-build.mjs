import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { join } from "node:path";
import { withLock } from "./checkout-lock.mjs";
import { failureFromOutput } from "./failure.mjs";
import { headroomDir, root } from "./paths.mjs";
import { run } from "./processes.mjs";
import { digestOf } from "./source-digest.mjs";

/**
 * @import { Progress } from "./progress.mjs"
 * @import { Context } from "./setup.mjs"
 */

const builds = join(headroomDir, "web");
const webDir = join(root, "apps", "web");
const inputs = ["apps/web", "packages", "package-lock.json", "tsconfig.json", "turbo.json"];
const kept = 3;

/**
 * Builds the pages from the current sources into a folder named by their digest, so it never overwrites a build that
 * is in use, and a killed build never looks complete.
 *
 * @param {Progress} progress
 * @param {Context} context
 */
export async function ensureWebBuild(progress, { node, env }) {
  const home = join(builds, digestOf(root, inputs, { salt: readFileSync(join(root, "package.json")) }));
  const server = join(home, "apps", "web", "server.js");
  if (!existsSync(server)) {
    // It writes into apps/web, and only one at a time can.
    await withLock(join(headroomDir, "web-build.lock"), async () => {
      if (existsSync(server)) return;
      await progress.step("Web pages (next build)", () => build({ node, env }, home));
    });
  }
  utimesSync(home, new Date(), new Date());
  return server;
}

/**
 * @param {Context} context
 * @param {string} home
 */
async function build({ node, env }, home) {
  const turbo = join(root, "node_modules", "turbo", "bin", "turbo");
  const args = [turbo, "run", "build", "--filter=@headroom/web", "--output-logs=errors-only", "--no-color"];
  const logFile = join(headroomDir, "logs", "web-build.log");
  const { code, output } = await run(node, args, {
    name: "next build",
    cwd: root,
    env: { ...env, NODE_ENV: "production" },
    logFile,
  });
  if (code !== 0)
    throw failureFromOutput("Building the web pages", output, `See ${logFile} for the full log.`);
  assemble(home);
  removeOld();
}

/**
 * Next's standalone output does not include the static files.
 *
 * @param {string} home
 */
function assemble(home) {
  const temporary = `${home}.new`;
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(builds, { recursive: true });
  cpSync(join(webDir, ".next", "standalone"), temporary, { recursive: true, verbatimSymlinks: true });
  const app = join(temporary, "apps", "web");
  cpSync(join(webDir, ".next", "static"), join(app, ".next", "static"), { recursive: true });
  rmSync(home, { recursive: true, force: true });
  renameSync(temporary, home);
}

/** Keeps the last few builds, so going back a commit needs no build and running instances are not affected. */
function removeOld() {
  const byAge = readdirSync(builds, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.endsWith(".new"))
    .map((entry) => join(builds, entry.name))
    .map((path) => ({ path, usedAt: statSync(path).mtimeMs }))
    .sort((a, b) => b.usedAt - a.usedAt);
  for (const { path } of byAge.slice(kept)) rmSync(path, { recursive: true, force: true });
}
