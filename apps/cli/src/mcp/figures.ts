import { z } from "zod";
import { figureRange, proof } from "@headroom/contract";
import type { ProofAnswer, WindowSummary } from "@headroom/contract";
import { FIGURES, isCost } from "@headroom/core";
import type { TrendMetric } from "@headroom/core";
import {
  formatCount,
  formatFigure,
  formatKnown,
  formatLength,
  formatMillis,
  formatPercent,
  plural,
} from "@headroom/core/format";

const millis = z.number().nullable();
const range = figureRange.describe("high null: no upper end");

/** By the percentile's name. */
export const percentileRanges = z.record(z.string(), range);

/** The figures of a window with their units in their names. Null: the source doesn't report it. */
export const windowFigures = z.strictObject({
  requests: z.number().nullable(),
  errors: z.number().nullable(),
  errorRatePercent: z.number().nullable(),
  errorsAreALowerBound: z.boolean().describe("The source leaves out some failed requests."),
  durationSeconds: z.number().nullable(),
  throughputPerSecond: z.number().nullable(),
  meanMs: millis,
  p50Ms: millis,
  p90Ms: millis,
  p95Ms: millis,
  p99Ms: millis,
  p999Ms: millis,
  maxMs: millis,
  percentileRangesMs: percentileRanges.describe("Percentiles known only as a range: their fields are null."),
});
export type WindowFigures = z.infer<typeof windowFigures>;

export function figuresOf(summary: WindowSummary): WindowFigures {
  const { requests, errors, errorRate, errorsAtLeast, durationSeconds, throughput, latencyMs } = summary;
  return {
    requests,
    errors,
    durationSeconds,
    errorRatePercent: errorRate === null ? null : percentOf(errorRate),
    errorsAreALowerBound: errorsAtLeast === true,
    throughputPerSecond: throughput,
    meanMs: latencyMs.mean,
    p50Ms: latencyMs.p50,
    p90Ms: latencyMs.p90,
    p95Ms: latencyMs.p95,
    p99Ms: latencyMs.p99,
    p999Ms: latencyMs["p99.9"],
    maxMs: latencyMs.max,
    percentileRangesMs: rangesOf(summary),
  };
}

export function rangesOf({ latencyIntervalsMs }: Pick<WindowSummary, "latencyIntervalsMs">) {
  return Object.fromEntries(
    Object.entries(latencyIntervalsMs).flatMap(([id, between]) =>
      between === undefined ? [] : [[id, between]],
    ),
  );
}

/** "12,000 requests in 2m (100 req/s), 24 failed (0.20%), p50 70 ms, p95 114 ms, p99 118 ms" */
export function figuresLine(summary: WindowSummary): string {
  const { requests, errors, errorRate, errorsAtLeast, durationSeconds, throughput } = summary;
  const rate = throughput === null ? "" : ` (${formatFigure(throughput)} req/s)`;
  const length = durationSeconds === null ? "" : ` in ${formatLength(durationSeconds)}`;
  const share = errorRate === null ? "" : ` (${formatPercent(errorRate)})`;
  return [
    `${requests === null ? "unknown number of requests" : plural(requests, "request")}${length}${rate}`,
    errors === null
      ? `failures ${errorRate === null ? "unknown" : formatPercent(errorRate)}`
      : `${errorsAtLeast === true ? "at least " : ""}${formatCount(errors)} failed${share}`,
    ...(["p50", "p95", "p99"] as const).map((id) => `${id} ${percentileText(summary, id)}`),
  ].join(", ");
}

function percentileText({ latencyMs, latencyIntervalsMs }: WindowSummary, id: "p50" | "p95" | "p99"): string {
  const known = formatKnown({ value: latencyMs[id], range: latencyIntervalsMs[id] ?? null }, formatMillis);
  return known === null ? "unknown" : `${known} ms`;
}

/** How the percentiles were computed and how far they can be trusted. */
export const proofFigures = z.strictObject({
  grade: proof.shape.grade.describe("A: measured exactly, D: the tool's own figures or too little."),
  source: proof.shape.source,
  errorBoundPercent: z.number().nullable().describe("Largest relative error of a percentile."),
  requestsBeyond: proof.shape.beyond.describe("How many requests are slower than each percentile."),
  reasons: z.array(z.string()).describe("What lowers the grade."),
  overrides: z.array(z.string()),
});

export function proofOf({ grade, source, errorBound, beyond, reasons, overrides }: ProofAnswer) {
  const errorBoundPercent = errorBound === null ? null : percentOf(errorBound);
  return { grade, source, errorBoundPercent, requestsBeyond: beyond, reasons, overrides };
}

const SOURCES: Record<ProofAnswer["source"], string> = {
  samples: "computed from every request",
  sketch: "computed from merged sketches",
  buckets: "from the source's own buckets",
  quoted: "as the tool reported them",
  none: "the source has no latencies",
};

export function proofLine({ grade, source, errorBound, beyond, reasons }: ProofAnswer): string {
  const bound = errorBound === null ? "" : `, within ${formatPercent(errorBound)}`;
  const count = `${plural(beyond.p99, "request")} beyond p99`;
  return `Proof of the percentiles: grade ${grade}, ${SOURCES[source]}${bound}; ${count}. ${reasons.join(" ")}`.trim();
}

/** A figure in the unit that is shown: a share becomes percent. */
export function shownUnit(metric: TrendMetric, unit: string): string {
  return !isCost(metric) && FIGURES[metric].unit === "share" ? "%" : unit;
}

export function inShownUnit(metric: TrendMetric, value: number): number {
  return !isCost(metric) && FIGURES[metric].unit === "share" ? percentOf(value) : value;
}

/** Without the digits that only binary fractions have. */
export function percentOf(share: number): number {
  return Number((share * 100).toPrecision(6));
}
