import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { formatBytes, plural } from "@headroom/core/format";
import { copyFile, Meter, requireSame } from "./files.ts";
import type { FileContent } from "./files.ts";
import type { KeptFilesContent } from "./manifest.ts";
import { BackupProblem } from "./problem.ts";

const FOLDER = "kept-files";
const INDEX = "kept-files.ndjson";
/** As the store names them: two IDs. Anything else in a backup could leave the folder. */
const KEY = /^[0-9a-f-]{36}\/[0-9a-f-]{36}$/;

/** Where the kept files of uploads are: as in HEADROOM_RAW_FILES, or left out on request. */
export type KeptFilesPlace = { kind: "unset" } | { kind: "left-out" } | { kind: "store"; address: string };

export function placeOf(rawFiles: string | null, isLeftOut: boolean): KeptFilesPlace {
  if (isLeftOut) return { kind: "left-out" };
  return rawFiles === null ? { kind: "unset" } : { kind: "store", address: rawFiles };
}

interface IndexedFile extends FileContent {
  key: string;
}

/** The keys of the kept files that the client's transaction sees: of all workspaces, or of one. */
export async function readKeptFileKeys(
  client: pg.Client,
  workspaceId: string | null = null,
): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(
    `select raw_file_key as key from public.part
     where raw_file_bytes is not null and ($1::uuid is null or workspace_id = $1) order by raw_file_key`,
    [workspaceId],
  );
  return rows.map(({ key }) => key);
}

/** Throws early if there are kept files that the backup would silently lack. */
export function requirePlace(keys: readonly string[], place: KeptFilesPlace): void {
  if (keys.length === 0 || place.kind !== "unset") return;
  throw new BackupProblem(
    `The database lists ${plural(keys.length, "kept file")}, and HEADROOM_RAW_FILES is not set.`,
    "Set it as for ingest, or add --without-kept-files.",
  );
}

export async function backUpKeptFiles(
  folder: string,
  keys: readonly string[],
  place: KeptFilesPlace,
): Promise<KeptFilesContent> {
  if (keys.length === 0) return { kind: "none" };
  if (place.kind !== "store") return { kind: "left-out", files: keys.length };
  const store = folderOf(place.address);
  if (store === null) return { kind: "bucket", address: place.address, files: keys.length };
  const index = createWriteStream(join(folder, INDEX), { mode: 0o600, flags: "wx", flush: true });
  const [meter, counted] = [new Meter(), { files: 0, bytes: 0, missing: 0 }];
  for (const key of keys) {
    const content = await copyIfThere(join(store, requireKey(key)), join(folder, FOLDER, key));
    if (content === null) {
      counted.missing += 1;
      continue;
    }
    counted.files += 1;
    counted.bytes += content.bytes;
    const line = Buffer.from(`${JSON.stringify({ key, ...content })}\n`);
    meter.add(line);
    if (!index.write(line)) await once(index, "drain");
  }
  index.end();
  await once(index, "close");
  return { kind: "copied", ...counted, index: meter.content() };
}

/** Its part may have been replaced since the snapshot, and the file deleted with it. */
async function copyIfThere(from: string, to: string): Promise<FileContent | null> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  try {
    return await copyFile(from, to);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    await rm(to, { force: true });
    return null;
  }
}

interface RestoreKept {
  /** Refuses files of other workspaces. */
  of?: string | null;
  onWritten?: (file: string) => void;
}

/** Copies the files to where ingest will look for them. Those that are there already stay: a key is never reused. */
export async function restoreKeptFiles(
  folder: string,
  content: KeptFilesContent,
  place: KeptFilesPlace,
  { of = null, onWritten = () => undefined }: RestoreKept = {},
): Promise<number> {
  if (content.kind !== "copied" || place.kind === "left-out") return 0;
  const store = place.kind === "store" ? folderOf(place.address) : null;
  if (store === null) throw noFolder(content.files);
  const meter = new Meter();
  const index = Readable.from(meter.pass(createReadStream(join(folder, INDEX))));
  let restored = 0;
  for await (const line of createInterface({ input: index, crlfDelay: Infinity })) {
    const { key, ...expected } = JSON.parse(line) as IndexedFile;
    if (of !== null && !key.startsWith(`${of}/`)) throw noKey(key);
    if (!(await restoreFile(join(folder, FOLDER), store, requireKey(key), expected))) continue;
    restored += 1;
    onWritten(join(store, key));
  }
  requireSame(INDEX, meter.content(), content.index);
  return restored;
}

async function restoreFile(
  from: string,
  store: string,
  key: string,
  expected: FileContent,
): Promise<boolean> {
  const to = join(store, key);
  const there = await stat(to).catch(() => null);
  if (there?.size === expected.bytes) return false;
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const draft = `${to}.unfinished`;
  try {
    requireSame(`the kept file ${key}`, await copyFile(join(from, key), draft), expected);
    await rename(draft, to);
  } finally {
    await rm(draft, { force: true });
  }
  return true;
}

export function requireFolder(content: KeptFilesContent, place: KeptFilesPlace): void {
  if (content.kind !== "copied" || place.kind === "left-out") return;
  if (place.kind === "unset" || folderOf(place.address) === null) throw noFolder(content.files);
}

/** What the person who made a backup or an export should know about its kept files. */
export function describeKeptFiles(content: KeptFilesContent): string[] {
  switch (content.kind) {
    case "none":
      return [];
    case "bucket":
      return [
        `The ${content.files} kept files are in ${content.address} and were not copied. Copy them from the bucket, too.`,
      ];
    case "left-out":
      return [`Without the ${content.files} kept files: these runs can't be parsed again from the copy.`];
    case "copied": {
      const copied = `Kept files: ${content.files}, ${formatBytes(content.bytes)}`;
      return content.missing === 0
        ? [copied]
        : [copied, `Missing from the store: ${content.missing} kept files.`];
    }
  }
}

function noFolder(files: number): BackupProblem {
  return new BackupProblem(
    `The backup has ${plural(files, "kept file")}, and HEADROOM_RAW_FILES is not a folder.`,
    `Set it to the folder that ingest will use, or add --without-kept-files and copy the backup's ${FOLDER} yourself.`,
  );
}

function requireKey(key: string): string {
  if (KEY.test(key)) return key;
  throw noKey(key);
}

function noKey(key: string): BackupProblem {
  return new BackupProblem(`"${key}" is not the key of a kept file.`, "Use another copy of the folder.");
}

function folderOf(address: string): string | null {
  if (isAbsolute(address)) return address;
  const url = URL.canParse(address) ? new URL(address) : null;
  return url?.protocol === "file:" && url.host === "" ? fileURLToPath(url) : null;
}
