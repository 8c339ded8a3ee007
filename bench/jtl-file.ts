import { seededRandom } from "@headroom/core";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip, createZstdCompress } from "node:zlib";
import { drawnJtl, jtlChunks } from "./drawn-results.ts";
import type { DrawnRun } from "./drawn-results.ts";

/** The folder for the files of a bench, removed afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "headroom-bench-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function writeJtl(path: string, run: DrawnRun): Promise<void> {
  await pipeline(Readable.from(jtlChunks(run)), createWriteStream(path));
}

export async function compressJtl(path: string, encoding: "gzip" | "zstd", run: DrawnRun): Promise<void> {
  const encoder = encoding === "gzip" ? createGzip() : createZstdCompress();
  await pipeline(Readable.from(jtlChunks(run)), encoder, createWriteStream(path));
}

/** The rows of a run in shuffled order, in chunks. */
export function* shuffledJtl(run: DrawnRun): Generator<Buffer> {
  const file = Buffer.from(drawnJtl(run));
  const starts: number[] = [];
  for (let at = file.indexOf(10) + 1; at < file.length; at = file.indexOf(10, at) + 1) starts.push(at);
  const headerEnd = starts[0] ?? 0;
  const order = shuffled(Uint32Array.from(starts));
  yield file.subarray(0, headerEnd);
  for (let from = 0; from < order.length; from += 5_000) {
    const lines = [...order.subarray(from, from + 5_000)];
    yield Buffer.concat(lines.map((start) => file.subarray(start, file.indexOf(10, start) + 1)));
  }
}

function shuffled(numbers: Uint32Array): Uint32Array {
  const next = seededRandom(11);
  for (let at = numbers.length - 1; at > 0; at--) {
    const other = Math.floor(next() * (at + 1));
    const number = numbers[at] ?? 0;
    numbers[at] = numbers[other] ?? 0;
    numbers[other] = number;
  }
  return numbers;
}

/** The leading digits of a 13-digit time in milliseconds, which count blocks of 1,000 s. */
const BLOCK_DIGITS = 7;
const CHUNK_BYTES = 1 << 20;

/**
 * Repeats one block of 1,000 seconds for a run of any length. Only the leading digits of each line's time change, so
 * writing 4 GB costs little compared with reading them.
 */
export function* longJtl(rowsInBlock: number, blocks: number, labels: number): Generator<Buffer> {
  const block = Buffer.from(drawnJtl({ requests: rowsInBlock, seconds: 1_000, labels }));
  const starts: number[] = [];
  for (let at = block.indexOf(10) + 1; at < block.length; at = block.indexOf(10, at) + 1) starts.push(at);
  const [first = 0] = starts;
  const blockNumber = Number(block.toString("latin1", first, first + BLOCK_DIGITS));
  for (let count = 0; count < blocks; count++) {
    const digits = Buffer.from(String(blockNumber + count));
    for (const start of starts) block.set(digits, start);
    for (let at = count === 0 ? 0 : first; at < block.length; at += CHUNK_BYTES) {
      // A copy, because the chunk may be sent after the next block has overwritten it.
      yield Buffer.from(block.subarray(at, at + CHUNK_BYTES));
    }
  }
}
