import { ALL_REQUESTS } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import { givenCell } from "../../given-cell.ts";
import type { Findings } from "../../text/document.ts";

/** One run as siege sums it up; times are seconds with two decimals. */
export interface SiegeRun {
  transactions: number;
  /** Those with a status below 400. */
  successful: number;
  /** 5xx and broken connections, which `transactions` leaves out. */
  failed: number;
  elapsedSeconds: number;
  megabytes: number;
  mean: number;
  min: number | null;
  max: number | null;
}

/** Gives a run to the sink; a request is a transaction or a failed one. */
export function giveSiegeRun(run: SiegeRun, sink: SampleSink): void {
  const { transactions, failed, mean, min, max } = run;
  // Redirects that it follows count as successful and as no transaction of their own.
  const refused = Math.max(0, transactions - run.successful);
  const counts = {
    requests: transactions + failed,
    errors: failed + refused,
    bytes: Math.round(run.megabytes * 1_048_576),
  };
  const latencies = transactions === 0 ? {} : { mean, min, max };
  sink.total(ALL_REQUESTS, givenCell({ ...counts, ...latencies }, 1_000_000));
  if (failed > 0) sink.failure(ALL_REQUESTS, "5xx or connection error", failed);
  if (refused > 0) sink.failure(ALL_REQUESTS, "4xx", refused);
}

/** What both of its files have in common. */
export function siegeReport(
  format: string,
  run: SiegeRun,
  { refusals, warnings }: Findings,
  startedAtMicros: number | null,
): ParseReport {
  return {
    format,
    tool: "siege",
    toolVersion: null,
    accepted: 1,
    refused: refusals.tally(),
    warnings: warnings.list(),
    loadModel: "closed",
    source: "none",
    latencyResolutionMicros: 10_000,
    latencyRelativeError: 0,
    absent: [],
    clock: startedAtMicros === null ? "none" : "absolute",
    startedAtMicros,
    durationSeconds: run.elapsedSeconds,
  };
}
