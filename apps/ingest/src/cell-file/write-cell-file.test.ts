import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";
import type { ExportedCell } from "@headroom/services";
import { bytesFrom } from "./write-cell-file.ts";

/** Replies to each message until it receives "end". */
const endsWhenTold = (how: string) =>
  new Worker(
    `const { parentPort } = require("node:worker_threads");
     parentPort.on("message", (message) => {
       if (message === "end") { ${how} }
       parentPort.postMessage({ kind: "bytes", bytes: new Uint8Array([1]) });
     });`,
    { eval: true },
  );

it.each([
  ["fails", 'throw new Error("out of luck");', "out of luck"],
  ["exits", "process.exit(3);", "The thread ended with code 3."],
])("fails, and no more than that, if the thread %s while the next batch is read", async (_, how, words) => {
  const worker = endsWhenTold(how);
  // `once` would fail with the thread, and nobody waits for that yet.
  const ended = new Promise((resolve) => worker.once("exit", resolve));
  async function* batches(): AsyncGenerator<ExportedCell[]> {
    const cell = {} as ExportedCell;
    yield [cell];
    worker.postMessage("end", []);
    await ended;
    yield [cell];
  }
  const bytes = bytesFrom(worker, batches());
  expect((await bytes.next()).value).toEqual(new Uint8Array([1]));
  await expect(bytes.next()).rejects.toThrow(words);
});
