import type { PeakDayBackground, PeakDayNow, ProvenCapacity } from "@headroom/contract";
import {
  forecastSlope,
  HOUR_SECONDS,
  MINUTE_SECONDS,
  SLOPE_SECONDS,
  worstFirst,
  SILENT_SECONDS,
} from "@headroom/core";
import type { ServiceDayModel, WorkspaceTx } from "@headroom/db";
import { readTrafficLabels, readTrafficPoints, whole } from "../traffic/read-traffic.ts";
import type { TrafficPoint } from "../traffic/read-traffic.ts";
import { at, figuresOf, secondOf } from "./day-points.ts";
import type { Reading } from "./day-points.ts";
import { readTroubleSince } from "./trouble-since.ts";

const LABELS_LISTED = 8;
const TEN = 10;

interface Beside {
  reading: Reading;
  capacity: ProvenCapacity;
  targets: PeakDayBackground["targets"];
}

/** The figures of the last minute and hour that are known; null: there are none of the last hour. */
export async function readLatest(
  tx: WorkspaceTx,
  day: ServiceDayModel,
  beside: Beside,
): Promise<PeakDayNow | null> {
  const span = knownSpan(day, beside.reading);
  if (span === null) return null;
  const { begin, end } = span;
  const { serviceId } = day;
  const { capacity, targets } = beside;
  const { recent, start } = await readRecent(tx, serviceId, span);
  const minute = minuteOf(recent, { start, end });
  const labelled = { from: Math.max(start, end - MINUTE_SECONDS), to: end, pointSeconds: 1 };
  return {
    at: at(end),
    minute,
    since: await readTroubleSince(tx, { serviceId, begin, end, minute, targets }),
    hourRequests: await readHour(tx, serviceId, span),
    ...labelsOf(await readTrafficLabels(tx, serviceId, labelled), {
      seconds: labelled.to - labelled.from,
      targets,
    }),
    slope: capacity.proven ? slopeOf(recent, { start, end, ceiling: capacity.throughput }) : null,
  };
}

/** When rising throughput reaches what tests showed; null: that can't be said. */
export async function readSlope(
  tx: WorkspaceTx,
  day: ServiceDayModel,
  { reading, ceiling }: { reading: Reading; ceiling: number },
): Promise<PeakDayNow["slope"]> {
  const span = knownSpan(day, reading);
  if (span === null) return null;
  const { recent, start } = await readRecent(tx, day.serviceId, span);
  return slopeOf(recent, { start, end: span.end, ceiling });
}

async function readRecent(
  tx: WorkspaceTx,
  serviceId: string,
  { begin, end }: Span,
): Promise<{ recent: TrafficPoint[]; start: number }> {
  const from = Math.max(begin, end - SLOPE_SECONDS - SILENT_SECONDS);
  const recent = await readTrafficPoints(tx, serviceId, { from, to: end, pointSeconds: 1 });
  return { recent, start: flowingSince(recent, { from, end }) };
}

function slopeOf(
  recent: readonly TrafficPoint[],
  { start, end, ceiling }: { start: number; end: number; ceiling: number },
): PeakDayNow["slope"] {
  return forecastSlope({ points: tens(recent, { start, end }), now: end, ceiling });
}

/** The same of the last minute alone: it is read often, and of many days. */
export async function readLatestMinute(
  tx: WorkspaceTx,
  day: ServiceDayModel,
  { reading, targets }: Omit<Beside, "capacity">,
): Promise<Pick<PeakDayNow, "at" | "minute" | "since"> | null> {
  const span = knownSpan(day, reading);
  if (span === null) return null;
  const { begin, end } = span;
  const { serviceId } = day;
  const from = Math.max(begin, end - MINUTE_SECONDS - SILENT_SECONDS);
  const recent = await readTrafficPoints(tx, serviceId, { from, to: end, pointSeconds: 1 });
  const minute = minuteOf(recent, { start: flowingSince(recent, { from, end }), end });
  const since = await readTroubleSince(tx, { serviceId, begin, end, minute, targets });
  return { at: at(end), minute, since };
}

interface Span {
  begin: number;
  end: number;
}

/** From the start of the day to the newest second; null: figures of an hour ago say nothing about now. */
function knownSpan(day: ServiceDayModel, { latest, now }: Reading): Span | null {
  const [begin, end] = [secondOf(day.startsAt), Math.min(latest, secondOf(day.endsAt))];
  return end <= begin || end < now - HOUR_SECONDS ? null : { begin, end };
}

function minuteOf(
  recent: readonly TrafficPoint[],
  { start, end }: { start: number; end: number },
): PeakDayNow["minute"] {
  const from = Math.max(start, end - MINUTE_SECONDS);
  const inMinute = whole(recent.filter(({ second }) => second >= from).flatMap(({ parts }) => parts));
  const seconds = end - from;
  return { seconds, requests: inMinute.cell.requests, ...figuresOf(inMinute, seconds) };
}

/** By the second up to whole ten seconds, and from there on in tens: a tenth of the rows. */
async function readHour(tx: WorkspaceTx, serviceId: string, { begin, end }: Span): Promise<number> {
  const from = Math.max(begin, end - HOUR_SECONDS);
  const aligned = Math.min(end, Math.ceil(from / TEN) * TEN);
  const parts = [
    { from, to: aligned, pointSeconds: 1 },
    { from: aligned, to: end, pointSeconds: TEN },
  ];
  let requests = 0;
  for (const part of parts.filter((one) => one.from < one.to))
    for (const { cell } of await readTrafficPoints(tx, serviceId, part)) requests += cell.requests;
  return requests;
}

/** The busiest comes first in what is read. */
function labelsOf(
  read: Awaited<ReturnType<typeof readTrafficLabels>>,
  { seconds, targets }: { seconds: number; targets: Beside["targets"] },
): Pick<PeakDayNow, "labels" | "labelsTotal" | "busiest"> {
  const all = read.reduce((sum, { cell }) => sum + cell.requests, 0);
  const labels = read.map(({ label, cell, parts }) => {
    const share = all === 0 ? 0 : cell.requests / all;
    return { label, requests: cell.requests, share, ...figuresOf({ cell, parts }, seconds) };
  });
  const [busiest] = labels;
  return {
    labels: worstFirst(labels, targets)
      .slice(0, LABELS_LISTED)
      .map(({ requests: _counted, ...label }) => label),
    labelsTotal: labels.length,
    busiest: busiest === undefined ? null : { label: busiest.label, share: busiest.share },
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
