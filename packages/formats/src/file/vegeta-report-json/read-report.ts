import { ALL_REQUESTS } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import { z } from "zod";
import { givenCell } from "../../given-cell.ts";
import type { Findings } from "../../text/document.ts";
import { readShape } from "../../text/json-shape.ts";
import { failedOf, giveFailures } from "./status-failures.ts";

const count = z.number().int().nonnegative();
/** In nanoseconds. */
const nanos = z.number().nonnegative();
const reportShape = z.object({
  latencies: z.object({
    mean: nanos,
    min: nanos.optional(),
    max: nanos,
    "50th": nanos,
    "90th": nanos.optional(),
    "95th": nanos,
    "99th": nanos,
  }),
  bytes_in: z.object({ total: count }),
  earliest: z.iso.datetime({ offset: true }),
  duration: nanos,
  wait: nanos.default(0),
  requests: count,
  status_codes: z.record(z.string().regex(/^\d{1,3}$/), count),
  errors: z.array(z.string()).nullable().default([]),
});

/** Reads what `vegeta report -type json` prints. */
export function readReport(value: unknown, sink: SampleSink, { refusals, warnings }: Findings): ParseReport {
  const report = readShape(reportShape, value, "vegeta report");
  const { latencies, requests } = report;
  const hasRequests = requests > 0;
  const statusCodes = new Map(Object.entries(report.status_codes));
  const percentiles = {
    p50: latencies["50th"],
    p90: latencies["90th"],
    p95: latencies["95th"],
    p99: latencies["99th"],
  };
  const counts = { requests, errors: failedOf(statusCodes), bytes: report.bytes_in.total };
  const { mean, min, max } = latencies;
  const figures = hasRequests ? { ...counts, mean, min: min ?? null, max, percentiles } : counts;
  sink.total(ALL_REQUESTS, givenCell(figures, 0.001));
  giveFailures(ALL_REQUESTS, statusCodes, report.errors ?? [], sink);
  return {
    format: "vegeta-report-json",
    tool: "vegeta",
    toolVersion: null,
    accepted: 1,
    refused: refusals.tally(),
    warnings: warnings.list(),
    loadModel: "open",
    source: hasRequests ? "quoted" : "none",
    latencyResolutionMicros: 1,
    latencyRelativeError: 0,
    absent: [],
    // Without requests the earliest of them is in the year 1.
    clock: hasRequests ? "absolute" : "none",
    startedAtMicros: hasRequests ? Date.parse(report.earliest) * 1_000 : null,
    // The attack, and the wait for its last answers.
    durationSeconds: (report.duration + report.wait) / 1e9,
  };
}
