import { DAY_SECONDS } from "@headroom/core";
import { z } from "zod";

const count = z.int().nonnegative();
const latency = z.number().nonnegative();
const name = z.string().min(1).max(1_000);
const at = z
  .number()
  .nonnegative()
  .max(366 * DAY_SECONDS)
  .describe("Seconds from the start of the run.");

const buckets = z
  .strictObject({
    upperBounds: z
      .array(latency)
      .min(1)
      .max(10_000)
      .describe("The upper bound of each bucket, in ascending order."),
    counts: z
      .array(count)
      .describe("The number of requests in each bucket, plus one count for everything above the last bound."),
  })
  .refine(({ upperBounds, counts }) => counts.length === upperBounds.length + 1, {
    path: ["counts"],
    message: "there must be one more count than upper bounds",
  })
  .refine(
    ({ upperBounds }) =>
      upperBounds.every((bound, place) => place === 0 || bound > (upperBounds[place - 1] ?? 0)),
    {
      path: ["upperBounds"],
      message: "the bounds must be in ascending order",
    },
  );

const figureShape = {
  requests: count.optional(),
  requestsPerSecond: z
    .number()
    .nonnegative()
    .optional()
    .describe("Use instead of `requests` if the tool only reports a rate. Requires a duration."),
  errors: count.optional().describe("Failed requests, included in `requests`."),
  items: count.optional().describe("Rows or messages, if a request carries more than one."),
  bytes: count.optional(),
  mean: latency.optional(),
  min: latency.optional(),
  max: latency.optional(),
  percentiles: z
    .record(
      z.string().regex(/^p(100|\d{1,2}(\.\d{1,4})?)$/, 'percentile names look like "p99" or "p99.9"'),
      latency,
    )
    .optional(),
  buckets: buckets.optional().describe("A histogram. Unlike percentiles, histograms can be merged."),
};
const failures = z
  .array(z.strictObject({ reason: name, times: count }))
  .max(10_000)
  .optional()
  .describe("The number of failed requests by reason. For the whole run only.");

const figures = z.strictObject(figureShape).superRefine(checkFigures);
const labelledFigures = z.strictObject({ label: name, ...figureShape }).superRefine(checkFigures);
const total = z.strictObject({ ...figureShape, failures }).superRefine(checkFigures);
const labelTotal = z.strictObject({ label: name, ...figureShape, failures }).superRefine(checkFigures);

const interval = z
  .strictObject({
    at,
    seconds: z.number().positive().max(DAY_SECONDS),
    total: figures.optional(),
    labels: z.array(labelledFigures).max(100_000).superRefine(checkLabels).optional(),
  })
  .refine(({ total: whole, labels }) => (whole ?? labels) !== undefined, {
    message: "an interval needs a total, labels or both",
  });

const gauge = z.strictObject({
  name,
  unit: z.string().min(1).max(50).optional(),
  values: z
    .array(z.tuple([at, z.number()]))
    .max(1_000_000)
    .describe("Pairs of time and value."),
});

/** What an in-house tool writes of a whole run. docs/generic-summary.md explains it. */
export const genericSummaryFile = z
  .strictObject({
    headroom: z.literal(1).describe("Identifies the file and the version of this schema."),
    tool: z.string().min(1).max(100).optional(),
    toolVersion: z.string().min(1).max(100).optional(),
    loadModel: z
      .enum(["open", "closed"])
      .optional()
      .describe("open: requests are sent on schedule. closed: each request waits for the previous response."),
    startedAt: z.iso.datetime({ offset: true }).optional(),
    durationSeconds: z
      .number()
      .positive()
      .max(366 * DAY_SECONDS)
      .optional(),
    latencyUnit: z.enum(["s", "ms", "us", "ns"]).describe("Applies to every latency in the file."),
    total: total.optional(),
    labels: z.array(labelTotal).max(100_000).superRefine(checkLabels).optional(),
    intervals: z.array(interval).max(1_000_000).optional(),
    gauges: z.array(gauge).max(1_000).optional(),
  })
  .refine(({ total: whole, labels, intervals }) => (whole ?? labels ?? intervals) !== undefined, {
    message: "a total, labels or intervals are required",
  })
  .superRefine(({ durationSeconds, total: whole, labels = [] }, context) => {
    if (durationSeconds !== undefined) return;
    const bare = [whole, ...labels].some(
      (of) => of?.requestsPerSecond !== undefined && of.requests === undefined,
    );
    if (!bare) return;
    context.addIssue({ code: "custom", path: ["durationSeconds"], message: "a rate requires a duration" });
  });

export type GenericSummaryFile = z.infer<typeof genericSummaryFile>;
/** Of the run, of a label or of an interval; intervals state no failures. */
export type SummaryFigures = z.infer<typeof total>;

interface CheckedFigures {
  requests?: number | undefined;
  errors?: number | undefined;
  min?: number | undefined;
  max?: number | undefined;
  percentiles?: Record<string, number> | undefined;
  buckets?: { counts: number[] } | undefined;
}

/** Figures that contradict each other are no evidence: which of them is wrong cannot be told. */
function checkFigures(of: CheckedFigures, context: z.RefinementCtx): void {
  const { requests, errors, min, max, percentiles, buckets: histogram } = of;
  const wrong = (path: string, message: string) =>
    context.addIssue({ code: "custom", path: [path], message });
  if (requests !== undefined && errors !== undefined && errors > requests) {
    wrong("errors", "there are more errors than requests");
  }
  if (min !== undefined && max !== undefined && min > max) wrong("min", "is above max");
  if (histogram === undefined) return;
  if (percentiles !== undefined) wrong("buckets", "cannot be combined with percentiles: use one of them");
  const counted = histogram.counts.reduce((sum, times) => sum + times, 0);
  if (requests !== undefined && counted !== requests) {
    wrong("buckets", `contain ${counted} of ${requests} requests`);
  }
}

function checkLabels(labels: readonly { label: string }[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  labels.forEach(({ label }, place) => {
    if (seen.has(label))
      context.addIssue({ code: "custom", path: [place, "label"], message: "appears twice" });
    seen.add(label);
  });
}
