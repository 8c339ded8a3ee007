import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assertSpace } from "./disk-space.mjs";
import { failureFromOutput } from "./failure.mjs";
import { npmCommand } from "./npm.mjs";
import { root } from "./paths.mjs";
import { run } from "./processes.mjs";

/** @import { Progress } from "./progress.mjs" */

export const stampFile = join(root, "node_modules", ".headroom-stamp");

const neededMegabytes = 1200;

/**
 * Installs the packages in the lock file, once per lock file. Writes the stamp last, so a killed install runs again.
 *
 * @param {Progress} progress
 * @param {{ binDir: string, env: NodeJS.ProcessEnv }} runtime
 */
export async function ensureDependencies(progress, { binDir, env }) {
  const wanted = stampFor(readFileSync(join(root, "package-lock.json")));
  if (readStamp(stampFile) === wanted) return;
  assertSpace(root, neededMegabytes, "the packages");
  await progress.step("Packages (npm ci)", async (note) => {
    rmSync(stampFile, { force: true });
    const npm = npmCommand(process.env, join(binDir, "node"));
    note(`${packageCount()} packages`);
    const result = await run(
      npm.command,
      [...npm.args, "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
      {
        name: "npm ci",
        cwd: root,
        env: { ...env, npm_config_local_prefix: root },
      },
    );
    if (result.code !== 0) {
      throw failureFromOutput("Installing packages", result.output, "Run `npm ci` yourself to see more.");
    }
    writeFileSync(stampFile, wanted);
  });
}

/**
 * The same lock file needs other binaries on another platform, such as a folder mounted into a container.
 *
 * @param {string | Buffer} lock
 * @param {string} [platform]
 */
export function stampFor(lock, platform = `${process.platform}-${process.arch}`) {
  return `${createHash("sha256").update(lock).digest("hex")} ${platform}\n`;
}

/** @param {string} file */
export function readStamp(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

/** How many packages npm installs here. Without a terminal npm prints no progress of its own. */
function packageCount() {
  /** @type {{ packages: Record<string, { link?: boolean, optional?: boolean }> }} */
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  return Object.entries(packages).filter(([path, { link, optional }]) => path !== "" && !link && !optional)
    .length;
}
