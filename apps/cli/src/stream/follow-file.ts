import { open, stat } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { HeadroomError } from "@headroom/core";
import type { World } from "../world.ts";
import type { Ending } from "./ending.ts";

/** What became of the input: it ended, or another file took its place. */
export type InputEnd = "ended" | "replaced";

const CHUNK_BYTES = 256 * 1024;
const LOOK_MILLIS = 200;

/**
 * The bytes of a file that is still being written, from its beginning. Yields null when there is nothing new, so that the
 * caller can do other things. Returns when the ending says so, or if the file was cut or replaced.
 */
export async function* followFile(
  path: string,
  ending: Ending,
  world: Pick<World, "sleep">,
): AsyncGenerator<Uint8Array | null, InputEnd> {
  const file = yield* whenThere(path, ending, world);
  if (file === null) return "ended";
  try {
    for (let position = 0; ;) {
      // Asked before reading: what was written before the end is read.
      const isOver = ending.isOver();
      const { buffer, bytesRead } = await file.read(Buffer.alloc(CHUNK_BYTES), 0, CHUNK_BYTES, position);
      if (bytesRead > 0) {
        position += bytesRead;
        ending.sawData();
        yield buffer.subarray(0, bytesRead);
        continue;
      }
      if (await isReplaced(path, file, position)) return "replaced";
      if (isOver) return "ended";
      yield null;
      await world.sleep(LOOK_MILLIS);
    }
  } finally {
    await file.close();
  }
}

/** A load tool may create its file only when its first request ends. */
async function* whenThere(
  path: string,
  ending: Ending,
  world: Pick<World, "sleep">,
): AsyncGenerator<null, FileHandle | null> {
  for (;;) {
    try {
      const file = await open(path, "r");
      if ((await file.stat()).isFile()) return file;
      await file.close();
      throw new HeadroomError("file-unreadable", `${path} is not a file.`, {
        hint: "Use - to read from a pipe.",
      });
    } catch (cause) {
      if (codeOf(cause) !== "ENOENT") throw unreadable(path, cause);
    }
    if (ending.isOver()) return null;
    yield null;
    await world.sleep(LOOK_MILLIS);
  }
}

/** Shorter than what was read, or another file under the same name. One that was removed may still be written. */
async function isReplaced(path: string, file: FileHandle, position: number): Promise<boolean> {
  const ours = await file.stat();
  if (ours.size < position) return true;
  try {
    const there = await stat(path);
    return there.ino !== ours.ino || there.dev !== ours.dev;
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return false;
    throw unreadable(path, cause);
  }
}

function codeOf(cause: unknown): unknown {
  return cause instanceof Error && "code" in cause ? cause.code : null;
}

function unreadable(path: string, cause: unknown): HeadroomError {
  if (cause instanceof HeadroomError) return cause;
  return new HeadroomError("file-unreadable", `${path} cannot be read: ${String(cause)}.`, { cause });
}
