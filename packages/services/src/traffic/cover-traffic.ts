import { TRAFFIC_STEPS } from "@headroom/db";
import type { TrafficSegment, TrafficStep } from "@headroom/db";

export interface DueTraffic {
  step: 60 | 600;
  second: number;
}

/**
 * Covers [from, to) with cells of one step, and with finer ones where those aren't up to date. From and to are multiples of
 * the step.
 */
export function coverTraffic(
  { step, from, to }: TrafficSegment,
  due: readonly DueTraffic[],
): TrafficSegment[] {
  const stale = new Set(due.map((one) => `${one.step} ${one.second}`));
  const segments: TrafficSegment[] = [];
  const add = (segment: TrafficSegment) => {
    const last = segments.at(-1);
    if (last?.step === segment.step && last.to === segment.from) last.to = segment.to;
    else segments.push({ ...segment });
  };
  let at = from;
  // Between these everything is up to date: a range can be as long as a century.
  for (const stretch of staleStretches({ step, from, to }, due)) {
    if (at < stretch.from) add({ step, from: at, to: stretch.from });
    at = stretch.to;
    const minutes = stretchesOf(stretch.from, stretch.to, 60);
    const isStale = minutes.map(({ start }) => stale.has(`60 ${start}`));
    const isWhole = step < 600 || (!stale.has(`600 ${stretch.start}`) && !isStale.includes(true));
    if (step === 600 && isWhole) add({ step, from: stretch.from, to: stretch.to });
    else {
      for (const [index, minute] of minutes.entries()) {
        const finer: TrafficStep = isStale[index] ? 1 : (Math.min(step, 60) as TrafficStep);
        add({ step: finer, from: minute.from, to: minute.to });
      }
    }
  }
  if (at < to) add({ step, from: at, to });
  return segments;
}

/**
 * Covers [from, to) with as few cells as possible: coarse ones where they fit, finer ones at the edges and where coarse ones
 * aren't up to date. From and to are multiples of the step.
 */
export function coverTotal(
  segment: TrafficSegment,
  due: readonly DueTraffic[],
  coarsest: TrafficStep = 600,
): TrafficSegment[] {
  const { step, from, to } = segment;
  const coarser = TRAFFIC_STEPS.find((one) => one > step && one <= coarsest);
  if (coarser === undefined) return coverTraffic(segment, due);
  const inner = { from: Math.ceil(from / coarser) * coarser, to: Math.floor(to / coarser) * coarser };
  if (inner.from >= inner.to) return coverTraffic(segment, due);
  return [
    ...coverTraffic({ step, from, to: inner.from }, due),
    ...coverTotal({ step: coarser, ...inner }, due, coarsest),
    ...coverTraffic({ step, from: inner.to, to }, due),
  ];
}

/** The cells of a range, or its minutes if they are shorter, in which something isn't up to date. */
function staleStretches({ step, from, to }: TrafficSegment, due: readonly DueTraffic[]): Stretch[] {
  const length = step === 600 ? 600 : 60;
  const starts = new Set(due.map(({ second }) => Math.floor(second / length) * length));
  return [...starts]
    .filter((start) => start < to && start + length > from)
    .toSorted((a, b) => a - b)
    .map((start) => ({ start, from: Math.max(from, start), to: Math.min(to, start + length) }));
}

interface Stretch {
  /** The multiple of its length that it begins in. */
  start: number;
  from: number;
  to: number;
}

/** [from, to) cut at the multiples of a length. */
function stretchesOf(from: number, to: number, length: number): Stretch[] {
  const stretches: Stretch[] = [];
  for (let start = Math.floor(from / length) * length; start < to; start += length)
    stretches.push({ start, from: Math.max(from, start), to: Math.min(to, start + length) });
  return stretches;
}
