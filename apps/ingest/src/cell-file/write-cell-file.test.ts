import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";
import type { ExportedCell } from "@headroom/services";
import { bytesFrom } from "./write-cell-file.ts";

/** Answers the first question, and ends a moment later. */
const endsAfterOne = (how: string) =>
  new Worker(
    `const { parentPort } = require("node:worker_threads");
     parentPort.once("message", () => {
       parentPort.postMessage({ kind: "bytes", bytes: new Uint8Array([1]) });
       setImmediate(() => { ${how} });
     });`,
    { eval: true },
  );

it.each([
  ["fails", 'throw new Error("out of luck");', "out of luck"],
  ["exits", "process.exit(3);", "The thread ended with code 3."],
])("fails, and no more than that, if the thread %s while the next batch is read", async (_, how, words) => {
  const worker = endsAfterOne(how);
  const ended = once(worker, "exit");
  async function* batches(): AsyncGenerator<ExportedCell[]> {
    const cell = {} as ExportedCell;
    yield [cell];
    await ended;
    yield [cell];
  }
  const bytes = bytesFrom(worker, batches());
  expect((await bytes.next()).value).toEqual(new Uint8Array([1]));
  await expect(bytes.next()).rejects.toThrow(words);
});
