import type { Transform } from "node:stream";
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from "node:zlib";
import { HeadroomError } from "@headroom/core";

const ENCODINGS = ["gzip", "zstd", "br", "deflate"] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** How many bytes it takes to choose a decoder. */
export const MAGIC_BYTES = 4;
const OUTPUT_CHUNK = 256 * 1024;

/** Reads `Content-Encoding`. Null: absent, or identity. */
export function readContentEncoding(header: string | undefined): Encoding | null {
  const given = (header ?? "")
    .split(",")
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== "" && part !== "identity");
  const [name] = given;
  if (name === undefined) return null;
  if (given.length > 1)
    throw nested(`Content-Encoding lists ${given.length} encodings (${given.join(", ")}).`);
  const known = ENCODINGS.find((encoding) => encoding === (name === "x-gzip" ? "gzip" : name));
  if (known !== undefined) return known;
  throw new HeadroomError("encoding-unsupported", `Unknown Content-Encoding "${name.slice(0, 40)}".`, {
    field: "Content-Encoding",
    hint: `Use ${ENCODINGS.join(", ")}, or leave the header out.`,
  });
}

/** A file that was compressed on disk and sent as it is: `curl --data-binary @results.jtl.gz`. */
export function sniffEncoding(head: Uint8Array): Encoding | null {
  if (head[0] === 0x1f && head[1] === 0x8b) return "gzip";
  if (head[0] === 0x28 && head[1] === 0xb5 && head[2] === 0x2f && head[3] === 0xfd) return "zstd";
  return null;
}

/** `bytesWritten`: how much of its input it has consumed. */
type Decoder = Transform & { readonly bytesWritten: number };

/** A decoder with a fixed window: its memory doesn't grow with the stream. */
export function createDecoder(encoding: Encoding, head: Uint8Array): Decoder {
  switch (encoding) {
    case "gzip":
      return createGunzip({ chunkSize: OUTPUT_CHUNK });
    case "br":
      return createBrotliDecompress({ chunkSize: OUTPUT_CHUNK });
    case "zstd":
      return createZstdDecompress({
        chunkSize: OUTPUT_CHUNK,
        params: { [constants.ZSTD_d_windowLogMax]: 27 },
      });
    case "deflate":
      return hasZlibHeader(head)
        ? createInflate({ chunkSize: OUTPUT_CHUNK })
        : createInflateRaw({ chunkSize: OUTPUT_CHUNK });
  }
}

export function nested(what: string): HeadroomError {
  return new HeadroomError("encoding-unsupported", what, {
    field: "Content-Encoding",
    hint: "Compress the file only once.",
  });
}

/** "deflate" means the zlib format (RFC 9110), but clients have always sent raw streams under that name, too. */
function hasZlibHeader(head: Uint8Array): boolean {
  const [first = 0, second = 0] = head;
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}
