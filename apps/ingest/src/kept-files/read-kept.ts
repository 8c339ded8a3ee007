import { Readable } from "node:stream";
import { pipeline } from "node:stream";
import { createZstdDecompress } from "node:zlib";
import { HeadroomError } from "@headroom/core";
import type { KeptFileEntry } from "@headroom/services";
import type { RequestFile } from "../body/decode.ts";
import type { KeptFileStore } from "./store.ts";

/** The decoded bytes of a kept file. A reader that stops early has to destroy the stream. */
export async function openKept(
  store: KeptFileStore,
  { key, encoding }: { key: string; encoding: string },
): Promise<Readable> {
  if (encoding !== "zstd") {
    throw new HeadroomError(
      "stored-version-unknown",
      `The kept file has the unknown encoding "${encoding}".`,
    );
  }
  const stored = await store.get(key).catch(readable);
  const decoded = createZstdDecompress();
  // The pipeline passes every error to the decoder, where the reader sees it.
  pipeline(stored, decoded, () => undefined);
  return decoded;
}

/** The files inside a kept file, as they were sent. Each is read to its end before the next. */
export async function* filesIn(kept: Readable, files: readonly KeptFileEntry[]): AsyncGenerator<RequestFile> {
  const bytes = new Bytes(kept);
  for (const { name, bytes: length } of files) {
    const stream = Readable.from(bytes.take(length), { objectMode: false });
    yield {
      name,
      several: files.length > 1,
      body: { stream, contentEncoding: "identity", contentLength: null },
    };
  }
}

class Bytes {
  readonly #chunks: AsyncIterator<Buffer>;
  #left: Buffer = Buffer.alloc(0);

  constructor(stream: Readable) {
    this.#chunks = stream.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  }

  async *take(length: number): AsyncGenerator<Buffer> {
    for (let missing = length; missing > 0;) {
      if (this.#left.length === 0) this.#left = await this.#next();
      const part = this.#left.subarray(0, missing);
      this.#left = this.#left.subarray(part.length);
      missing -= part.length;
      yield part;
    }
  }

  async #next(): Promise<Buffer> {
    const { done, value } = await this.#chunks.next().catch(readable);
    if (done !== true) return value;
    throw new HeadroomError("stored-bytes-broken", "The kept file is shorter than when it was uploaded.");
  }
}

/** Tells whether an error is in the bytes or in the connection to them. */
function readable(cause: unknown): never {
  if (cause instanceof HeadroomError) throw cause;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  if (code.startsWith("Z")) {
    throw new HeadroomError("stored-bytes-broken", "The kept file cannot be read.", { cause });
  }
  throw new HeadroomError("unavailable", "The raw-file store cannot be reached.", { cause });
}
