import { meanOf, medianOf } from "./phase-statistics.ts";
import type { PhasePoint } from "./phase.ts";

/** MSER is worked out on means of five slices, fewer where that would leave less than twenty. */
const MAX_BATCH = 5;
const BATCHES_WANTED = 20;

export interface Batch {
  fromSeconds: number;
  toSeconds: number;
  throughput: number;
  logP50: number;
}

export function batchSize(slices: number): number {
  return Math.max(1, Math.min(MAX_BATCH, Math.floor(slices / BATCHES_WANTED)));
}

/** Equal slices in batches from the first load to the last; seconds between without any completion count as such. */
export function batchesOf(points: readonly PhasePoint[]): Batch[] {
  const slices = withoutIdleEnds(withoutGaps(points));
  const size = batchSize(points.length);
  const batches: Batch[] = [];
  let logP50 = Math.log(slices.find(({ p50Micros }) => (p50Micros ?? 0) > 0)?.p50Micros ?? 1);
  for (let at = 0; at < slices.length; at += size) {
    const some = slices.slice(at, at + size);
    const [head, tail] = [some[0], some.at(-1)];
    if (head === undefined || tail === undefined) break;
    const logs = some.flatMap(({ p50Micros }) =>
      p50Micros === null ? [] : [Math.log(Math.max(1, p50Micros))],
    );
    if (logs.length > 0) logP50 = meanOf(logs);
    batches.push({
      fromSeconds: head.offsetSeconds,
      toSeconds: tail.offsetSeconds + tail.stepSeconds,
      throughput: meanOf(some.map(({ throughput }) => throughput)),
      logP50,
    });
  }
  return batches;
}

/** The first and last slice are seldom whole: they take their neighbours' figures. */
function withoutGaps(points: readonly PhasePoint[]): PhasePoint[] {
  const slices: PhasePoint[] = [];
  for (const point of points) {
    const before = slices.at(-1);
    let next = before === undefined ? point.offsetSeconds : before.offsetSeconds + before.stepSeconds;
    for (; next + point.stepSeconds <= point.offsetSeconds; next += point.stepSeconds) {
      slices.push({ offsetSeconds: next, stepSeconds: point.stepSeconds, throughput: 0, p50Micros: null });
    }
    slices.push(point);
  }
  const [head, second, beforeTail, tail] = [slices[0], slices[1], slices.at(-2), slices.at(-1)];
  if (head === undefined || second === undefined || beforeTail === undefined || tail === undefined)
    return slices;
  const { throughput, p50Micros } = second;
  return [
    { ...head, throughput, p50Micros },
    ...slices.slice(1, -1),
    { ...tail, throughput: beforeTail.throughput, p50Micros: beforeTail.p50Micros },
  ];
}

/** Without the idle slices at either end, nor the one beside them: load that begins or stops seldom fills its slice. */
function withoutIdleEnds(slices: readonly PhasePoint[]): readonly PhasePoint[] {
  const first = slices.findIndex(({ throughput }) => throughput > 0);
  const last = slices.findLastIndex(({ throughput }) => throughput > 0);
  if (first === -1) return [];
  return slices.slice(first === 0 ? 0 : first + 1, last === slices.length - 1 ? slices.length : last);
}

/** The usual throughput while there was load. */
export function loadOf(batches: readonly Batch[]): number {
  return medianOf(batches.map(({ throughput }) => throughput).filter((throughput) => throughput > 0));
}

/** As shares of the usual throughput, so that changes are shares too. */
export function throughputOf(batches: readonly Batch[]): number[] {
  const usual = meanOf(batches.map(({ throughput }) => throughput));
  return batches.map(({ throughput }) => (usual === 0 ? 0 : throughput / usual));
}

export function logP50Of(batches: readonly Batch[]): number[] {
  return batches.map(({ logP50 }) => logP50);
}
