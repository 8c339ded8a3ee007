import { readFileSync } from "node:fs";
import { posix } from "node:path";

const isCode = /\.(tsx?|mjs|js)$/;
const typeImport = /^(?:import|export) type [^;]*? from "[^"\n]+";/gm;
const literal = /"([^"\n]{1,200})"|'([^'\n]{1,200})'|`([^`\n]{1,200})`/g;
// Files that read other files name them in strings of any form, such as "fixtures" or "docs/limits.md".
const readsFiles = /import\.meta|node:fs|paths\.mjs/;
const withoutExtension = ["", ".ts", ".tsx", "/index.ts", "/index.tsx"];

/**
 * Which files a file uses: its imports, workers and processes it starts, and files and folders that it reads. A string
 * that names a file counts as a use, so the graph contains too many uses rather than too few.
 *
 * @param {string} root
 * @param {string[]} files Relative to the root, with `/`. Those that no longer exist still count as used.
 * @returns {Map<string, Set<string>>} What each code file uses: files, and folders with a trailing `/`.
 */
export function usesOf(root, files) {
  const known = new Set(files);
  for (const file of files)
    for (let folder = posix.dirname(file); folder !== "."; folder = posix.dirname(folder))
      known.add(`${folder}/`);
  const packages = packagesOf(root, files);
  return new Map(
    files
      .filter((file) => isCode.test(file))
      .map((file) => [file, usedBy({ file, text: read(root, file) ?? "" }, known, packages)]),
  );
}

/**
 * The files that use one of the given files, directly or not, and these files themselves.
 *
 * @param {Map<string, Set<string>>} uses
 * @param {Iterable<string>} changed
 */
export function usersOf(uses, changed) {
  /** @type {Map<string, string[]>} */
  const users = new Map();
  for (const [file, used] of uses)
    for (const name of used) users.set(name, [...(users.get(name) ?? []), file]);
  const reached = new Set(changed);
  for (const file of reached) {
    const folders = [];
    for (let folder = posix.dirname(file); folder !== "."; folder = posix.dirname(folder))
      folders.push(`${folder}/`);
    for (const name of [file, ...folders]) for (const user of users.get(name) ?? []) reached.add(user);
  }
  return reached;
}

/**
 * @param {{ file: string, text: string }} source
 * @param {Set<string>} known
 * @param {Map<string, Record<string, string>>} packages
 */
function usedBy({ file, text }, known, packages) {
  const folder = posix.dirname(file);
  const workspace = file.split("/").slice(0, 2).join("/");
  const places = readsFiles.test(text) ? [folder, workspace, "."] : [];
  /** @type {Set<string>} */
  const used = new Set();
  for (const [, double, single, template] of text.replace(typeImport, "").matchAll(literal)) {
    const name = double ?? single ?? template ?? "";
    if (name.startsWith("@headroom/")) used.add(exported(packages, name));
    else if (name.startsWith(".")) addKnown(used, known, posix.join(folder, name), places.length > 0);
    for (const place of places) addKnown(used, known, posix.join(place, name), true);
  }
  return used;
}

/**
 * @param {Set<string>} used
 * @param {Set<string>} known
 * @param {string} path
 * @param {boolean} orFolder
 */
function addKnown(used, known, path, orFolder) {
  const file = withoutExtension.map((end) => path + end).find((candidate) => known.has(candidate));
  if (file !== undefined) used.add(file);
  const folder = path.endsWith("/") ? path : `${path}/`;
  if (orFolder && known.has(folder)) used.add(folder);
}

/**
 * @param {Map<string, Record<string, string>>} packages
 * @param {string} name
 */
function exported(packages, name) {
  const [, short = "", ...rest] = name.split("/");
  const file = packages.get(short)?.[["", ...rest].join("/")];
  return file ?? `packages/${short}/`;
}

/**
 * The files that each package exports, by the path behind its name.
 *
 * @param {string} root
 * @param {string[]} files
 */
function packagesOf(root, files) {
  /** @type {Map<string, Record<string, string>>} */
  const packages = new Map();
  for (const file of files) {
    const [, short] = /^packages\/([^/]+)\/package\.json$/.exec(file) ?? [];
    if (short === undefined) continue;
    /** @type {{ exports?: Record<string, string> }} */
    const manifest = JSON.parse(read(root, file) ?? "{}");
    const entries = Object.entries(manifest.exports ?? {});
    packages.set(
      short,
      Object.fromEntries(
        entries.map(([path, target]) => [path.slice(1), posix.join("packages", short, target)]),
      ),
    );
  }
  return packages;
}

/**
 * @param {string} root
 * @param {string} file
 */
function read(root, file) {
  try {
    return readFileSync(posix.join(root, file), "utf8");
  } catch {
    return null;
  }
}
