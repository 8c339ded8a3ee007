import { zstdCompressSync } from "node:zlib";
import type { InputFile } from "./open-file.ts";

const SAMPLE_BYTES = 1024 * 1024;

/** Estimates from the beginning of a file how well it compresses. */
export async function packedShareOf(file: InputFile): Promise<number> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of file.open() as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= SAMPLE_BYTES) break;
  }
  return bytes === 0 ? 1 : zstdCompressSync(Buffer.concat(chunks)).length / bytes;
}
