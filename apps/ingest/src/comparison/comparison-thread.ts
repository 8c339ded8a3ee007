import { Worker } from "node:worker_threads";
import { RESAMPLES } from "@headroom/core";
import type { ComparisonEngine } from "@headroom/services";
import type { FromComparisonWorker, ToComparisonWorker } from "./comparison-messages.ts";

type Unnumbered<Message> = Message extends { job: number } ? Omit<Message, "job"> : never;

interface Waiting {
  resolve: (message: FromComparisonWorker) => void;
  reject: (error: Error) => void;
}

/** Computes statistics in a separate thread, started on first use, so that uploads never wait for a comparison. */
export function comparisonThread(): ComparisonEngine {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let jobs = 0;

  function start(): Worker {
    const started = new Worker(new URL("./comparison-worker.ts", import.meta.url));
    started.on("message", (message: FromComparisonWorker) => {
      const job = waiting.get(message.job);
      waiting.delete(message.job);
      if (message.kind === "failed") job?.reject(new Error(message.message));
      else job?.resolve(message);
    });
    started.on("error", (error) => {
      worker = null;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    });
    // Last, because a listener on a thread keeps the process alive, and this thread must not.
    started.unref();
    return started;
  }

  function post(order: Unnumbered<ToComparisonWorker>): Promise<FromComparisonWorker> {
    const thread = (worker ??= start());
    const job = jobs++;
    return new Promise((resolve, reject) => {
      waiting.set(job, { resolve, reject });
      thread.postMessage({ ...order, job } satisfies ToComparisonWorker, []);
    });
  }

  return {
    resamples: RESAMPLES,
    async resample(run) {
      const answer = await post({ kind: "resample", run, resamples: RESAMPLES });
      if (answer.kind !== "noise") throw new Error("the thread sent an unexpected answer");
      return answer.noise;
    },
    async compare(family, rate, among) {
      const answer = await post({ kind: "compare", family, rate, among });
      if (answer.kind !== "statistics") throw new Error("the thread sent an unexpected answer");
      return answer.statistics;
    },
  };
}
