import type { CellBatch, ReadRun } from "@headroom/core";
import { unpackProblem, unpackRun } from "./packed-run.ts";
import type { FileOrder, FromWorker, ToWorker } from "./parse-messages.ts";

/** Pieces travel in memory of this size: large enough that messages cost nothing beside the parse. */
const SLAB_BYTES = 256 * 1024;
/** One is filled, one is parsed, one is on its way. */
const SLABS = 3;

/** This side of a parse in another thread: fills slabs of bytes, hands on cells, and waits for whoever is slower. */
export class FileParse {
  readonly #job: number;
  readonly #post: (message: ToWorker, transfer?: ArrayBuffer[]) => void;
  readonly #write: (batch: CellBatch) => Promise<void>;
  readonly #free: ArrayBuffer[] = Array.from({ length: SLABS }, () => new ArrayBuffer(SLAB_BYTES));
  #slab: Uint8Array | null = null;
  #filled = 0;
  #writing: Promise<void> = Promise.resolve();
  #run: ReadRun | null = null;
  #error: Error | null = null;
  #wake: () => void = () => {};

  constructor(
    job: number,
    post: (message: ToWorker, transfer?: ArrayBuffer[]) => void,
    write: (batch: CellBatch) => Promise<void>,
  ) {
    this.#job = job;
    this.#post = post;
    this.#write = write;
  }

  /** Goes on with another file. */
  begin(file: FileOrder): void {
    this.#throwIfFailed();
    if (this.#slab !== null) this.#hand(this.#slab);
    this.#post({ job: this.#job, kind: "file", file });
  }

  /** Takes all of a piece, whose memory may then be used again. */
  async send(piece: Uint8Array): Promise<void> {
    this.#throwIfFailed();
    for (let at = 0; at < piece.length;) {
      const slab = this.#slab ?? (await this.#nextSlab());
      const part = piece.subarray(at, at + slab.length - this.#filled);
      slab.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === slab.length) this.#hand(slab);
    }
  }

  async end(): Promise<ReadRun> {
    if (this.#slab !== null) this.#hand(this.#slab);
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
    if (message.kind === "taken") this.#free.push(message.bytes);
    else if (message.kind === "read") this.#run = unpackRun(message.run);
    else this.#error ??= unpackProblem(message.problem);
    this.#wake();
  }

  fail(error: unknown): void {
    this.#error ??= error instanceof Error ? error : new Error(String(error));
    this.#wake();
  }

  async #hold(batch: CellBatch): Promise<void> {
    await this.#write(batch);
    this.#post({ job: this.#job, kind: "written" });
  }

  #hand(slab: Uint8Array): void {
    const bytes = slab.buffer as ArrayBuffer;
    this.#post({ job: this.#job, kind: "bytes", bytes, length: this.#filled }, [bytes]);
    this.#slab = null;
  }

  async #nextSlab(): Promise<Uint8Array> {
    let bytes = this.#free.pop();
    while (bytes === undefined) {
      await this.#woken();
      bytes = this.#free.pop();
    }
    this.#throwIfFailed();
    this.#filled = 0;
    this.#slab = new Uint8Array(bytes);
    return this.#slab;
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
