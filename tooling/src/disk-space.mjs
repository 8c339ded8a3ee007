import { existsSync, statfsSync } from "node:fs";
import { dirname } from "node:path";
import { SetupFailure } from "./failure.mjs";

const megabyte = 1e6;

/**
 * Fails early, before a download ends in a half-written file.
 *
 * @param {string} folder
 * @param {number} neededMegabytes
 * @param {string} what
 */
export function assertSpace(folder, neededMegabytes, what) {
  const free = freeMegabytes(folder);
  if (free >= neededMegabytes) return;
  throw new SetupFailure(
    `Not enough disk space: ${free.toFixed(0)} MB free in ${folder}, about ${neededMegabytes} MB required for ${what}.`,
    "Free some space (df -h shows where), then run the same command again.",
  );
}

/** @param {string} folder */
export function freeMegabytes(folder) {
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  const { bavail, bsize } = statfsSync(existing);
  return (bavail * bsize) / megabyte;
}
