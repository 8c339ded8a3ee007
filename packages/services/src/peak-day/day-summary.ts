import type {
  EarlierCurve,
  LabelMix,
  PeakDayUptime,
  PeakDaySummary,
  ProvenCapacity,
} from "@headroom/contract";
import {
  ALL_LABEL,
  busiestStretch,
  HOUR_SECONDS,
  meanMicros,
  MINUTE_SECONDS,
  silentSeconds,
} from "@headroom/core";
import type { Cell, Counts } from "@headroom/core";
import { readTrafficCells } from "@headroom/db";
import type { ServiceDayModel, WorkspaceTx } from "@headroom/db";
import { coverTotalSegments, whole } from "../traffic/read-traffic.ts";
import type { TrafficRange } from "../traffic/read-traffic.ts";
import { at, dayRange, figuresOf } from "./day-points.ts";
import type { Reading } from "./day-points.ts";
import type { DayPoints } from "./frozen-day.ts";
import { readCounts } from "./read-counts.ts";
import { readVolume } from "./read-volume.ts";
import { timesEarlierOf } from "./times-earlier.ts";

interface SummaryOf {
  day: ServiceDayModel;
  reading: Reading;
  own: DayPoints;
  /** Latest first. */
  earlier: readonly EarlierCurve[];
  mix: LabelMix | null;
  uptime: PeakDayUptime | null;
  capacity: ProvenCapacity;
}

/** What a day of live traffic came to. */
export async function readDaySummary(
  tx: WorkspaceTx,
  { day, reading, own, earlier, mix, uptime, capacity }: SummaryOf,
): Promise<PeakDaySummary> {
  const { from, to } = dayRange(day, reading);
  const { range, counts, busiest } = await readBusiest(tx, day, reading);
  const hour = to - from < HOUR_SECONDS ? null : busiestStretch(counts, { ...range, seconds: HOUR_SECONDS });
  const latency = await readWhole(tx, day.serviceId, range);
  return {
    requests: own.total.requests,
    errors: own.total.errorsAtLeast ? null : own.total.errors,
    ...latency,
    busiest,
    busiestHour:
      hour === null
        ? null
        : await readHour(tx, day.serviceId, {
            requests: hour.requests,
            from: Math.min(hour.second, to - HOUR_SECONDS),
            counts,
            pointSeconds: range.pointSeconds,
          }),
    uptime,
    busiestLabel: busiestLabelOf(mix),
    ofProven: busiest === null || !capacity.proven ? null : busiest.throughput / capacity.throughput,
    timesEarlier: timesEarlierOf(own, earlier),
    volume: await readVolume(tx, day, reading),
  };
}

/** The minute with the most requests, of as many minutes as there are, or longer stretches where they are no longer kept. */
async function readBusiest(
  tx: WorkspaceTx,
  day: ServiceDayModel,
  reading: Reading,
): Promise<{ range: TrafficRange; counts: Counts; busiest: PeakDaySummary["busiest"] }> {
  const { from, to } = dayRange(day, reading);
  const range = dayRange(day, reading, Math.max(1, (to - from) / MINUTE_SECONDS));
  const { pointSeconds: seconds } = range;
  const counts = await readCounts(tx, day.serviceId, range);
  const found = busiestStretch(counts, { ...range, seconds });
  const busiest =
    found === null ? null : { at: at(found.second), seconds, throughput: found.requests / seconds };
  return { range, counts, busiest };
}

async function readHour(
  tx: WorkspaceTx,
  serviceId: string,
  { from, requests, counts, pointSeconds }: HourOf,
): Promise<NonNullable<PeakDaySummary["busiestHour"]>> {
  const range = { from, to: from + HOUR_SECONDS, pointSeconds };
  const latency = await readWhole(tx, serviceId, range);
  const unknownSeconds = silentSeconds(counts, range);
  return { at: at(from), requests, throughput: requests / HOUR_SECONDS, unknownSeconds, ...latency };
}

interface HourOf {
  from: number;
  requests: number;
  counts: Counts;
  pointSeconds: number;
}

/** All requests of a stretch as one. */
async function readWhole(tx: WorkspaceTx, serviceId: string, range: TrafficRange) {
  let parts: readonly Cell[] = [];
  for (const segment of await coverTotalSegments(tx, serviceId, range)) {
    const cells = await readTrafficCells(tx, serviceId, segment, [ALL_LABEL]);
    ({ parts } = whole([...parts, ...cells.map(({ cell }) => cell)]));
  }
  const { cell, parts: merged } = whole(parts);
  const { p99Ms, p99Range } = figuresOf({ cell, parts: merged }, range.to - range.from);
  const mean = meanMicros(cell);
  return { p99Ms, p99Range, meanMs: mean === null ? null : mean / 1_000 };
}

function busiestLabelOf(mix: LabelMix | null): PeakDaySummary["busiestLabel"] {
  const [label] = mix?.labels ?? [];
  if (mix === null || label === undefined) return null;
  const all = mix.points.reduce((sum, { requests }) => sum + requests, 0);
  const own = mix.points.reduce((sum, { requests, shares: [share = 0] }) => sum + requests * share, 0);
  return all === 0 ? null : { label, share: own / all };
}
