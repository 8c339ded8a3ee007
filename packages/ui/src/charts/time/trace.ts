import type { TimeLine, TimeModel, TraceValue } from "../model/time-model.ts";

/** Values further apart than this many usual distances have one missing between them. */
const MAX_DISTANCES = 2.5;

interface Sample {
  offsetSeconds: number;
  value: number | null;
}

/** A line's values at the times where they are drawn. */
export function traceOf(
  { points }: Pick<TimeModel, "points">,
  { values, trace }: TimeLine,
): readonly TraceValue[] {
  return trace ?? points.map(({ at }, index) => ({ at, value: values[index] ?? null }));
}

/** Samples at their own times, in order, with a gap where one is missing by their usual distance. */
export function traceFrom(samples: readonly Sample[], middle: number): TraceValue[] {
  const known = samples
    .filter(({ value }) => value !== null)
    .toSorted((a, b) => a.offsetSeconds - b.offsetSeconds);
  const farthest = usualDistance(known) * MAX_DISTANCES;
  return known.flatMap(({ offsetSeconds, value }, index) => {
    const before = known[index - 1]?.offsetSeconds ?? offsetSeconds;
    const at = offsetSeconds + middle;
    const gap = offsetSeconds - before > farthest ? [{ at: before + middle, value: null }] : [];
    return [...gap, { at, value }];
  });
}

/** At each time the value last seen, for as long as the trace isn't broken: what a chart's reader sees there. */
export function heldAt(trace: readonly TraceValue[], times: readonly number[]): (number | null)[] {
  let next = 0;
  return times.map((time) => {
    while (next < trace.length && (trace[next]?.at ?? 0) <= time) next++;
    const [seen, coming] = [trace[next - 1], trace[next]];
    return seen === undefined || coming === undefined ? null : seen.value;
  });
}

/** The median: missing samples and bursts don't change it. */
function usualDistance(samples: readonly Sample[]): number {
  const distances = samples
    .slice(1)
    .map(({ offsetSeconds }, index) => offsetSeconds - (samples[index]?.offsetSeconds ?? 0))
    .toSorted((a, b) => a - b);
  return distances[Math.floor((distances.length - 1) / 2)] ?? 0;
}
