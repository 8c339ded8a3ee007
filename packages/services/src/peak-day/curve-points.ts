import type { CURVE_PARTS, PeakDayPoint } from "@headroom/contract";
import { alongside, coarsen, peakOf, quotedOf, requestsOf } from "@headroom/core";
import type { Curve, Quoted } from "@headroom/core";
import type { ServiceDayModel, WorkspaceTx } from "@headroom/db";
import { at, readLiveDay, secondOf } from "./day-points.ts";
import type { Reading, StoredPoints } from "./day-points.ts";
import { NOT_FROZEN, readFrozen } from "./frozen-day.ts";
import type { DayPoints } from "./frozen-day.ts";

const MAX_POINTS = 480;

export interface StoredCurve extends Curve {
  source: DayPoints["source"];
  /** Null: not imported. */
  p99: Quoted | null;
  /** Failed requests a second, of the points that have them. Null: not imported. */
  errors: Curve["points"] | null;
}

/** What was imported or typed of a day, or of the weeks before it; null: nothing. */
export async function readStoredCurve(
  tx: WorkspaceTx,
  serviceDayId: string,
  part: (typeof CURVE_PARTS)[number],
): Promise<StoredCurve | null> {
  const row = await tx.prisma.serviceDayCurve.findUnique({
    where: { serviceDayId_part: { serviceDayId, part } },
  });
  if (row === null) return null;
  const { p99StepSeconds: stepSeconds } = row;
  // Only verbs write them.
  return {
    source: row.source as DayPoints["source"],
    stepSeconds: row.stepSeconds,
    points: row.points as unknown as StoredPoints,
    p99: stepSeconds === null ? null : { stepSeconds, points: row.p99Points as unknown as Quoted["points"] },
    errors: row.errorPoints as unknown as Curve["points"] | null,
  };
}

/** The throughput of a day: what was imported or typed in, what was frozen, or else live traffic. */
export async function readDayPoints(
  tx: WorkspaceTx,
  day: ServiceDayModel,
  reading: Reading,
): Promise<DayPoints> {
  const { shown } = reading.now < secondOf(day.endsAt) ? NOT_FROZEN : await readFrozen(tx, day);
  return (await readCurvePoints(tx, day)) ?? shown?.own ?? readLiveDay(tx, day, reading);
}

/** Null: its throughput is that of its service's live traffic. */
export async function readCurvePoints(tx: WorkspaceTx, day: { id: string }): Promise<DayPoints | null> {
  const curve = await readStoredCurve(tx, day.id, "day");
  return curve === null ? null : dayPointsOf(curve);
}

function dayPointsOf(curve: StoredCurve): DayPoints {
  const drawn = coarsen(curve, MAX_POINTS);
  const { second, requestsPerSecond } = peakOf(curve);
  const peak = { at: at(second), throughput: requestsPerSecond };
  return {
    pointSeconds: drawn.stepSeconds,
    source: curve.source,
    points: pointsOf(curve, drawn),
    total: { requests: Math.round(requestsOf(curve)), errors: errorsOf(curve), peak },
    simulated: null,
  };
}

function pointsOf(curve: StoredCurve, drawn: Curve): PeakDayPoint[] {
  const failed = new Map(curve.errors === null ? [] : alongside(curve, drawn, curve.errors));
  return drawn.points.map(([second, throughput]) => {
    const errors = failed.get(second);
    const share = throughput === 0 ? null : Math.min(1, (errors ?? 0) / throughput);
    return {
      at: at(second),
      throughput,
      ...quotedP99(curve, { from: second, to: second + drawn.stepSeconds }),
      errorRate: errors === undefined ? null : share,
    };
  });
}

/** A p99 of a shorter or longer time than the one asked for is not its p99: of shorter ones, it lies between the extremes. */
export function quotedP99({ p99 }: StoredCurve, stretch: { from: number; to: number }) {
  const found = p99 === null ? null : quotedOf(p99, stretch);
  if (found === null) return { p99Ms: null, p99Range: null };
  const { low, high } = found;
  return low === high ? { p99Ms: low, p99Range: null } : { p99Ms: null, p99Range: { low, high } };
}

/** Null: they aren't known of all of it. */
function errorsOf({ stepSeconds, points, errors }: StoredCurve): number | null {
  if (errors === null || errors.length < points.length) return null;
  return Math.round(errors.reduce((sum, [, rate]) => sum + rate * stepSeconds, 0));
}
