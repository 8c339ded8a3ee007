import type { Cell } from "@headroom/core";
import { z } from "zod";
import { givenCell } from "../../given-cell.ts";

const summaryShape = z.object({
  min: z.number().optional(),
  max: z.number().optional(),
  mean: z.number().optional(),
  p50: z.number().optional(),
  p75: z.number().optional(),
  p90: z.number().optional(),
  p95: z.number().optional(),
  p99: z.number().optional(),
  p999: z.number().optional(),
});
type Summary = z.infer<typeof summaryShape>;

/** What Artillery knows of a stretch of time: of ten seconds, or of the whole run. */
export const metricsShape = z.object({
  counters: z.record(z.string(), z.number().nonnegative()),
  summaries: z.record(z.string(), summaryShape).default({}),
  firstMetricAt: z.number().nullish(),
  lastMetricAt: z.number().nullish(),
});
export type Metrics = z.infer<typeof metricsShape>;

const PLUGIN = "plugins.metrics-by-endpoint.";
const RESPONSE_TIME = `${PLUGIN}response_time.`;

interface Failure {
  reason: string;
  times: number;
}

/** All requests, or those of one endpoint. */
export interface Requests {
  cell: Cell;
  failures: Failure[];
}

interface Tally {
  codes: Failure[];
  errors: Failure[];
}

export function allRequests({ counters, summaries }: Metrics): Requests {
  const tally: Tally = { codes: [], errors: [] };
  for (const [name, times] of Object.entries(counters)) {
    if (name.startsWith("http.codes.")) tally.codes.push({ reason: name.slice("http.codes.".length), times });
    else if (name.startsWith("errors.")) tally.errors.push({ reason: name.slice("errors.".length), times });
  }
  const answers = counters["http.responses"] ?? 0;
  return requestsOf(tally, answers, summaries["http.response_time"], counters["http.downloaded_bytes"] ?? 0);
}

/** Those of the plugin metrics-by-endpoint, by its names, which may hold dots. */
export function requestsByEndpoint({ counters, summaries }: Metrics): Map<string, Requests> {
  const tallies = new Map<string, Tally>();
  for (const [name, times] of Object.entries(counters)) {
    const found = endpointOf(name);
    if (found === null) continue;
    const tally = tallies.get(found.endpoint) ?? { codes: [], errors: [] };
    tally[found.kind].push({ reason: found.reason, times });
    tallies.set(found.endpoint, tally);
  }
  const endpoints = new Map<string, Requests>();
  for (const [endpoint, tally] of tallies) {
    const answers = sumOf(tally.codes);
    endpoints.set(endpoint, requestsOf(tally, answers, summaries[`${RESPONSE_TIME}${endpoint}`], 0));
  }
  return endpoints;
}

function endpointOf(counter: string): { endpoint: string; kind: keyof Tally; reason: string } | null {
  if (!counter.startsWith(PLUGIN)) return null;
  for (const kind of ["codes", "errors"] as const) {
    const at = counter.lastIndexOf(`.${kind}.`);
    if (at < PLUGIN.length) continue;
    return { endpoint: counter.slice(PLUGIN.length, at), kind, reason: counter.slice(at + kind.length + 2) };
  }
  return null;
}

/**
 * A request was answered, or ended in an error with the name of a code (ETIMEDOUT). Errors with words for a name
 * ("Failed capture or match") are of requests that were answered, the failed ones among them first.
 */
function requestsOf(
  { codes, errors }: Tally,
  answers: number,
  summary: Summary = {},
  bytes: number,
): Requests {
  const badCodes = codes.filter(({ reason }) => Number(reason) >= 400);
  const unanswered = sumOf(errors.filter(({ reason }) => /^[A-Z][A-Z\d_]*$/.test(reason)));
  const words = sumOf(errors) - unanswered;
  const counts = {
    requests: answers + unanswered,
    errors: unanswered + Math.min(answers, Math.max(sumOf(badCodes), words)),
    bytes,
  };
  const { min = null, max = null, mean = null, p999, ...percentiles } = summary;
  const latencies = answers === 0 ? {} : { min, max, mean, percentiles: { ...percentiles, "p99.9": p999 } };
  return { cell: givenCell({ ...counts, ...latencies }, 1_000), failures: [...badCodes, ...errors] };
}

function sumOf(failures: readonly Failure[]): number {
  return failures.reduce((sum, { times }) => sum + times, 0);
}
