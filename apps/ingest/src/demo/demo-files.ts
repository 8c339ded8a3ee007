import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { AskedFile } from "./demo-file-worker.ts";

/** Makes the demo's files in a thread, one at a time: some take a second, in which nobody else would get an answer. */
export class DemoFiles {
  readonly #worker = new Worker(new URL("./demo-file-worker.ts", import.meta.url));

  async make(asked: AskedFile): Promise<string> {
    const answered = once(this.#worker, "message");
    this.#worker.postMessage(asked, []);
    const [file] = (await answered) as [string | null];
    if (file === null) throw new Error(`the demo has no run ${asked.key}`);
    return file;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
