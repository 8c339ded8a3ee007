import { mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

const TABLES = "tables";

/** Creates a folder for its owner only, and removes it again if the work fails. */
export async function inNewFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(folder), { recursive: true });
  await mkdir(folder, { mode: 0o700 });
  try {
    return await work();
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

export async function createTablesFolder(folder: string): Promise<void> {
  await mkdir(join(folder, TABLES), { mode: 0o700 });
}

export function tableFile(folder: string, name: string): string {
  return join(folder, TABLES, `${name}.copy.zst`);
}

/** Sorts by time, and is a file name everywhere. */
export function timeInName(now: Date): string {
  return now
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(":", "-");
}
