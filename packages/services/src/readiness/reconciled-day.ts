import type { PeakDaySummary, ReadinessReport } from "@headroom/contract";
import { testedP99 } from "@headroom/core";
import type { JudgedDay, TestedLoad } from "@headroom/core";
import type { ServiceDayModel, WorkspaceTx } from "@headroom/db";
import { reconcileDay } from "../capacity/calibrations.ts";
import type { ReconciledDay } from "../capacity/calibrations.ts";
import { readCurvePoints } from "../peak-day/curve-points.ts";
import { readCurveSummary } from "../peak-day/curve-summary.ts";
import { readingOf, readLiveDay } from "../peak-day/day-points.ts";
import type { Reading } from "../peak-day/day-points.ts";
import { readDaySummary } from "../peak-day/day-summary.ts";
import type { DayPoints, FrozenDay } from "../peak-day/frozen-day.ts";
import { readJudgedDay } from "../peak-day/judged-day.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";

interface Asked {
  day: ServiceDayModel;
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
  const drawn = await readCurvePoints(tx, day);
  const { reading } = await readingOf(tx, day.serviceId, { now, keepDays });
  const own = drawn ?? frozen.shown?.own ?? (await readLiveDay(tx, day, reading));
  const judged = await readJudgedDay(tx, day, { frozen, own, now });
  if (judged === null) return null;
  const summary = await readSummary(tx, { day, frozen, own, reading });
  return reconciledOf({ proven: frozen.proven, own, summary, expected, ...judged });
}

async function readSummary(
  tx: WorkspaceTx,
  {
    day,
    frozen,
    own,
    reading,
  }: { day: ServiceDayModel; frozen: FrozenDay; own: DayPoints; reading: Reading },
): Promise<PeakDaySummary> {
  const imported = await readCurveSummary(tx, { day, own, earlier: [], reading });
  if (imported !== null) return imported;
  if (frozen.shown !== null) return frozen.shown.summary;
  const beside = { earlier: [], mix: null, uptime: null, capacity: NO_CAPACITY };
  return readDaySummary(tx, { day, reading, own, ...beside });
}

const NO_CAPACITY = { proven: false, experiment: null, measured: null, detail: null } as const;

interface Known extends Pick<FrozenDay, "proven">, Pick<Asked, "expected"> {
  own: DayPoints;
  summary: PeakDaySummary;
  day: JudgedDay;
  changesUntil: string | null;
}

function reconciledOf({
  proven,
  own,
  summary,
  day,
  expected,
  changesUntil,
}: Known): ReadinessReport["reconciled"] {
  const { busiestHour, volume, busiest } = summary;
  return {
    changesUntil,
    expected: expected?.throughput ?? null,
    real: busiest?.throughput ?? null,
    day,
    ...p99Of(own, proven?.tests ?? []),
    simulated: own.simulated !== null,
    busiestHour,
    volume,
    ...ofTests(reconcileDay({ proven, own })),
  };
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
  "proven" | "accepted" | "environment" | "outcome" | "held" | "missedAt" | "factor"
>;

function ofTests(found: ReconciledDay | null): OfTests {
  const nothing = { held: null, missedAt: null, factor: null };
  if (found === null)
    return { proven: null, accepted: null, environment: null, outcome: "unknown", ...nothing };
  const { proven, isAccepted, environment, result } = found;
  // What missed a target is no proof that a day could confirm.
  if (isAccepted)
    return {
      proven: null,
      accepted: proven,
      environment,
      ...nothing,
      ...result,
      outcome: "unknown",
      factor: null,
    };
  return { proven, accepted: null, environment, ...nothing, ...result };
}
