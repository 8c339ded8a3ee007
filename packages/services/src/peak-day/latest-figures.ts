import type { PeakDayBackground, PeakDayNow, ProvenCapacity } from "@headroom/contract";
import {
  forecastSlope,
  HOUR_SECONDS,
  MINUTE_SECONDS,
  SLOPE_SECONDS,
  worstFirst,
  SILENT_SECONDS,
} from "@headroom/core";
import type { PeakDayModel, WorkspaceTx } from "@headroom/db";
import { readTrafficLabels, readTrafficPoints, whole } from "../traffic/read-traffic.ts";
import type { TrafficPoint } from "../traffic/read-traffic.ts";
import { at, figuresOf, secondOf } from "./day-points.ts";
import type { Reading } from "./day-points.ts";

const LABELS_SECONDS = 300;
const LABELS_LISTED = 8;
const TEN = 10;

interface Beside {
  reading: Reading;
  capacity: ProvenCapacity;
  targets: PeakDayBackground["targets"];
}

/** The figures of the last minute, five minutes and hour that are known; null: there are none of the last hour. */
export async function readLatest(
  tx: WorkspaceTx,
  day: PeakDayModel,
  { reading: { latest, now }, capacity, targets }: Beside,
): Promise<PeakDayNow | null> {
  const [begin, end] = [secondOf(day.startsAt), Math.min(latest, secondOf(day.endsAt))];
  // Figures of an hour ago say nothing about now.
  if (end <= begin || end < now - HOUR_SECONDS) return null;
  const { serviceId } = day;
  const from = Math.max(begin, end - SLOPE_SECONDS - SILENT_SECONDS);
  const recent = await readTrafficPoints(tx, serviceId, { from, to: end, pointSeconds: 1 });
  const start = flowingSince(recent, { from, end });
  const minute = { from: Math.max(start, end - MINUTE_SECONDS), to: end };
  const inMinute = whole(recent.filter(({ second }) => second >= minute.from).flatMap(({ parts }) => parts));
  const hour = { from: Math.max(begin, end - HOUR_SECONDS), to: end, pointSeconds: 1 };
  const inHour = await readTrafficPoints(tx, serviceId, hour);
  const labelled = { from: Math.max(start, end - LABELS_SECONDS), to: end };
  return {
    at: at(end),
    minute: {
      seconds: minute.to - minute.from,
      requests: inMinute.cell.requests,
      ...figuresOf(inMinute, minute.to - minute.from),
    },
    hourRequests: inHour.reduce((sum, { cell }) => sum + cell.requests, 0),
    ...labelsOf(await readTrafficLabels(tx, serviceId, { ...labelled, pointSeconds: 1 }), {
      seconds: labelled.to - labelled.from,
      targets,
    }),
    slope: capacity.proven
      ? forecastSlope({ points: tens(recent, { start, end }), now: end, ceiling: capacity.throughput })
      : null,
  };
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
