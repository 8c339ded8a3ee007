import type { PeakDayPoint } from "@headroom/contract";
import type { ServiceDayModel, TrafficModel, WorkspaceTx } from "@headroom/db";
import { summaryOf } from "../run/record/summary-of.ts";
import { readRateSeconds } from "../traffic/read-rate-seconds.ts";
import { readTrafficPoints, trafficRange, whole } from "../traffic/read-traffic.ts";
import type { TrafficPoint, TrafficRange } from "../traffic/read-traffic.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";
import { simulatedIn } from "../traffic/simulated-traffic.ts";
import type { KnownOrigin } from "../traffic/simulated-traffic.ts";
import type { DayPoints } from "./frozen-day.ts";

const MAX_POINTS = 480;
/** A point of which less is known holds a few stragglers. */
const MIN_SECONDS = 5;

/** [epoch second, requests a second], in order of time. */
export type StoredPoints = [number, number][];

export interface Reading {
  now: number;
  keepDays: TrafficRetention;
  /** The end of the newest second with traffic, but not after now: a source whose clock is fast sends seconds to come. */
  latest: number;
  origin: KnownOrigin | null;
}

/** How live traffic of a service is read at a moment. */
export async function readingOf(
  tx: WorkspaceTx,
  serviceId: string,
  { now, keepDays }: { now: Date; keepDays: TrafficRetention },
): Promise<{ reading: Reading; traffic: TrafficModel | null }> {
  const traffic = await tx.prisma.traffic.findUnique({ where: { serviceId } });
  const newest = traffic?.lastAt ? secondOf(traffic.lastAt) + 1 : 0;
  const reading = { now: secondOf(now), keepDays, latest: Math.min(newest, secondOf(now)), origin: traffic };
  return { reading, traffic };
}

export async function readLiveDay(
  tx: WorkspaceTx,
  day: ServiceDayModel,
  reading: Reading,
): Promise<DayPoints> {
  const range = dayRange(day, reading);
  const { points, cells } = await readLivePoints(tx, day.serviceId, range, reading);
  const { cell } = whole(cells.flatMap(({ parts }) => parts));
  const busiest = points.reduce<PeakDayPoint | null>(
    (most, one) => (most === null || one.throughput > most.throughput ? one : most),
    null,
  );
  const { errors, errorsAtLeast } = summaryOf(cell, { durationSeconds: 1, absent: [], parts: [cell] });
  const peak = busiest === null ? null : { at: busiest.at, throughput: busiest.throughput };
  return {
    pointSeconds: range.pointSeconds,
    source: "live",
    points,
    total: { requests: cell.requests, errors, ...(errorsAtLeast ? { errorsAtLeast } : {}), peak },
    simulated: simulatedIn(reading.origin, spanOf(day)),
  };
}

/** Live traffic in points, without those of which too little is known. */
export async function readLivePoints(
  tx: WorkspaceTx,
  serviceId: string,
  range: TrafficRange,
  { now, latest }: Reading,
): Promise<{ points: PeakDayPoint[]; cells: TrafficPoint[] }> {
  const cells = (await readTrafficPoints(tx, serviceId, range)).filter(({ second }) => second < now);
  const { seconds: known, unsure } = await readRateSeconds(
    tx,
    serviceId,
    { points: cells, range },
    { now, latest },
  );
  const points = cells.flatMap((point) => {
    const seconds = known.get(point.second) ?? range.pointSeconds;
    const isEnough = seconds >= Math.min(MIN_SECONDS, range.pointSeconds) && !unsure.has(point.second);
    return isEnough ? { at: at(point.second), ...figuresOf(point, seconds) } : [];
  });
  return { points, cells };
}

type Span = Pick<ServiceDayModel, "startsAt" | "endsAt">;

export function spanOf({ startsAt, endsAt }: Span): { from: number; to: number } {
  return { from: secondOf(startsAt), to: secondOf(endsAt) };
}

export function dayRange(
  span: Span,
  { now, keepDays }: Pick<Reading, "now" | "keepDays">,
  maxPoints = MAX_POINTS,
): TrafficRange {
  return trafficRange(spanOf(span), { now, keepDays, maxPoints });
}

export function figuresOf(
  { cell, parts }: Pick<TrafficPoint, "cell" | "parts">,
  durationSeconds: number,
): Omit<PeakDayPoint, "at"> {
  const { latencyMs, latencyIntervalsMs, errorRate } = summaryOf(cell, {
    durationSeconds,
    absent: [],
    parts,
  });
  return {
    throughput: cell.requests / durationSeconds,
    p99Ms: latencyMs.p99,
    p99Range: latencyIntervalsMs.p99 ?? null,
    errorRate,
  };
}

export function secondOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1_000);
}

export function at(second: number): string {
  return new Date(second * 1_000).toISOString();
}
