import { parentPort } from "node:worker_threads";
import { compareFamily, resampleRun } from "@headroom/core";
import type { FromComparisonWorker, ToComparisonWorker } from "./comparison-messages.ts";

if (parentPort === null) throw new Error("this file runs as a thread of ingest");
const port = parentPort;

port.on("message", (message: ToComparisonWorker) => port.postMessage(answer(message), []));

function answer(message: ToComparisonWorker): FromComparisonWorker {
  const { job } = message;
  try {
    if (message.kind === "resample")
      return { job, kind: "noise", noise: resampleRun(message.run, message.resamples) };
    const { family, rate, among } = message;
    return { job, kind: "statistics", statistics: compareFamily(family, rate, among) };
  } catch (error) {
    return { job, kind: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}
