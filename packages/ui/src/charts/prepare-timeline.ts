import { formatStep } from "../format/duration.ts";
import { formatShort } from "../format/number.ts";
import { linearTicks, logFloor, logTicks } from "./axis-ticks.ts";
import { PERCENTILE_LINES } from "./timeline-model.ts";
import type { TimelineInput, TimelineModel, TimelinePoint, TimelineSlice } from "./timeline-model.ts";

/** A slice that the run only touches holds a few stragglers: to be drawn it needs this share of its seconds. */
const LEAST_COVERED = 0.5;
/** Room above the highest latency, as a factor. */
const HEADROOM = 1.12;

export function prepareTimeline(input: TimelineInput): TimelineModel {
  const points = withGaps(input);
  const lastSlice = input.slices.at(-1);
  const end = Math.max(input.lengthSeconds, lastSlice ? lastSlice.offsetSeconds : 0, 1);
  const start = Math.min(0, input.slices[0]?.offsetSeconds ?? 0);
  return {
    points,
    time: [start, end],
    gaps: gapsOf(points, input.sliceSeconds, end),
    shades: input.leftOut.map(({ fromSeconds, toSeconds, label }) => ({
      from: Math.max(start, fromSeconds),
      to: Math.min(end, toSeconds),
      label,
    })),
    throughput: throughputAxis(points, input),
    latency: latencyAxis(points, input),
    pointText: pointText(input.sliceSeconds, input.cellSeconds),
  };
}

/** Every slice between the first and the last; those that nothing was stored for stay empty. */
function withGaps(input: TimelineInput): TimelinePoint[] {
  const { slices, sliceSeconds } = input;
  const first = slices[0];
  const last = slices.at(-1);
  if (!first || !last) return [];
  const byOffset = new Map(slices.map((slice) => [slice.offsetSeconds, slice]));
  const count = Math.round((last.offsetSeconds - first.offsetSeconds) / sliceSeconds) + 1;
  const points = Array.from({ length: count }, (_, index) => {
    const offset = first.offsetSeconds + index * sliceSeconds;
    return pointOf(offset, byOffset.get(offset), input);
  });
  return points.map((point, index) => ({
    ...point,
    alone:
      point.requests !== null &&
      (points[index - 1]?.requests ?? null) === null &&
      (points[index + 1]?.requests ?? null) === null,
  }));
}

function pointOf(offset: number, slice: TimelineSlice | undefined, input: TimelineInput): TimelinePoint {
  const until = Math.min(offset + input.sliceSeconds, Math.max(input.lengthSeconds, offset));
  const covered = until - offset;
  const enough = covered >= input.sliceSeconds * LEAST_COVERED;
  const millis = (micros: number | null | undefined) => (micros == null || !enough ? null : micros / 1000);
  return {
    at: offset + Math.min(covered, input.sliceSeconds) / 2,
    fromSeconds: offset,
    requests: slice?.requests ?? null,
    errors: slice?.errors ?? null,
    throughput: slice && enough ? slice.requests / covered : null,
    p50: millis(slice?.latencyMicros.p50),
    p90: millis(slice?.latencyMicros.p90),
    p99: millis(slice?.latencyMicros.p99),
    "p99.9": millis(slice?.latencyMicros["p99.9"]),
    alone: false,
  };
}

function gapsOf(points: readonly TimelinePoint[], sliceSeconds: number, end: number): TimelineModel["gaps"] {
  const gaps: { from: number; to: number }[] = [];
  for (const { fromSeconds, requests } of points) {
    if (requests !== null) continue;
    const previous = gaps.at(-1);
    const to = Math.min(fromSeconds + sliceSeconds, end);
    if (previous && previous.to === fromSeconds) previous.to = to;
    else gaps.push({ from: fromSeconds, to });
  }
  return gaps;
}

function throughputAxis(points: readonly TimelinePoint[], input: TimelineInput): TimelineModel["throughput"] {
  const targets = input.throughputTargets;
  const values = [...points.map(({ throughput }) => throughput), ...targets.map(({ value }) => value)];
  const ticks = linearTicks(largestOf(values) ?? 1, formatShort);
  return { domain: [0, ticks.at(-1)?.value ?? 1], ticks, targets };
}

function latencyAxis(points: readonly TimelinePoint[], input: TimelineInput): TimelineModel["latency"] {
  const drawn = points.flatMap((point) => PERCENTILE_LINES.map((line) => point[line]));
  const positive = drawn.filter((value): value is number => value !== null && value > 0);
  if (positive.length === 0) return null;
  const targets = input.latencyTargets.filter(({ value }) => value > 0);
  const all = [...positive, ...targets.map(({ value }) => value)];
  const low = logFloor(all.reduce((least, value) => Math.min(least, value)));
  const high = Math.max((largestOf(all) ?? low) * HEADROOM, low * 2.2);
  return { domain: [low, high], ticks: logTicks(low, high, axisNumber), targets };
}

function largestOf(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>(
    (most, value) => (value === null ? most : Math.max(most ?? value, value)),
    null,
  );
}

function axisNumber(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: 3 });
}

function pointText(sliceSeconds: number, cellSeconds: number): string {
  const cells = Math.round(sliceSeconds / cellSeconds);
  if (cells <= 1) return `One point is ${formatStep(sliceSeconds)}.`;
  return `One point is ${formatStep(sliceSeconds)}, merged from ${cells} cells, never averaged.`;
}
