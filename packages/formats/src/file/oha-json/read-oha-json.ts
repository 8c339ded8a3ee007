import { ALL_REQUESTS } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import { z } from "zod";
import { givenCell } from "../../given-cell.ts";
import type { Findings } from "../../text/document.ts";
import { readShape } from "../../text/json-shape.ts";
import { giveAnswers } from "./answers.ts";

const count = z.number().int().nonnegative();
/** What is not a number, as where nothing was answered, is written as null. */
const seconds = z.number().nonnegative().nullable();
const countsByName = z.record(z.string(), count);
const reportShape = z.object({
  summary: z.object({
    total: z.number().nonnegative(),
    slowest: seconds,
    fastest: seconds,
    average: seconds,
    totalData: count.nullable().default(0),
  }),
  latencyPercentiles: z.record(z.string(), seconds),
  statusCodeDistribution: countsByName,
  errorDistribution: countsByName,
});

/** Reads what `oha --output-format json` prints. Its percentiles are finer than its histogram of eleven buckets. */
export function readOhaJson(value: unknown, sink: SampleSink, findings: Findings): ParseReport {
  const report = readShape(reportShape, value, "oha report");
  const { summary } = report;
  const statuses = Object.entries(report.statusCodeDistribution);
  const failures = Object.entries(report.errorDistribution);
  const { requests, errors, answered } = giveAnswers(statuses, failures, sink, findings);
  const counts = { requests, errors, bytes: summary.totalData ?? 0 };
  const { average: mean, fastest: min, slowest: max } = summary;
  const latencies = { mean, min, max, percentiles: report.latencyPercentiles };
  sink.total(ALL_REQUESTS, givenCell(answered === 0 ? counts : { ...counts, ...latencies }, 1_000_000));
  return {
    format: "oha-json",
    tool: "oha",
    toolVersion: null,
    accepted: 1,
    refused: findings.refusals.tally(),
    warnings: findings.warnings.list(),
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
