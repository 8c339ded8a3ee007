import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { CellExport } from "@headroom/services";
import type { CellFileOrder, FromCellFileWorker, ToCellFileWorker } from "./cell-file-messages.ts";

/** Several times what a group of rows needs: without a limit, a thread collects its garbage late. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 };

/**
 * The bytes of a file of cells, written in a thread of its own: a long run takes seconds, which live traffic can't wait for. Reads
 * no further than the client does.
 */
export async function* writeCellFile({ about, absent, batches }: CellExport): AsyncGenerator<Uint8Array> {
  const order: CellFileOrder = { about, absent };
  const worker = new Worker(new URL("./cell-file-worker.ts", import.meta.url), {
    workerData: order,
    resourceLimits: MEMORY,
  });
  yield* bytesFrom(worker, batches);
}

/** What the thread makes of the batches. Ends the thread. */
export async function* bytesFrom(worker: Worker, batches: CellExport["batches"]): AsyncGenerator<Uint8Array> {
  const ended = new Promise<never>((_, reject) => {
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`The thread ended with code ${code}.`)));
  });
  // It can end while the next batch is being read, when nobody waits for it: then the next question fails.
  ended.catch(() => {});
  const ask = async (message: ToCellFileWorker): Promise<Uint8Array> => {
    worker.postMessage(message, []);
    const [answer] = (await Promise.race([once(worker, "message"), ended])) as [FromCellFileWorker];
    if (answer.kind === "failed") throw new Error(answer.message);
    return answer.bytes;
  };
  try {
    for await (const cells of batches) {
      if (cells.length === 0) continue;
      const bytes = await ask({ kind: "cells", cells });
      if (bytes.length > 0) yield bytes;
    }
    yield await ask({ kind: "end" });
  } finally {
    await worker.terminate();
  }
}
