import type { CellBatch, ReadRun } from "@headroom/core";
import { unpackProblem, unpackRun } from "./packed-run.ts";
import type { PackedRun } from "./packed-run.ts";
import type { FileOrder, FromWorker, ParseOrder, ToWorker } from "./parse-messages.ts";

/** Chunks travel in memory of this size: large enough that messages cost little compared with the parse. */
const SLAB_BYTES = 512 * 1024;
/** Each side continues while the other is held up by another process on its core or by garbage collection. */
const SLABS = 8;

/** This side of a parse in another thread: fills slabs with bytes, passes cells on, and waits for the slower side. */
export class ParseClient {
  readonly #job: number;
  readonly #post: (message: ToWorker) => void;
  readonly #write: (batch: CellBatch) => Promise<void>;
  readonly #slabs = Array.from({ length: SLABS }, () => new Uint8Array(new SharedArrayBuffer(SLAB_BYTES)));
  /** Those that are neither being filled nor with the worker. */
  readonly #free = this.#slabs.map((_, which) => which);
  #filling: number | null = null;
  #filled = 0;
  #writing: Promise<void> = Promise.resolve();
  #run: ReadRun | null = null;
  #error: Error | null = null;
  #wake: () => void = () => {};

  constructor(job: number, post: (message: ToWorker) => void, write: (batch: CellBatch) => Promise<void>) {
    this.#job = job;
    this.#post = post;
    this.#write = write;
  }

  begin(order: ParseOrder): void {
    this.#post({ job: this.#job, kind: "begin", order, slabs: this.#slabs.map(({ buffer }) => buffer) });
  }

  /** Continues with another file. */
  next(file: FileOrder): void {
    this.#throwIfFailed();
    if (this.#filling !== null) this.#hand(this.#filling);
    this.#post({ job: this.#job, kind: "file", file });
  }

  /** Copies the whole chunk, so its memory can be reused. */
  async send(chunk: Uint8Array): Promise<void> {
    this.#throwIfFailed();
    for (let at = 0; at < chunk.length;) {
      const which = this.#filling ?? (await this.#nextSlab());
      const bytes = Math.min(chunk.length - at, SLAB_BYTES - this.#filled);
      this.#fill(which, chunk, at, at + bytes);
      at += bytes;
      if (this.#filled === SLAB_BYTES) this.#hand(which);
    }
  }

  async end(): Promise<ReadRun> {
    if (this.#filling !== null) this.#hand(this.#filling);
    this.#post({ job: this.#job, kind: "end" });
    while (this.#run === null) await this.#woken();
    await this.#writing;
    return this.#run;
  }

  take(message: FromWorker): void {
    if (message.kind === "cells") {
      this.#writing = this.#writing.then(() => this.#hold(message.batch));
      this.#writing.catch((error: unknown) => this.fail(error));
      return;
    }
    if (message.kind === "taken") this.#free.push(message.slab);
    else if (message.kind === "read") this.#unpack(message.run);
    else this.#error ??= unpackProblem(message.problem);
    this.#wake();
  }

  fail(error: unknown): void {
    this.#error ??= error instanceof Error ? error : new Error(String(error));
    this.#wake();
  }

  /** Nobody catches what is thrown in a message handler. */
  #unpack(run: PackedRun): void {
    try {
      this.#run = unpackRun(run);
    } catch (error) {
      this.fail(error);
    }
  }

  async #hold(batch: CellBatch): Promise<void> {
    await this.#write(batch);
    this.#post({ job: this.#job, kind: "written" });
  }

  /** In two parts: a Buffer copies a part of itself natively, but the whole of itself word by word into shared memory. */
  #fill(which: number, chunk: Uint8Array, from: number, to: number): void {
    const source = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    const middle = from + ((to - from) >> 1);
    for (const [begin, end] of [
      [from, middle],
      [middle, to],
    ] as const) {
      const slab = this.#slabs[which];
      if (slab !== undefined) source.copy(slab, this.#filled, begin, end);
      this.#filled += end - begin;
    }
  }

  #hand(slab: number): void {
    this.#post({ job: this.#job, kind: "bytes", slab, length: this.#filled });
    this.#filling = null;
  }

  async #nextSlab(): Promise<number> {
    while (this.#free.length === 0) await this.#woken();
    const slab = this.#free.pop() ?? 0;
    this.#filled = 0;
    this.#filling = slab;
    return slab;
  }

  async #woken(): Promise<void> {
    this.#throwIfFailed();
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    this.#throwIfFailed();
  }

  #throwIfFailed(): void {
    if (this.#error !== null) throw this.#error;
  }
}
