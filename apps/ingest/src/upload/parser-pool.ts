import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { CellBatch, ReadRun } from "@headroom/core";
import { ParseClient } from "./parse-client.ts";
import type { FileOrder, FromWorker, ParseOrder, ToWorker } from "./parse-messages.ts";

interface Thread {
  worker: Worker;
  parses: Map<number, ParseClient>;
}

/** The threads that parse files: one for each core except the one that serves requests. */
export class ParserPool {
  readonly #threads: Thread[];
  #jobs = 0;

  constructor(size = Math.max(1, availableParallelism() - 1)) {
    this.#threads = Array.from({ length: size }, open);
  }

  /**
   * Parses the files of an upload from their chunks, whose memory is freed. Whatever the outcome, everything started for
   * the upload has ended when this settles.
   */
  async parse(
    order: ParseOrder,
    chunks: AsyncIterable<Uint8Array | FileOrder>,
    write: (batch: CellBatch) => Promise<void>,
  ): Promise<ReadRun> {
    const thread = this.#minBusy();
    const job = this.#jobs++;
    const post = (message: ToWorker) => thread.worker.postMessage(message, []);
    const parse = new ParseClient(job, post, write);
    thread.parses.set(job, parse);
    try {
      parse.begin(order);
      for await (const chunk of chunks) {
        if (!(chunk instanceof Uint8Array)) {
          parse.next(chunk);
          continue;
        }
        await parse.send(chunk);
        free(chunk);
      }
      return await parse.end();
    } finally {
      thread.parses.delete(job);
      post({ job, kind: "cancel" });
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  #minBusy(): Thread {
    const thread = this.#threads.toSorted((a, b) => a.parses.size - b.parses.size)[0];
    if (thread === undefined) throw new Error("there is no parser thread");
    return thread;
  }
}

/**
 * Frees the memory of a chunk now. Left to the garbage collector, dead chunks look like a growing heap and make it
 * mark everything alive, a dozen times in an upload.
 */
function free({ buffer, byteLength }: Uint8Array): void {
  // Memory that belongs to another buffer isn't ours to free.
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) buffer.transfer(0);
}

function open(): Thread {
  const thread: Thread = { worker: start(), parses: new Map() };
  function start(): Worker {
    const worker = new Worker(new URL("./parse-worker.ts", import.meta.url));
    worker.unref();
    worker.on("message", (message: FromWorker) => thread.parses.get(message.job)?.take(message));
    worker.on("error", (error) => {
      for (const parse of thread.parses.values()) parse.fail(error);
      thread.parses.clear();
      thread.worker = start();
    });
    return worker;
  }
  return thread;
}
