import { execFile } from "node:child_process";
import { access } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const PACKAGE = "@duckdb/node-api";
const VERSION = "1.5.4-r.1";

/** Seconds of one query over the file in a process of its own, best of so many rounds. Null: it cannot be had. */
export async function duckdbSeconds(file: string, rounds: number): Promise<number | null> {
  const entry = await duckdb();
  if (entry === null) return null;
  const { stdout } = await run(process.execPath, [
    join(import.meta.dirname, "duckdb.mjs"),
    pathToFileURL(entry).href,
    file,
    String(rounds),
  ]);
  return Math.min(...stdout.trim().split("\n").map(Number));
}

/** It is 70 MB, so no dependency: installed on first use into a folder that `npm run bench` alone knows. */
async function duckdb(): Promise<string | null> {
  const cache = process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache");
  const folder = join(cache, "headroom", "bench");
  const entry = join(folder, "node_modules", PACKAGE, "lib", "index.js");
  const isThere = () =>
    access(entry).then(
      () => true,
      () => false,
    );
  if (await isThere()) return entry;
  console.log(`installing ${PACKAGE} ${VERSION} (70 MB) into ${folder}, once`);
  const install = ["install", "--prefix", folder, "--no-audit", "--no-fund", `${PACKAGE}@${VERSION}`];
  await run("npm", install).catch((error: unknown) =>
    console.log(`it cannot be installed: ${String(error)}`),
  );
  return (await isThere()) ? entry : null;
}
