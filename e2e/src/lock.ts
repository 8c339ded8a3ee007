import { mkdir, rm, stat } from "node:fs/promises";
import { expect } from "@playwright/test";

/** Whoever held a lock for longer than this was killed. */
const STALE_MILLIS = 60_000;

/** A folder that only one process can make; answers what gives it back. */
export async function lock(folder: string): Promise<() => Promise<void>> {
  await expect(async () => {
    await removeStale(folder);
    await mkdir(folder);
  }).toPass({ intervals: [100], timeout: 50_000 });
  return () => rm(folder, { recursive: true, force: true });
}

async function removeStale(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (found && Date.now() - found.mtimeMs > STALE_MILLIS) await rm(folder, { recursive: true, force: true });
}
