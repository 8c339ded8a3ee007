import type { PhasePoint, Span } from "./phase-point.ts";
import { meanOf, medianOf } from "./phase-statistics.ts";

/** MSER is worked out on means of five slices, fewer where that would leave less than twenty. */
const MAX_BATCH = 5;
const BATCHES_WANTED = 20;
/** Most requests of a batch failed: it shows an outage, whatever the load was. */
const MOST_FAILED = 0.5;
/** A batch with less than half of the throughput and ten times the latency hangs. */
const HANGS_THROUGHPUT = 0.5;
const HANGS_P50 = Math.log(10);

export interface Batch {
  fromSeconds: number;
  toSeconds: number;
  throughput: number;
  logP50: number;
  /** Null: nobody counted them. */
  users: number | null;
  /** The service was down or hung, so the batch says nothing of the load. */
  down: boolean;
}

export function batchSize(slices: number): number {
  return Math.max(1, Math.min(MAX_BATCH, Math.floor(slices / BATCHES_WANTED)));
}

/** Equal slices in batches from the first load to the last; seconds between without any completion count as such. */
export function batchesOf(slices: readonly PhasePoint[], size: number, holes: readonly Span[]): Batch[] {
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
    const seen = some.flatMap(({ users }) => users ?? []);
    const span = { fromSeconds: head.offsetSeconds, toSeconds: tail.offsetSeconds + tail.stepSeconds };
    const throughput = meanOf(some.map((slice) => slice.throughput));
    const errors = meanOf(some.map((slice) => slice.errors ?? 0));
    batches.push({
      ...span,
      throughput,
      logP50,
      users: seen.length === 0 ? null : meanOf(seen),
      down: errors > throughput * MOST_FAILED || holes.some((hole) => overlap(hole, span) > 0),
    });
  }
  return withHanging(batches);
}

function withHanging(batches: readonly Batch[]): Batch[] {
  const load = loadOf(batches);
  const p50 = medianOf(logP50Of(batches));
  const hangs = ({ throughput, logP50 }: Batch) =>
    throughput < load * HANGS_THROUGHPUT && logP50 - p50 > HANGS_P50;
  return batches.map((batch) => ({ ...batch, down: batch.down || hangs(batch) }));
}

function overlap(a: Span, b: Span): number {
  return Math.min(a.toSeconds, b.toSeconds) - Math.max(a.fromSeconds, b.fromSeconds);
}

/** The points with those in which nothing completed, also where the timeline leaves them out. */
export function withoutGaps(points: readonly PhasePoint[]): PhasePoint[] {
  const slices: PhasePoint[] = [];
  for (const point of points) {
    const before = slices.at(-1);
    let next = before === undefined ? point.offsetSeconds : before.offsetSeconds + before.stepSeconds;
    for (; next + point.stepSeconds <= point.offsetSeconds; next += point.stepSeconds) {
      slices.push({ offsetSeconds: next, stepSeconds: point.stepSeconds, throughput: 0, p50Micros: null });
    }
    slices.push(point);
  }
  return slices;
}

/** The first and last slice are seldom whole: they take their neighbours' figures. */
export function withWholeEnds(slices: readonly PhasePoint[]): PhasePoint[] {
  const [head, second, beforeTail, tail] = [slices[0], slices[1], slices.at(-2), slices.at(-1)];
  if (head === undefined || second === undefined || beforeTail === undefined || tail === undefined)
    return [...slices];
  const { throughput, p50Micros } = second;
  return [
    { ...head, throughput, p50Micros },
    ...slices.slice(1, -1),
    { ...tail, throughput: beforeTail.throughput, p50Micros: beforeTail.p50Micros },
  ];
}

/** The usual throughput while there was load. */
export function loadOf(batches: readonly Batch[]): number {
  return medianOf(batches.map(({ throughput }) => throughput).filter((throughput) => throughput > 0));
}

/** As shares of the usual throughput, so that changes are shares too. */
export function throughputOf(batches: readonly Batch[]): number[] {
  return sharesOf(batches.map(({ throughput }) => throughput));
}

/** As shares of their mean; empty unless they were counted all along. */
export function usersOf(batches: readonly Batch[]): number[] {
  const users = batches.flatMap((batch) => batch.users ?? []);
  return users.length < batches.length ? [] : sharesOf(users);
}

export function logP50Of(batches: readonly Batch[]): number[] {
  return batches.map(({ logP50 }) => logP50);
}

function sharesOf(series: readonly number[]): number[] {
  const usual = meanOf(series);
  return series.map((value) => (usual === 0 ? 0 : value / usual));
}
