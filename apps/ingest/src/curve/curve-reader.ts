import { HeadroomError } from "@headroom/core";
import type { ChosenCurve } from "@headroom/services/curve";
import { EndedEarly, QueuedProcess } from "./queued-process.ts";
import type { ProcessLimits } from "./queued-process.ts";
import { chooseFromBytes } from "./choose-from-bytes.ts";
import type { CurveOrder } from "./choose-from-bytes.ts";

/** Two days of minutes, which take some milliseconds. */
const SHORT_BYTES = 64 * 1024;
const LIMITS = { heapMb: 256, orderMillis: 60_000, idleMillis: 10_000 };

/** Reads long files in a process of its own, because two days of seconds would stop all other requests. */
export class CurveReader {
  readonly #process: QueuedProcess<CurveOrder, ChosenCurve>;

  constructor(limits: ProcessLimits = LIMITS) {
    this.#process = new QueuedProcess(new URL("./curve-worker.ts", import.meta.url), limits);
  }

  async choose(workspaceId: string, order: CurveOrder): Promise<ChosenCurve> {
    if (order.bytes.length <= SHORT_BYTES) return chooseFromBytes(order);
    try {
      return await this.#process.ask(workspaceId, order);
    } catch (error) {
      if (!(error instanceof EndedEarly)) throw error;
      throw new HeadroomError("document-too-large", "Reading the file took too much memory or time.", {
        hint: "Export fewer series, or a wider step: a minute is enough for a day.",
        cause: error,
      });
    }
  }

  close(): void {
    this.#process.close();
  }
}
