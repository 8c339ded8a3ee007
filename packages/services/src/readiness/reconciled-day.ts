import type { ReadinessReport } from "@headroom/contract";
import { CAPACITY_HOLD_SECONDS, dayShown, testedP99 } from "@headroom/core";
import type { DayShown, DayShownInput, TestedLoad } from "@headroom/core";
import type { PeakDayModel } from "@headroom/db";
import { dayPointsOf, reconcileDay } from "../capacity/calibrations.ts";
import type { ReconciledDay } from "../capacity/calibrations.ts";
import type { FrozenDay, ShownDay } from "../peak-day/frozen-day.ts";

/** What a day that is over showed of what was predicted. Null: it isn't frozen yet. */
export function reconciledOf(
  day: PeakDayModel,
  { proven, shown }: FrozenDay,
  expected: { throughput: number } | null,
): ReadinessReport["reconciled"] {
  if (shown === null) return null;
  return {
    expected: expected?.throughput ?? null,
    real: shown.summary.busiest?.throughput ?? null,
    day: proven === null ? null : dayOf(day, shown.own, proven.targets),
    ...p99Of(shown.own, proven?.tests ?? []),
    simulated: shown.own.simulated !== null,
    ...ofTests(reconcileDay({ proven, own: shown.own })),
  };
}

function dayOf(
  { startsAt, endsAt }: PeakDayModel,
  { points, pointSeconds }: ShownDay["own"],
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
function p99Of({ points }: ShownDay["own"], tests: readonly (readonly TestedLoad[])[]) {
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
