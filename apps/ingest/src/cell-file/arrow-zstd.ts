import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { compressionRegistry, CompressionType } from "apache-arrow";

/** Arrow's library brings no compression of its own: loading this adds it. */
compressionRegistry.set(CompressionType.ZSTD, {
  encode: (bytes) => new Uint8Array(zstdCompressSync(bytes)),
  decode: (bytes) => new Uint8Array(zstdDecompressSync(bytes)),
});
