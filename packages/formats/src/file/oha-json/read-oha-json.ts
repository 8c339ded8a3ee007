import { ALL_REQUESTS, type ParseReport, type SampleSink } from "@headroom/core";
import { z } from "zod";
import { givenCell } from "../../given-cell.ts";
import type { Findings } from "../../text/document.ts";
import { readShape } from "../../text/json-shape.ts";

const count = z.number().int().nonnegative();
/** What is no number, as where nothing was answered, is written as null. */
const seconds = z.number().nonnegative().nullable();
const counts = z.record(z.string(), count);
const reportShape = z.object({
  summary: z.object({
    total: z.number().nonnegative(),
    slowest: seconds,
    fastest: seconds,
    average: seconds,
    totalData: count.nullable().default(0),
  }),
  latencyPercentiles: z.record(z.string(), seconds),
  statusCodeDistribution: counts,
  errorDistribution: counts,
});

/** Requests in flight when the time of the run was up: they neither completed nor failed. */
const ABORTED = "aborted due to deadline";

/** Reads what `oha --output-format json` prints. Its percentiles are finer than its histogram of eleven buckets. */
export function readOhaJson(value: unknown, sink: SampleSink, { refusals, warnings }: Findings): ParseReport {
  const report = readShape(reportShape, value, "report of oha");
  const { summary } = report;
  const statuses = Object.entries(report.statusCodeDistribution);
  const errors = Object.entries(report.errorDistribution).filter(([reason]) => reason !== ABORTED);
  const answered = sum(statuses);
  const unanswered = sum(errors);
  const aborted = report.errorDistribution[ABORTED] ?? 0;
  if (aborted > 0) {
    const detail = `${aborted} requests were in flight when the run ended; they count neither as requests nor as errors.`;
    warnings.add("aborted-at-the-end", detail);
  }
  if (answered > 0 && unanswered > 0) {
    const detail = `Latencies are of the ${answered} requests that were answered; ${unanswered} failed without an answer.`;
    warnings.add("latencies-of-answers", detail);
  }
  const failed = [...statuses.filter(([code]) => Number(code) >= 400), ...errors];
  const figures = { requests: answered + unanswered, errors: sum(failed), bytes: summary.totalData ?? 0 };
  const { average: mean, fastest: min, slowest: max } = summary;
  const latencies = { mean, min, max, percentiles: report.latencyPercentiles };
  sink.total(ALL_REQUESTS, givenCell(answered === 0 ? figures : { ...figures, ...latencies }, 1_000_000));
  for (const [reason, times] of failed) if (times > 0) sink.failure(ALL_REQUESTS, reason, times);
  return {
    format: "oha-json",
    tool: "oha",
    toolVersion: null,
    accepted: 1,
    refused: refusals.tally(),
    warnings: warnings.list(),
    // A rate (-q) with --latency-correction would make it open; the file does not say.
    loadModel: "unknown",
    source: answered === 0 ? "none" : "quoted",
    latencyResolutionMicros: 1,
    latencyRelativeError: 0,
    absent: [],
    clock: "none",
    startedAtMicros: null,
    durationSeconds: summary.total,
  };
}

function sum(entries: readonly (readonly [string, number])[]): number {
  return entries.reduce((total, [, times]) => total + times, 0);
}
