import { execFile } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { benchPackageFile } from "./bench-package.ts";

const run = promisify(execFile);
const PACKAGE = "@duckdb/node-api";
const VERSION = "1.5.4-r.1";

/** Seconds for one query over the file in a separate process, best of `rounds`. Null if DuckDB is not available. */
export async function duckdbSeconds(file: string, rounds: number): Promise<number | null> {
  const entry = await benchPackageFile(PACKAGE, VERSION, "lib/index.js");
  if (entry === null) return null;
  const { stdout } = await run(process.execPath, [
    join(import.meta.dirname, "duckdb.mjs"),
    pathToFileURL(entry).href,
    file,
    String(rounds),
  ]);
  return Math.min(...stdout.trim().split("\n").map(Number));
}
