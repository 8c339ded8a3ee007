import { createReadStream, statSync } from "node:fs";
import { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createZstdDecompress } from "node:zlib";
import { HeadroomError } from "@headroom/core";

/** A file to be sent, or standard input. */
export interface InputFile {
  /** As given on the command line. */
  path: string;
  /** The size as it is stored; null: unknown until the end. */
  bytes: number | null;
  /** The bytes as they are stored. Standard input can be opened only once. */
  open: () => Readable;
}

export function inputFile(path: string, stdin: Readable): InputFile {
  if (path === "-") return { path, bytes: null, open: () => leftOpen(stdin) };
  const stats = statOf(path);
  if (!stats.isFile()) return { path, bytes: null, open: () => createReadStream(path) };
  return { path, bytes: stats.size, open: () => createReadStream(path, { highWaterMark: 256 * 1024 }) };
}

/** A reading of a stream that may end early: closing standard input would kill the program that writes to it. */
function leftOpen(stream: Readable): Readable {
  return Readable.from(stream.iterator({ destroyOnReturn: false }));
}

function statOf(path: string) {
  try {
    const stats = statSync(path);
    if (stats.isDirectory()) throw unreadable(path, "it is a folder");
    return stats;
  } catch (cause) {
    throw cause instanceof HeadroomError ? cause : unreadable(path, reasonOf(cause), cause);
  }
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error && "code" in cause && cause.code === "ENOENT"
    ? "no such file"
    : String(cause);
}

function unreadable(path: string, why: string, cause?: unknown): HeadroomError {
  return new HeadroomError(
    "file-unreadable",
    `${path} cannot be read: ${why}.`,
    cause === undefined ? {} : { cause },
  );
}

const PACKINGS = [
  { magic: [0x1f, 0x8b], suffix: null, unpack: createGunzip },
  { magic: [0x28, 0xb5, 0x2f, 0xfd], suffix: null, unpack: createZstdDecompress },
  // Brotli has no magic number.
  { magic: null, suffix: ".br", unpack: createBrotliDecompress },
] as const;

export interface Unpacked {
  chunks: AsyncIterable<Uint8Array>;
  /** The file is compressed on disk. */
  packed: boolean;
}

/** The decompressed bytes of a file. `seen` is called for every chunk before decompression. */
export async function unpack(file: InputFile, seen: (bytes: number) => void): Promise<Unpacked> {
  const counted = count(file.open(), seen);
  const first = await counted.next();
  const head = first.done === true ? new Uint8Array(0) : first.value;
  const whole = chain(head, counted);
  const packing = PACKINGS.find(
    ({ magic, suffix }) =>
      (magic !== null && magic.every((byte, at) => head[at] === byte)) ||
      (suffix !== null && file.path.endsWith(suffix)),
  );
  if (packing === undefined) return { chunks: whole, packed: false };
  return { chunks: unpacked(whole, packing.unpack(), file.path), packed: true };
}

async function* count(stream: Readable, seen: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    seen(chunk.length);
    yield chunk;
  }
}

async function* chain(head: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  if (head.length > 0) yield head;
  yield* rest;
}

async function* unpacked(
  chunks: AsyncIterable<Uint8Array>,
  decoder: ReturnType<(typeof PACKINGS)[number]["unpack"]>,
  path: string,
): AsyncGenerator<Uint8Array> {
  Readable.from(chunks)
    .on("error", (error) => decoder.destroy(error))
    .pipe(decoder);
  try {
    for await (const chunk of decoder as AsyncIterable<Buffer>) yield chunk;
  } catch (cause) {
    throw new HeadroomError("encoding-broken", `${path} cannot be unpacked.`, { cause });
  }
}
