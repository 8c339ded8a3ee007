import type { ParseReport, SampleSink } from "@headroom/core";
import { z } from "zod";
import type { Findings } from "../../text/document.ts";
import { readShape } from "../../text/json-shape.ts";
import { giveSiegeRun, siegeReport } from "./siege-run.ts";

const count = z.number().int().nonnegative();
const figure = z.number().nonnegative();
const resultShape = z.object({
  transactions: count,
  elapsed_time: figure,
  data_transferred: figure,
  response_time: figure,
  successful_transactions: count,
  failed_transactions: count,
  longest_transaction: figure,
  shortest_transaction: figure,
});

/** Reads what `siege --json-output` prints. */
export function readSiegeJson(value: unknown, sink: SampleSink, findings: Findings): ParseReport {
  const result = readShape(resultShape, value, "siege result");
  const run = {
    transactions: result.transactions,
    successful: result.successful_transactions,
    failed: result.failed_transactions,
    elapsedSeconds: result.elapsed_time,
    megabytes: result.data_transferred,
    mean: result.response_time,
    min: result.shortest_transaction,
    max: result.longest_transaction,
  };
  giveSiegeRun(run, sink);
  return siegeReport("siege-json", run, findings, null);
}
