import { createHash } from "node:crypto";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join, relative } from "node:path";

const notSource = new Set([
  "node_modules",
  ".next",
  ".turbo",
  ".headroom",
  "dist",
  "coverage",
  "test-results",
]);

/**
 * One digest of files and folders, by path and content. Tests are left out because they do not affect the build.
 *
 * @param {string} root
 * @param {string[]} paths
 * @param {{ salt?: string | Buffer }} [options]
 */
export function digestOf(root, paths, { salt = "" } = {}) {
  const hash = createHash("sha256").update(salt);
  for (const file of paths.flatMap((path) => filesUnder(join(root, path))).sort()) {
    const content = readFileSync(file);
    hash.update(`\0${relative(root, file)}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex").slice(0, 16);
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesUnder(path) {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return [];
  if (!entry.isDirectory()) return isInput(path) ? [path] : [];
  return readdirSync(path)
    .filter((name) => !notSource.has(name))
    .flatMap((name) => filesUnder(join(path, name)));
}

/** @param {string} path */
function isInput(path) {
  return !/\.test\.tsx?$|\.tsbuildinfo$|(^|\/)next-env\.d\.ts$/.test(path);
}
