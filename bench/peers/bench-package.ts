import { execFile } from "node:child_process";
import { access } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/**
 * Returns a file of a package that only a bench needs and that is too large to be a dependency. Installs the package on
 * first use into a folder that only `npm run bench` uses. Null if that fails.
 */
export async function benchPackageFile(name: string, version: string, file: string): Promise<string | null> {
  const cache = process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache");
  const folder = join(cache, "headroom", "bench");
  const path = join(folder, "node_modules", name, file);
  const isThere = () =>
    access(path).then(
      () => true,
      () => false,
    );
  if (await isThere()) return path;
  console.log(`installing ${name} ${version} into ${folder}, once`);
  const install = ["install", "--prefix", folder, "--no-audit", "--no-fund", `${name}@${version}`];
  await promisify(execFile)("npm", install).catch((error: unknown) =>
    console.log(`could not install it: ${String(error)}`),
  );
  return (await isThere()) ? path : null;
}
