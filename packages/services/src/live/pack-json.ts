import { promisify } from "node:util";
import { zstdCompress, zstdDecompress } from "node:zlib";

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** The first byte says how the rest is stored. */
const PLAIN = 0;
const PACKED = 1;
/** Compressing a small body costs more than storing it. */
const PLAIN_BYTES = 16_384;

export async function packJson(value: unknown): Promise<Buffer> {
  const plain = Buffer.from(JSON.stringify(value));
  if (plain.length <= PLAIN_BYTES) return Buffer.concat([Buffer.of(PLAIN), plain]);
  return Buffer.concat([Buffer.of(PACKED), await compress(plain)]);
}

export async function unpackJson(body: Uint8Array): Promise<unknown> {
  const rest = body.subarray(1);
  const plain = body[0] === PLAIN ? rest : await decompress(rest);
  return JSON.parse(Buffer.from(plain.buffer, plain.byteOffset, plain.byteLength).toString("utf8"));
}
