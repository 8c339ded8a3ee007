import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { SetupFailure, lastLines } from "./failure.mjs";
import { root } from "./paths.mjs";
import { run } from "./processes.mjs";
import { formatSeconds } from "./progress.mjs";

/**
 * @import { Progress } from "./progress.mjs"
 * @import { Context } from "./setup.mjs"
 */

/**
 * Runs the files of a folder one by one, so they don't affect each other's results, and prints their output. `given` names
 * some of them, and ends with options for those: "aa-pairs --pairs 400".
 *
 * @param {Context} context
 * @param {{ folder: string, given: string[], progress: Progress }} options
 */
export async function runBenches({ node, env }, { folder, given, progress }) {
  const option = given.findIndex((one) => one.startsWith("-"));
  const names = option === -1 ? given : given.slice(0, option);
  const options = given.slice(names.length);
  const files = benchFiles(folder).filter(
    (file) => names.length === 0 || names.includes(basename(file, ".ts")),
  );
  if (files.length === 0) {
    const known = benchFiles(folder).map((file) => basename(file, ".ts"));
    throw new SetupFailure(`Nothing to run in ${folder}.`, `Available: ${known.join(", ") || "none"}`);
  }
  let failed = 0;
  for (const file of files) {
    const startedAt = Date.now();
    progress.say(`\n${basename(file, ".ts")}`);
    const { code, output } = await run(node, ["--expose-gc", file, ...options], {
      cwd: root,
      env,
      onLine: (line) => progress.say(`  ${line}`),
    });
    if (code !== 0) {
      failed += 1;
      progress.say(`  failed: ${lastLines(output, 1)}`);
    }
    progress.say(`  (${formatSeconds((Date.now() - startedAt) / 1000)})`);
  }
  progress.say(`\n${files.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/**
 * A file with exports is not a bench: other files import from it.
 *
 * @param {string} file
 */
function isBench(file) {
  return !file.endsWith(".test.ts") && !/^export /m.test(readFileSync(file, "utf8"));
}

/** @param {string} folder */
function benchFiles(folder) {
  const path = join(root, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .filter((name) => name.endsWith(".ts") && isBench(join(path, name)))
    .sort()
    .map((name) => join(path, name));
}
