import { ALL_LABEL, DAY_SECONDS, MINUTE_SECONDS } from "@headroom/core";
import type { LikenessSide } from "@headroom/core";
import { readTrafficLabelCounts, readTrafficLabelTotals } from "@headroom/db";
import type { WorkspaceTx } from "@headroom/db";
import { summaryOf } from "../run/record/summary-of.ts";
import {
  coverTotalSegments,
  readTrafficGaugeSeries,
  readTrafficPoints,
  trafficRange,
  whole,
} from "../traffic/read-traffic.ts";
import type { TrafficPoint, TrafficRange } from "../traffic/read-traffic.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";

interface LiveQuestion {
  serviceId: string;
  window: { from: number; to: number };
  now: number;
  keepDays: TrafficRetention;
}

const FIVE_MINUTES = 300;
const BURST_SECONDS = 600;
/** A day in minutes. */
const MAX_POINTS = 1_440;

/** Live traffic of a window, as a test is compared with it. */
export async function readLiveSide(
  tx: WorkspaceTx,
  { serviceId, window, now, keepDays }: LiveQuestion,
): Promise<LikenessSide> {
  const minutes = Math.max(1, Math.floor((window.to - window.from) / MINUTE_SECONDS));
  const maxPoints = Math.min(MAX_POINTS, minutes);
  const range = trafficRange(window, { now, keepDays, maxPoints });
  const points = await readTrafficPoints(tx, serviceId, range);
  const { cell, parts } = whole(points.flatMap((point) => point.parts));
  const { errors } = summaryOf(cell, { durationSeconds: range.to - range.from, absent: [], parts });
  const gauges = await readTrafficGaugeSeries(tx, serviceId, range);
  const busiest = busiestStretch(points, range, FIVE_MINUTES);
  const isBySecond = range.from >= now - keepDays[1] * DAY_SECONDS;
  return {
    labels: await readLabels(tx, serviceId, range, errors !== null),
    requests: cell.requests,
    errors,
    // Live traffic without bytes has none.
    bytes: cell.bytes === 0 ? null : cell.bytes,
    throughput: busiest === null ? null : busiest.requests / busiest.seconds,
    seconds: isBySecond ? await readSeconds(tx, serviceId, busiestStretch(points, range, BURST_SECONDS)) : [],
    gauges: gauges.map(({ name, unit, points: own }) => ({
      name,
      unit,
      mean: own.reduce((sum, { cell: { sum: all, count } }) => sum + all / count, 0) / own.length,
    })),
  };
}

async function readLabels(
  tx: WorkspaceTx,
  serviceId: string,
  range: TrafficRange,
  errorsKnown: boolean,
): Promise<LikenessSide["labels"]> {
  const totals = new Map<string, { requests: number; errors: number }>();
  for (const segment of await coverTotalSegments(tx, serviceId, range))
    for (const { label, requests, errors } of await readTrafficLabelTotals(tx, serviceId, segment)) {
      const known = totals.get(label) ?? { requests: 0, errors: 0 };
      totals.set(label, { requests: known.requests + requests, errors: known.errors + errors });
    }
  totals.delete(ALL_LABEL);
  return [...totals].map(([label, { requests, errors }]) => ({
    label,
    requests,
    errors: errorsKnown ? errors : null,
  }));
}

interface Stretch {
  from: number;
  seconds: number;
  requests: number;
}

/** Points in which nothing was reported have no requests. */
function busiestStretch(
  points: readonly TrafficPoint[],
  { pointSeconds, from, to }: TrafficRange,
  wanted: number,
): Stretch | null {
  const width = Math.max(1, Math.round(Math.min(wanted, to - from) / pointSeconds));
  const seconds = width * pointSeconds;
  let best: Stretch | null = null;
  let sum = 0;
  let first = 0;
  for (const point of points) {
    sum += point.cell.requests;
    for (; (points[first]?.second ?? point.second) <= point.second - seconds; first += 1)
      sum -= points[first]?.cell.requests ?? 0;
    if (best === null || sum > best.requests)
      best = { from: point.second + pointSeconds - seconds, seconds, requests: sum };
  }
  return best;
}

async function readSeconds(
  tx: WorkspaceTx,
  serviceId: string,
  stretch: Stretch | null,
): Promise<readonly number[]> {
  if (stretch === null) return [];
  const { from, seconds } = stretch;
  const wanted = { labels: [ALL_LABEL], pointSeconds: 1 };
  const segment = { step: 1, from, to: from + seconds } as const;
  const counts = await readTrafficLabelCounts(tx, serviceId, segment, wanted);
  const bySecond = new Map(counts.map(({ second, requests }) => [second, requests]));
  return Array.from({ length: seconds }, (_, at) => bySecond.get(from + at) ?? 0);
}
