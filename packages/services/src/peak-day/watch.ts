import type { EarlierCurve, PeakDayNow, PeakDayPoint, PeakDayView, ProvenCapacity } from "@headroom/contract";
import { coarsen, forecastSlope, peakOf, requestsOf, SLOPE_SECONDS } from "@headroom/core";
import type { PeakDayModel, WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { summaryOf } from "../run/record/summary-of.ts";
import { requireScope } from "../scope.ts";
import { readServiceEvents } from "../service-event/list.ts";
import {
  readKnownSeconds,
  readTrafficLabels,
  readTrafficPoints,
  trafficRange,
  type TrafficPoint,
  type TrafficRange,
  whole,
} from "../traffic/read-traffic.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";
import { type KnownOrigin, simulatedIn } from "../traffic/simulated-traffic.ts";
import { answerPeakDay, type StoredPoints } from "./answer-peak-day.ts";
import { requirePeakDay } from "./require-peak-day.ts";
import { readServiceCapacity } from "./service-capacity.ts";

const MAX_POINTS = 480;
const MINUTE = 60;
const HOUR = 3_600;
const LABELS_SECONDS = 300;
const LABELS_LISTED = 8;
const TEN = 10;
/** Without requests for so long, nothing was reported. */
const SILENT_SECONDS = 120;
/** A point of which less is known holds a few stragglers. */
const MIN_SECONDS = 5;

interface WatchInput {
  id: string;
  webUrl: string;
  keepDays: TrafficRetention;
}

/** A peak day with everything that its page shows. */
export async function watchPeakDay({
  ctx,
  input,
}: {
  ctx: Context;
  input: WatchInput;
}): Promise<PeakDayView> {
  requireScope(ctx, "read");
  const { id, webUrl, keepDays } = input;
  const now = ctx.clock();
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const day = await requirePeakDay(tx, ctx, id);
    const peakDay = await answerPeakDay(tx, day, webUrl);
    const traffic = await tx.prisma.traffic.findUnique({ where: { serviceId: day.serviceId } });
    const reading = {
      now: secondOf(now),
      keepDays,
      latest: traffic?.lastAt ? secondOf(traffic.lastAt) + 1 : 0,
      origin: traffic,
    };
    const own = await readOwn(tx, day, reading);
    const earlier: EarlierCurve[] = [];
    for (const link of peakDay.earlier) earlier.push(await readEarlier(tx, { day, link, reading }));
    const phase = phaseOf(day, now);
    const isLive = own.source === "live";
    const capacity = await readServiceCapacity(tx, day.serviceId);
    const latest = isLive && phase === "during" ? await readLatest(tx, day, { ...reading, capacity }) : null;
    return {
      peakDay,
      now: now.toISOString(),
      phase,
      ...own,
      earlier,
      capacity,
      events: await readServiceEvents(tx, day.serviceId, { gte: day.startsAt, lt: day.endsAt }),
      latest,
      heardAt: traffic?.heardAt.toISOString() ?? null,
      leftOutAt: traffic?.leftOutAt?.toISOString() ?? null,
    };
  });
}

interface Reading {
  now: number;
  keepDays: TrafficRetention;
  /** The end of the newest second with traffic. */
  latest: number;
  origin: KnownOrigin | null;
}

type Own = Pick<PeakDayView, "pointSeconds" | "source" | "points" | "total" | "simulated">;

async function readOwn(tx: WorkspaceTx, day: PeakDayModel, reading: Reading): Promise<Own> {
  const curve = await tx.prisma.peakDayCurve.findUnique({ where: { peakDayId: day.id } });
  if (curve !== null) {
    const own = { stepSeconds: curve.stepSeconds, points: curve.points as unknown as StoredPoints };
    const { stepSeconds, points: drawn } = coarsen(own, MAX_POINTS);
    const points = drawn.map(([second, throughput]) => ({ at: at(second), throughput, ...NOT_REPORTED }));
    const { second, requestsPerSecond } = peakOf(own);
    const requests = Math.round(requestsOf(own));
    const total = { requests, errors: null, peak: { at: at(second), throughput: requestsPerSecond } };
    // Only verbs write it.
    return {
      pointSeconds: stepSeconds,
      source: curve.source as Own["source"],
      points,
      total,
      simulated: null,
    };
  }
  const range = rangeOf(day, reading);
  const found = await readTrafficPoints(tx, day.serviceId, range);
  const known = await readKnownSeconds(tx, day.serviceId, { points: found, range }, reading.latest);
  const points = found.flatMap((point, index) => {
    const seconds = known[index] ?? 0;
    const isEnough = seconds >= Math.min(MIN_SECONDS, range.pointSeconds);
    return isEnough ? { at: at(point.second), ...figuresOf(point, seconds) } : [];
  });
  const { cell } = whole(found.flatMap(({ parts }) => parts));
  const busiest = points.reduce<PeakDayPoint | null>(
    (most, one) => (most === null || one.throughput > most.throughput ? one : most),
    null,
  );
  const { errors } = summaryOf(cell, { durationSeconds: 1, absent: [], parts: [cell] });
  const peak = busiest === null ? null : { at: busiest.at, throughput: busiest.throughput };
  return {
    pointSeconds: range.pointSeconds,
    source: "live",
    points,
    total: { requests: cell.requests, errors, peak },
    simulated: simulatedIn(reading.origin, spanOf(day)),
  };
}

const NOT_REPORTED = { p99Ms: null, p99Range: null, errorRate: null };

function spanOf({ startsAt, endsAt }: PeakDayModel): { from: number; to: number } {
  return { from: secondOf(startsAt), to: secondOf(endsAt) };
}

function rangeOf(day: PeakDayModel, { now, keepDays }: Reading): TrafficRange {
  return trafficRange(spanOf(day), { now, keepDays, maxPoints: MAX_POINTS });
}

function figuresOf(
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

/** On this day's clock: the events of both days at the same place. */
async function readEarlier(
  tx: WorkspaceTx,
  {
    day,
    link,
    reading,
  }: { day: PeakDayModel; link: PeakDayView["peakDay"]["earlier"][number]; reading: Reading },
): Promise<EarlierCurve> {
  const earlier = await tx.prisma.peakDay.findUniqueOrThrow({ where: { id: link.id } });
  // All of it is over.
  const { points, pointSeconds, source, simulated } = await readOwn(tx, earlier, {
    ...reading,
    latest: reading.now,
  });
  const shift = Math.round((day.eventAt.getTime() - earlier.eventAt.getTime()) / 1_000);
  const [from, to] = [secondOf(day.startsAt), secondOf(day.endsAt)];
  const shifted = points.map((point): [number, number] => [
    Date.parse(point.at) / 1_000 + shift,
    point.throughput,
  ]);
  const { id, name, growthLow, growthHigh } = link;
  return {
    ...{ id, name, growthLow, growthHigh },
    stepSeconds: pointSeconds,
    points: shifted.filter(([second]) => second + pointSeconds > from && second < to),
    source,
    simulated,
  };
}

async function readLatest(
  tx: WorkspaceTx,
  day: PeakDayModel,
  { latest, now, capacity }: Reading & { capacity: ProvenCapacity },
): Promise<PeakDayNow | null> {
  const [begin, end] = [secondOf(day.startsAt), Math.min(latest, secondOf(day.endsAt))];
  // Figures of an hour ago say nothing about now.
  if (end <= begin || end < now - HOUR) return null;
  const { serviceId } = day;
  const from = Math.max(begin, end - SLOPE_SECONDS - SILENT_SECONDS);
  const recent = await readTrafficPoints(tx, serviceId, { from, to: end, pointSeconds: 1 });
  const start = flowingSince(recent, { from, end });
  const minute = { from: Math.max(start, end - MINUTE), to: end };
  const inMinute = whole(recent.filter(({ second }) => second >= minute.from).flatMap(({ parts }) => parts));
  const hour = { from: Math.max(begin, end - HOUR), to: end, pointSeconds: 1 };
  const inHour = await readTrafficPoints(tx, serviceId, hour);
  const labelled = { from: Math.max(start, end - LABELS_SECONDS), to: end };
  const labels = await readTrafficLabels(tx, serviceId, { ...labelled, pointSeconds: 1 });
  const all = labels.reduce((sum, { cell }) => sum + cell.requests, 0);
  return {
    at: at(end),
    minute: {
      seconds: minute.to - minute.from,
      requests: inMinute.cell.requests,
      ...figuresOf(inMinute, minute.to - minute.from),
    },
    hourRequests: inHour.reduce((sum, { cell }) => sum + cell.requests, 0),
    labels: labels.slice(0, LABELS_LISTED).map(({ label, cell: { requests } }) => {
      const throughput = requests / (labelled.to - labelled.from);
      return { label, throughput, share: all === 0 ? 0 : requests / all };
    }),
    labelsTotal: labels.length,
    slope: capacity.proven
      ? forecastSlope({ points: tens(recent, { start, end }), now: end, ceiling: capacity.throughput })
      : null,
  };
}

/** Throughput every ten seconds since it flows. */
function tens(
  points: readonly TrafficPoint[],
  { start, end }: { start: number; end: number },
): [number, number][] {
  const count = Math.floor(Math.min(end - start, SLOPE_SECONDS) / TEN);
  const requests = Array.from<number>({ length: count }).fill(0);
  for (const { second, cell } of points) {
    const place = count - 1 - Math.floor((end - 1 - second) / TEN);
    if (place >= 0) requests[place] = (requests[place] ?? 0) + cell.requests;
  }
  return requests.map((sum, place) => [end - (count - 1 - place) * TEN - TEN / 2, sum / TEN]);
}

/** After a silence, only what follows it is known: a rate over all of the time would look like a fall. */
function flowingSince(points: readonly TrafficPoint[], { from, end }: { from: number; end: number }): number {
  let start = from;
  let last = from;
  for (const { second } of points) {
    if (second - last >= SILENT_SECONDS) start = second;
    last = second + 1;
  }
  return Math.min(start, end - 1);
}

function phaseOf({ startsAt, endsAt }: PeakDayModel, now: Date): PeakDayView["phase"] {
  if (now < startsAt) return "before";
  return now < endsAt ? "during" : "after";
}

function secondOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1_000);
}

function at(second: number): string {
  return new Date(second * 1_000).toISOString();
}
