import { once } from "node:events";
import { Readable } from "node:stream";
import { constants, createZstdCompress } from "node:zlib";
import type { ZstdCompress } from "node:zlib";
import { MINUTE_MILLIS } from "@headroom/core";
import type { KeptFile, KeptFileKeeper, KeptFileEntry } from "@headroom/services";
import type { RequestFile } from "../body/decode.ts";
import type { KeptFileStore } from "./store.ts";

interface Log {
  warn(detail: object, message: string): void;
}

/** The fastest level: higher ones cost a third more and don't make results of load tests smaller. */
const LEVEL = 1;
/** Chunks are collected up to this size before they are compressed: each call to the compressor costs as much as several of them. */
const SLAB_BYTES = 256 * 1024;
/** How much may wait for compression while the parser continues. */
const AHEAD_BYTES = 1024 * 1024;
/** Buffered until it is known whether the file is kept; detecting the format reads no more than this. */
const MAX_HELD_BYTES = 4 * 1024 * 1024;
/** How long the store may hold up an upload in total. After that, the file isn't kept. */
const PATIENCE_MILLIS = MINUTE_MILLIS;

/** Keeps the decoded bytes of one upload while they are parsed: compressed, and never faster than both sides can take. */
export class KeptFileTee implements KeptFileKeeper {
  readonly #store: KeptFileStore;
  readonly #log: Log;
  readonly #sent: { name: string; bytes: number }[] = [];
  #held: Buffer[] | null = [];
  #heldBytes = 0;
  #keeping: Keeping | null = null;
  #patienceMillis: number;

  constructor(store: KeptFileStore, log: Log, patienceMillis = PATIENCE_MILLIS) {
    this.#store = store;
    this.#log = log;
    this.#patienceMillis = patienceMillis;
  }

  /** The same files; each passes through here as it is read. */
  async *watch(files: AsyncGenerator<RequestFile>): AsyncGenerator<RequestFile> {
    for await (const file of files) {
      yield { ...file, body: { ...file.body, tee: (chunks) => this.#pass(file.name, chunks) } };
    }
  }

  start(key: string): void {
    if (this.#held === null) return;
    this.#keeping = new Keeping(this.#store, key);
    for (const chunk of this.#held) this.#keeping.write(chunk);
    this.#held = null;
  }

  skip(): void {
    this.#held = null;
  }

  async finish(): Promise<KeptFile | null> {
    const keeping = this.#keeping;
    if (keeping === null) return null;
    keeping.end();
    await this.#wait(keeping, keeping.settled);
    if (keeping.failure === null) return { bytes: keeping.bytes, encoding: "zstd", files: this.#sent };
    this.#log.warn({ err: keeping.failure }, "an uploaded file was not kept because the store failed");
    return null;
  }

  async abandon(): Promise<void> {
    this.#held = null;
    await this.#keeping?.undo();
  }

  async *#pass(name: string, chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
    const file: KeptFileEntry & { bytes: number } = { name, bytes: 0 };
    this.#sent.push(file);
    for await (const chunk of chunks) {
      file.bytes += chunk.length;
      await this.#take(chunk);
      yield chunk;
    }
  }

  async #take(chunk: Uint8Array): Promise<void> {
    const keeping = this.#keeping;
    if (this.#held !== null) {
      this.#held.push(Buffer.from(chunk));
      this.#heldBytes += chunk.length;
      if (this.#heldBytes > MAX_HELD_BYTES) this.#held = null;
    } else if (keeping !== null && keeping.failure === null && !keeping.write(chunk)) {
      await this.#wait(keeping, keeping.drained());
    }
  }

  /** Until then, or until the store failed or used up its time. */
  async #wait(keeping: Keeping, then: Promise<unknown>): Promise<void> {
    const began = performance.now();
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, this.#patienceMillis);
    const inTime = Promise.race([then, keeping.settled]).then(
      () => true,
      () => true,
    );
    if (!(await Promise.race([inTime, late.promise.then(() => false)]))) {
      keeping.giveUp(new Error("the raw-file store delayed the upload for too long"));
    }
    clearTimeout(timer);
    this.#patienceMillis = Math.max(0, this.#patienceMillis - (performance.now() - began));
  }
}

/** One file on its way into the store. */
class Keeping {
  /** Resolves when the store has everything, or has failed. Never rejects. */
  readonly settled: Promise<void>;
  failure: unknown = null;
  bytes = 0;
  readonly #store: KeptFileStore;
  readonly #key: string;
  readonly #compress: ZstdCompress;
  #slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
  #filled = 0;
  #whole = false;

  constructor(store: KeptFileStore, key: string) {
    this.#store = store;
    this.#key = key;
    this.#compress = createZstdCompress({
      params: { [constants.ZSTD_c_compressionLevel]: LEVEL },
      chunkSize: SLAB_BYTES,
      writableHighWaterMark: AHEAD_BYTES,
    } as Parameters<typeof createZstdCompress>[0]);
    // The code that destroys it sets the reason in `failure`.
    this.#compress.on("error", () => undefined);
    this.settled = store.put(key, Readable.from(this.#counted(), { objectMode: false })).then(
      () => {
        this.#whole = true;
      },
      (error: unknown) => {
        this.failure ??= error;
        this.#compress.destroy();
      },
    );
  }

  /** Copies the chunk, because its reader reuses the memory. Returns whether more can follow immediately. */
  write(chunk: Uint8Array): boolean {
    let more = true;
    for (let at = 0; at < chunk.length;) {
      const part = chunk.subarray(at, at + SLAB_BYTES - this.#filled);
      this.#slab.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === SLAB_BYTES) more = this.#hand();
    }
    return more;
  }

  #hand(): boolean {
    const slab = this.#slab.subarray(0, this.#filled);
    this.#slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
    this.#filled = 0;
    return this.#compress.destroyed || this.#compress.write(slab);
  }

  drained(): Promise<unknown> {
    return once(this.#compress, "drain");
  }

  end(): void {
    this.#hand();
    this.#compress.end();
  }

  giveUp(reason: unknown): void {
    this.failure ??= reason;
    this.#compress.destroy(reason instanceof Error ? reason : new Error(String(reason)));
  }

  /** If anything is left after this, the code that removes the part removes it. */
  async undo(): Promise<void> {
    this.giveUp(new Error("the upload failed"));
    await this.settled;
    if (this.#whole) await this.#store.remove(this.#key).catch(() => undefined);
  }

  async *#counted(): AsyncGenerator<Buffer> {
    for await (const chunk of this.#compress as AsyncIterable<Buffer>) {
      this.bytes += chunk.length;
      yield chunk;
    }
  }
}
