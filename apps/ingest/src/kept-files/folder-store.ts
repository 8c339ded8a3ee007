import { createWriteStream } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { noSuchFile, requireKey } from "./store.ts";
import type { KeptFileStore } from "./store.ts";

/** Kept files in a folder of this machine, or in one that all ingest processes share. */
export class FolderStore implements KeptFileStore {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async put(key: string, bytes: Readable): Promise<void> {
    const { path, unfinished } = this.#pathsOf(key);
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // Results may contain what only the team should see.
      await pipeline(bytes, createWriteStream(unfinished, { mode: 0o600, flush: true }));
      await rename(unfinished, path);
      await syncFolder(dirname(path));
    } catch (error) {
      bytes.destroy();
      await rm(unfinished, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  async get(key: string): Promise<Readable> {
    const file = await open(this.#pathsOf(key).path).catch((error: unknown) => {
      throw isMissing(error) ? noSuchFile(error) : error;
    });
    return file.createReadStream();
  }

  async remove(key: string): Promise<void> {
    const { path, unfinished } = this.#pathsOf(key);
    await rm(unfinished, { force: true });
    await rm(path, { force: true });
  }

  #pathsOf(key: string): { path: string; unfinished: string } {
    const path = join(this.#root, requireKey(key));
    return { path, unfinished: `${path}.unfinished` };
  }
}

/** A name is durable once its folder is synced. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
