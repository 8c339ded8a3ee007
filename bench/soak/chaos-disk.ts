import { execFileSync } from "node:child_process";
import { mkdir, rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { ChaosRow } from "./chaos-row.ts";
import { openInstallation } from "./installation.ts";
import { smallJtl, uploadOnce, uploadUntilStored } from "./keyed-upload.ts";

const DISK_MEGABYTES = 2_200;
const MIN_FREE_BYTES = 1_000_000_000;
const UPLOADS = 6;
const DOWN_MILLIS = 10_000;

/** Fills the disk of the database, once up to the check and once completely, and frees it. Null: no disk could be made. */
export async function fillDisk(folder: string): Promise<ChaosRow | null> {
  const disk = join(folder, "disk");
  await mkdir(disk, { recursive: true });
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MEGABYTES}m`, "tmpfs", disk], {
      stdio: "ignore",
    });
  } catch {
    return null;
  }
  try {
    return await onDisk(disk);
  } finally {
    execFileSync("umount", ["--lazy", disk], { stdio: "ignore" });
  }
}

async function onDisk(disk: string): Promise<ChaosRow> {
  const env = { HEADROOM_MIN_FREE_BYTES: String(MIN_FREE_BYTES) };
  const installation = await openInstallation(disk, { env, withWeb: false });
  const ballast = join(disk, "ballast");
  try {
    const body = smallJtl(40_000);
    const key = (at: number) => ({ query: "", key: `disk-${at}` });
    const stored: (string | null)[] = [];
    for (let at = 0; at < UPLOADS; at += 1)
      stored.push((await uploadUntilStored(installation.local, body, key(at))).runId);
    const free = await freeBytes(disk);
    await writeFile(ballast, Buffer.alloc(Math.max(0, free - MIN_FREE_BYTES / 2)));
    await delay(1_500);
    const refused = await uploadOnce(installation.local(), body, key(UPLOADS));
    await rm(ballast);
    const guarded = performance.now();
    const after = await uploadUntilStored(installation.local, body, key(UPLOADS));
    const guardedSeconds = (performance.now() - guarded) / 1_000;
    await crash(disk, installation.local().databasePid, ballast);
    const freed = performance.now();
    const back = await uploadUntilStored(installation.local, body, key(UPLOADS + 1));
    const backSeconds = (performance.now() - freed) / 1_000;
    let lost = Number(after.status !== 201) + Number(back.status !== 201);
    let doubled = 0;
    for (const [at, runId] of stored.entries()) {
      const again = await uploadUntilStored(installation.local, body, key(at));
      lost += Number(again.requests !== 40_000);
      doubled += Number(again.runId !== runId);
    }
    return {
      fault: "disk full",
      outcome: `below the limit ${refused.status} ${refused.code}, stored ${guardedSeconds.toFixed(1)} s after there was room; then filled to the last byte`,
      lost,
      doubled,
      back: [backSeconds],
      healthP99: null,
      memory: null,
    };
  } finally {
    await rm(ballast, { force: true });
    await installation.close();
  }
}

/** Leaves no byte free, kills PostgreSQL, which then can't start, and frees the disk after a while. */
async function crash(disk: string, databasePid: number, ballast: string): Promise<void> {
  await writeFile(ballast, Buffer.alloc(await freeBytes(disk))).catch(() => undefined);
  process.kill(databasePid, "SIGKILL");
  await delay(DOWN_MILLIS);
  await rm(ballast);
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
