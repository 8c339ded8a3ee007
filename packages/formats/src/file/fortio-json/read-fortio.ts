import { ALL_REQUESTS } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import { z } from "zod";
import { givenCell } from "../../given-cell.ts";
import type { Findings } from "../../text/document.ts";
import { readShape } from "../../text/json-shape.ts";
import { warnBelowRate } from "../../text/requested-rate.ts";
import { urlPath } from "../../text/url-path.ts";

const count = z.number().int().nonnegative();
const seconds = z.number().nonnegative();
const histogramShape = z.object({
  Count: count,
  Min: seconds,
  Max: seconds,
  Avg: seconds,
  Data: z.array(z.object({ Start: seconds, End: seconds, Percent: z.number() })).nullish(),
  Percentiles: z.array(z.object({ Percentile: z.number(), Value: seconds })).nullish(),
});
const resultShape = z.object({
  StartTime: z.iso.datetime({ offset: true }),
  /** "max" without a limit. */
  RequestedQPS: z.string(),
  ActualQPS: z.number().nonnegative().nullish(),
  ActualDuration: z.number().nonnegative(),
  Version: z.string().optional(),
  DurationHistogram: histogramShape,
  RetCodes: z.record(z.string(), count).nullish(),
  URL: z.string().optional(),
  Sizes: z.object({ Sum: z.number().nonnegative() }).nullish(),
});
type Result = z.infer<typeof resultShape>;
type Histogram = z.infer<typeof histogramShape>;

/** Of its gRPC and TCP runs; those of HTTP are numbers. */
const SUCCESSES = new Set(["OK", "SERVING"]);

/** Reads what `fortio load -json` writes. Durations are nanoseconds, everything in its histograms seconds. */
export function readFortio(value: unknown, sink: SampleSink, { refusals, warnings }: Findings): ParseReport {
  const result = readShape(resultShape, value, "Fortio result");
  const histogram = result.DurationHistogram;
  // Its own field Labels ends with the name of the generator, so that no two generators would have one in common.
  const label = urlPath(result.URL ?? "");
  const labels = label === null ? [ALL_REQUESTS] : [ALL_REQUESTS, sink.label(label, "request")];
  for (const number of labels) give(result, number, sink);
  const requested = Number.parseFloat(result.RequestedQPS);
  const sent = result.ActualQPS ?? null;
  warnBelowRate({ requested: Number.isFinite(requested) ? requested : null, sent }, warnings);
  return {
    format: "fortio-json",
    tool: "fortio",
    toolVersion: result.Version?.split(" ")[0] ?? null,
    accepted: 1,
    refused: refusals.tally(),
    warnings: warnings.list(),
    // At a rate, too, each of its threads waits for an answer before it sends again, and is late from then on.
    loadModel: "closed",
    source: (histogram.Percentiles ?? []).length > 0 && histogram.Count > 0 ? "quoted" : "none",
    latencyResolutionMicros: 1,
    latencyRelativeError: widestOf(histogram),
    absent: result.RetCodes ? [] : ["errors"],
    clock: "absolute",
    startedAtMicros: Date.parse(result.StartTime) * 1_000,
    durationSeconds: result.ActualDuration / 1e9,
  };
}

function give(result: Result, label: number, sink: SampleSink): void {
  const { Count: requests, Min: min, Max: max, Avg: mean, Percentiles } = result.DurationHistogram;
  const failures = Object.entries(result.RetCodes ?? {}).filter(
    ([code, times]) => times > 0 && isFailure(code),
  );
  const errors = failures.reduce((sum, [, times]) => sum + times, 0);
  const percentiles = Object.fromEntries(
    (Percentiles ?? []).map(({ Percentile, Value }) => [`p${Percentile}`, Value]),
  );
  const latencies = requests === 0 ? {} : { min, max, mean, percentiles };
  sink.total(label, givenCell({ requests, errors, bytes: result.Sizes?.Sum ?? 0, ...latencies }, 1_000_000));
  for (const [code, times] of failures) sink.failure(label, code === "-1" ? "connection error" : code, times);
}

function isFailure(code: string): boolean {
  const status = Number(code);
  return Number.isNaN(status) ? !SUCCESSES.has(code) : status < 100 || status >= 400;
}

/** Percentiles are interpolated inside buckets: the widest of those that they lie in, as a share of its start. */
function widestOf({ Data, Percentiles }: Histogram): number {
  const widths = (Percentiles ?? []).map(({ Percentile }) => {
    const bucket = Data?.find(({ Percent }) => Percent >= Percentile);
    return bucket === undefined ? 0 : Math.min(1, (bucket.End - bucket.Start) / bucket.Start);
  });
  return Math.max(0, ...widths.filter((width) => width > 0));
}
