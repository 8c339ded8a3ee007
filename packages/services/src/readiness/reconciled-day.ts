import type { PeakDaySummary, ReadinessReport } from "@headroom/contract";
import { CAPACITY_HOLD_SECONDS, dayShown, testedP99 } from "@headroom/core";
import type { DayShown, DayShownInput, TestedLoad } from "@headroom/core";
import type { PeakDayModel, WorkspaceTx } from "@headroom/db";
import { dayPointsOf, reconcileDay } from "../capacity/calibrations.ts";
import type { ReconciledDay } from "../capacity/calibrations.ts";
import { readCurveSummary } from "../peak-day/curve-summary.ts";
import { readingOf, readLiveDay } from "../peak-day/day-points.ts";
import { readDaySummary } from "../peak-day/day-summary.ts";
import type { DayPoints, FrozenDay } from "../peak-day/frozen-day.ts";
import { settledAfter } from "../peak-day/queue-freeze.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";

interface Asked {
  day: PeakDayModel;
  frozen: FrozenDay;
  expected: { throughput: number } | null;
  now: Date;
  keepDays: TrafficRetention;
}

/** What a day that is over showed of what was predicted: as it is known now, until it is frozen. Null: that is being done. */
export async function readReconciled(
  tx: WorkspaceTx,
  { day, frozen, expected, now, keepDays }: Asked,
): Promise<ReadinessReport["reconciled"]> {
  const { proven, shown } = frozen;
  const { reading } = await readingOf(tx, day.serviceId, { now, keepDays });
  if (shown !== null) {
    const { own, summary } = shown;
    const imported = await readCurveSummary(tx, { day, own, earlier: [], reading });
    return reconciledOf(day, { proven, own, summary, imported, expected, changesUntil: null });
  }
  const until = settledAfter(day.endsAt);
  // What was proven is recorded a moment after the end of a day that was entered before it.
  if (now >= until || (proven === null && day.createdAt < day.endsAt)) return null;
  const own = await readLiveDay(tx, day, reading);
  const beside = { earlier: [], mix: null, uptime: null, capacity: NO_CAPACITY };
  const summary = await readDaySummary(tx, { day, reading, own, ...beside });
  const imported = await readCurveSummary(tx, { day, own, earlier: [], reading });
  return reconciledOf(day, { proven, own, summary, imported, expected, changesUntil: until.toISOString() });
}

const NO_CAPACITY = { proven: false, experiment: null, measured: null, detail: null } as const;

interface Known extends Pick<FrozenDay, "proven">, Pick<Asked, "expected"> {
  own: DayPoints;
  summary: PeakDaySummary;
  /** Of a day whose throughput was imported. */
  imported: PeakDaySummary | null;
  changesUntil: string | null;
}

function reconciledOf(
  day: PeakDayModel,
  { proven, own, summary, imported, expected, changesUntil }: Known,
): ReadinessReport["reconciled"] {
  const { busiestHour, volume } = imported ?? summary;
  return {
    changesUntil,
    expected: expected?.throughput ?? null,
    real: summary.busiest?.throughput ?? null,
    day: proven === null ? null : dayOf(day, own, proven.targets),
    ...p99Of(own, proven?.tests ?? []),
    simulated: own.simulated !== null,
    busiestHour,
    volume,
    ...ofTests(reconcileDay({ proven, own })),
  };
}

function dayOf(
  { startsAt, endsAt }: PeakDayModel,
  { points, pointSeconds }: DayPoints,
  targets: DayShownInput["targets"],
): DayShown {
  return dayShown({
    points: dayPointsOf(points),
    pointSeconds,
    targets,
    holdSeconds: CAPACITY_HOLD_SECONDS,
    seconds: (endsAt.getTime() - startsAt.getTime()) / 1_000,
  });
}

/** p99 when the day was busiest, and what tests had seen under that load. */
function p99Of({ points }: DayPoints, tests: readonly (readonly TestedLoad[])[]) {
  const [busiest] = points.toSorted((a, b) => b.throughput - a.throughput);
  if (busiest === undefined) return { realP99Ms: null, predictedP99Ms: null };
  const { throughput, p99Ms, p99Range } = busiest;
  return {
    realP99Ms: p99Ms === null ? p99Range : { low: p99Ms, high: p99Ms },
    predictedP99Ms: testedP99(tests, throughput),
  };
}

type OfTests = Pick<
  NonNullable<ReadinessReport["reconciled"]>,
  "proven" | "environment" | "outcome" | "held" | "missedAt" | "factor"
>;

function ofTests(found: ReconciledDay | null): OfTests {
  const nothing = { held: null, missedAt: null, factor: null };
  if (found === null) return { proven: null, environment: null, outcome: "unknown", ...nothing };
  const { proven, environment, result } = found;
  return { proven, environment, ...nothing, ...result };
}
