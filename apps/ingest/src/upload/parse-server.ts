import { aggregateRun, buffersOf } from "@headroom/core";
import type { CellBatch, ParseReport } from "@headroom/core";
import { UploadParse, formats } from "@headroom/formats";
import { keepHeapSmall } from "../heap.ts";
import { packProblem, packRun } from "./packed-run.ts";
import type { FileOrder, FromWorker, ParseOrder } from "./parse-messages.ts";

/** Batches on their way to the database: one is being written, one waits. */
const BATCHES_IN_FLIGHT = 2;

type Post = (message: FromWorker, transfer: ArrayBuffer[]) => void;

interface Chunk {
  slab: number;
  length: number;
}

/** A worker's side of a parse: takes chunks of bytes, returns batches of cells, and waits for the slower side. */
export class ParseServer {
  readonly #job: number;
  readonly #post: Post;
  readonly #slabs: readonly Uint8Array[];
  readonly #chunks: (Chunk | FileOrder | null)[] = [];
  #inFlight = 0;
  #wake: () => void = () => {};

  constructor(job: number, slabs: readonly SharedArrayBuffer[], post: Post) {
    this.#job = job;
    this.#slabs = slabs.map((slab) => new Uint8Array(slab));
    this.#post = post;
  }

  /** Ends by posting the run or the problem. A job that gets no more chunks simply never continues. */
  async run({ first, several, aggregation }: ParseOrder): Promise<void> {
    const job = this.#job;
    try {
      const read = await aggregateRun(
        (sink, flush) => this.#read(new UploadParse(sink, several), first, flush),
        aggregation,
        (batch) => this.#write(batch),
      );
      this.#post({ job, kind: "read", run: packRun(read) }, []);
    } catch (error) {
      this.#post({ job, kind: "failed", problem: packProblem(error) }, []);
    }
  }

  /** A chunk of the file, the next file, or null after the last one. */
  take(chunk: Chunk | FileOrder | null): void {
    this.#chunks.push(chunk);
    this.#wake();
  }

  written(): void {
    this.#inFlight -= 1;
    this.#wake();
  }

  async #read(files: UploadParse, first: FileOrder, flush: () => Promise<void>): Promise<ParseReport> {
    begin(files, first);
    for (;;) {
      while (this.#chunks.length === 0) await this.#woken();
      const chunk = this.#chunks.shift();
      if (chunk === undefined || chunk === null) return files.end();
      if ("format" in chunk) {
        begin(files, chunk);
        continue;
      }
      const { slab, length } = chunk;
      files.write(this.#slab(slab).subarray(0, length));
      this.#post({ job: this.#job, kind: "taken", slab }, []);
      await flush();
    }
  }

  #slab(which: number): Uint8Array {
    const slab = this.#slabs[which];
    if (slab === undefined) throw new RangeError(`there is no slab ${which}`);
    return slab;
  }

  async #write(batch: CellBatch): Promise<void> {
    keepHeapSmall();
    this.#inFlight += 1;
    this.#post({ job: this.#job, kind: "cells", batch }, buffersOf(batch.cells));
    while (this.#inFlight >= BATCHES_IN_FLIGHT) await this.#woken();
  }

  #woken(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}

function begin(files: UploadParse, { name, format: id, parse }: FileOrder): void {
  const format = formats.find((one) => one.id === id);
  if (format === undefined) throw new Error(`there is no format "${id}"`);
  files.begin(name, format, parse);
}
