import { ALL_REQUESTS } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import { z } from "zod";
import { givenCell } from "../../given-cell.ts";
import type { Findings } from "../../text/document.ts";
import { readShape } from "../../text/json-shape.ts";
import { urlPath } from "../../text/url-path.ts";

const count = z.number().int().nonnegative();
const resultShape = z.object({
  url: z.string().optional(),
  start: z.iso.datetime(),
  finish: z.iso.datetime().optional(),
  duration: z.number().nonnegative(),
  errors: count,
  timeouts: count,
  mismatches: count.default(0),
  "4xx": count,
  "5xx": count,
  statusCodeStats: z.record(z.string(), z.object({ count })).default({}),
  latency: z.record(z.string(), z.number()),
  requests: z.object({ total: count }),
  throughput: z.object({ total: count }),
});
type Result = z.infer<typeof resultShape>;

/** Reads what `autocannon --json` prints. Only the totals of its `requests` are counts, the rest are rates. */
export function readAutocannon(
  value: unknown,
  sink: SampleSink,
  { refusals, warnings }: Findings,
): ParseReport {
  const result = readShape(resultShape, value, "autocannon result");
  const values = result.latency.totalCount ?? result.requests.total;
  const isCorrected = values > result.requests.total;
  if (isCorrected) {
    const detail = `With a fixed rate (-R), autocannon added latencies to correct for coordinated omission: ${values} values for ${result.requests.total} responses.`;
    warnings.add("latencies-corrected", detail);
  }
  const label = urlPath(result.url ?? "");
  const labels = label === null ? [ALL_REQUESTS] : [ALL_REQUESTS, sink.label(label, "request")];
  for (const number of labels) give(result, values, number, sink);
  return {
    format: "autocannon-json",
    tool: "autocannon",
    toolVersion: null,
    accepted: 1,
    refused: refusals.tally(),
    warnings: warnings.list(),
    // The rate is not in the file; where it corrected nothing, no request was held back or it was not given.
    loadModel: isCorrected ? "open" : "closed",
    source: values === 0 ? "none" : "quoted",
    latencyResolutionMicros: 1_000,
    latencyRelativeError: 0,
    absent: [],
    clock: "absolute",
    startedAtMicros: Date.parse(result.start) * 1_000,
    durationSeconds: result.duration,
  };
}

function give(result: Result, values: number, label: number, sink: SampleSink): void {
  const { latency, requests, throughput } = result;
  // An answer of another status most often has another body than the expected one too.
  const failedAnswers = Math.max(result["4xx"] + result["5xx"], result.mismatches);
  const counts = {
    // Its total holds answers only.
    requests: requests.total + result.errors,
    errors: result.errors + failedAnswers,
    bytes: throughput.total,
  };
  const { mean = null, min = null, max = null } = latency;
  const latencies = values === 0 ? {} : { mean, min, max, percentiles: percentilesOf(latency) };
  sink.total(label, givenCell({ ...counts, ...latencies }, 1_000));
  for (const [reason, times] of reasonsOf(result, failedAnswers)) {
    if (times > 0) sink.failure(label, reason, times);
  }
}

/** "p97_5" is its way to write p97.5. */
function percentilesOf(latency: Record<string, number>): Record<string, number> {
  const names = Object.keys(latency).filter((name) => /^p\d+(_\d+)?$/.test(name));
  return Object.fromEntries(names.map((name) => [name.replace("_", "."), latency[name] ?? Number.NaN]));
}

function reasonsOf(result: Result, failedAnswers: number): [string, number][] {
  const statuses = Object.entries(result.statusCodeStats).filter(([status]) => Number(status) >= 400);
  const byStatus = statuses.map(([status, { count: times }]): [string, number] => [status, times]);
  return [
    ...byStatus,
    ["unexpected body", failedAnswers - result["4xx"] - result["5xx"]],
    ["timeout", result.timeouts],
    ["connection error", result.errors - result.timeouts],
  ];
}
