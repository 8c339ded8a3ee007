import { accessSync, constants, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { SetupFailure, lastLines, messageOf } from "./failure.mjs";
import { cacheDir, root } from "./paths.mjs";
import { run } from "./processes.mjs";

/**
 * @import { Context } from "./setup.mjs"
 * @import { Progress } from "./progress.mjs"
 */

/**
 * One way to get a browser: the environment that points to it, or the reason why it failed.
 *
 * @typedef {{ env: NodeJS.ProcessEnv } | { reason: string }} Found
 * @typedef {(context: Context, progress: Progress) => Promise<Found>} Way
 */

// The one without windows comes first: it needs two thirds of the processor time.
const names = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];
const debianPackage = "chromium-headless-shell";
const playwright = join(root, "node_modules", "@playwright", "test", "cli.js");
const launcher = "launch";
const playwrightMillis = 90_000;
const aptMillis = 300_000;

/**
 * Finds or installs a Chromium for the journeys: the machine's own, else Playwright's, else the distribution's
 * package. Returns the environment that points to it; Playwright's own needs none.
 *
 * @param {Context} context
 * @param {Progress} progress
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
export async function ensureBrowser({ node, env }, progress) {
  const found = findNamed(env);
  if (found !== null) return { HEADROOM_CHROMIUM: found };
  if ((await findOwn({ node, env })) !== null) return {};
  const tried = [];
  for (const way of [fromPlaywright, fromAptAsRoot, fromAptPrivately]) {
    /** @type {Found} */
    const result = await way({ node, env }, progress).catch((error) => ({ reason: messageOf(error) }));
    if ("env" in result) return result.env;
    tried.push(result.reason);
  }
  throw new SetupFailure(
    "Chromium is not installed and could not be downloaded.",
    "Install Chromium or Chrome, or set HEADROOM_CHROMIUM to its binary.",
    { detail: tried.join("\n") },
  );
}

export function findOnPath(path = "") {
  const folders = path.split(delimiter).filter((folder) => folder !== "");
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable) ?? null;
}

/**
 * The browser that the journeys would use, or null if it has to be downloaded first.
 *
 * @param {Context} context
 * @returns {Promise<string | null>}
 */
export async function browserAtHand({ node, env }) {
  return findNamed(env) ?? (await findOwn({ node, env }));
}

/** @param {NodeJS.ProcessEnv} env */
function findNamed(env) {
  return env.HEADROOM_CHROMIUM || (findOnPath(env.PATH) ?? findUnpacked());
}

/** @param {Context} context */
async function findOwn({ node, env }) {
  const script = 'process.stdout.write(require("@playwright/test").chromium.executablePath())';
  const { code, stdout } = await run(node, ["--input-type=commonjs", "-e", script], { cwd: root, env });
  return code === 0 && existsSync(stdout) ? stdout : null;
}

/** @type {Way} */
async function fromPlaywright({ node, env }, progress) {
  const { code, output } = await progress
    .step("Chromium from Playwright", () =>
      run(node, [playwright, "install", "chromium"], { cwd: root, env, timeoutMillis: playwrightMillis }),
    )
    .catch(asFailure);
  return code === 0 ? { env: {} } : { reason: `playwright install: ${lastLines(output, 3)}` };
}

/** @type {Way} */
async function fromAptAsRoot({ env }, progress) {
  if (process.getuid?.() !== 0) return { reason: "apt-get install: not root" };
  /** @param {string[]} args */
  const apt = (args) =>
    run("apt-get", args, { env: { ...env, DEBIAN_FRONTEND: "noninteractive" }, timeoutMillis: aptMillis });
  const { code, output } = await progress
    .step("Chromium from the distribution", async () => {
      await apt(["update", "-qq"]);
      return apt(["install", "-y", "-qq", "--no-install-recommends", debianPackage]);
    })
    .catch(asFailure);
  const binary = findOnPath(env.PATH);
  return code === 0 && binary !== null
    ? { env: { HEADROOM_CHROMIUM: binary } }
    : { reason: `apt-get install ${debianPackage}: ${lastLines(output, 3)}` };
}

/**
 * Without root, downloads the packages and unpacks them in our cache folder. Installs nothing.
 *
 * @type {Way}
 */
async function fromAptPrivately({ env }, progress) {
  if (process.getuid?.() === 0) return { reason: "" };
  const home = unpackedHome();
  const temporary = `${home}.${process.pid}`;
  const { code, output } = await progress
    .step("Chromium from the distribution, unpacked privately", async () => {
      rmSync(temporary, { recursive: true, force: true });
      mkdirSync(temporary, { recursive: true });
      const script = [
        "set -e",
        'mkdir -p state/lists/partial cache/archives/partial; place="$PWD"',
        'apt() { apt-get -qq -o Dir::State="$place/state" -o Dir::State::status=/var/lib/dpkg/status "$@"; }',
        'export APT_CONFIG="$place/apt.conf"',
        'printf "Dir::Cache \\"%s/cache\\"; Debug::NoLocking 1; APT::Sandbox::User \\"\\";" "$place" > apt.conf',
        "apt update",
        `apt install --yes --download-only --no-install-recommends ${debianPackage}`,
        `ls cache/archives/${debianPackage}_*.deb >/dev/null`,
        'for package in cache/archives/*.deb; do dpkg-deb -x "$package" root; done',
        "rm -rf state cache apt.conf",
      ].join("\n");
      return run("sh", ["-c", script], { cwd: temporary, env, timeoutMillis: aptMillis });
    })
    .catch(asFailure);
  if (code !== 0) {
    rmSync(temporary, { recursive: true, force: true });
    return { reason: `apt-get download ${debianPackage}: ${lastLines(output, 3)}` };
  }
  writeLauncher(temporary);
  rmSync(home, { recursive: true, force: true });
  renameSync(temporary, home);
  return { env: { HEADROOM_CHROMIUM: join(home, launcher) } };
}

function unpackedHome() {
  return join(cacheDir(), "chromium");
}

function findUnpacked() {
  const path = join(unpackedHome(), launcher);
  return isExecutable(path) ? path : null;
}

/**
 * The binary looks for its libraries where they would be installed. The launcher points it to where they are.
 *
 * @param {string} home
 */
function writeLauncher(home) {
  const script = [
    "#!/bin/sh",
    'root="$(dirname "$(readlink -f "$0")")/root/usr/lib"',
    'LD_LIBRARY_PATH="$(echo "$root"/*-linux-gnu):$root" exec "$root/chromium/chromium-headless-shell" "$@"',
  ];
  writeFileSync(join(home, launcher), `${script.join("\n")}\n`, { mode: 0o755 });
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {unknown} error */
function asFailure(error) {
  return { code: 1, output: messageOf(error) };
}
