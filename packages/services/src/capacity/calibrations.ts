import type { PeakDayView, ProvenCapacity } from "@headroom/contract";
import { CAPACITY_HOLD_SECONDS, reconcile } from "@headroom/core";
import type { Calibration, DayPoint, Reconciled } from "@headroom/core";
import { readPastPeaks } from "@headroom/db";
import type { PastPeakRead, WorkspaceTx } from "@headroom/db";

/** Older days are about another system. */
const DAYS_PER_SERVICE = 5;

/** By environment. Null: the newest day that says something confirmed the proofs of it. */
export type Calibrations = ReadonlyMap<string, Calibration | null>;

/** What past peak days showed that proofs of an environment are worth, by service. The newest day that says something decides. */
export async function readCalibrations(
  tx: WorkspaceTx,
  { serviceIds, now }: { serviceIds: readonly string[]; now: Date },
): Promise<ReadonlyMap<string, Calibrations>> {
  const rows = await readPastPeaks(tx, { serviceIds, before: now, perService: DAYS_PER_SERVICE });
  const found = new Map<string, Map<string, Calibration | null>>();
  for (const row of rows) {
    const reconciled = reconcileDay(row);
    if (reconciled === null || reconciled.isAccepted) continue;
    const { result, environment } = reconciled;
    if (result.outcome !== "confirmed" && result.outcome !== "lower") continue;
    const own = found.get(row.serviceId) ?? new Map<string, Calibration | null>();
    found.set(row.serviceId, own);
    const key = environmentKey(environment);
    if (own.has(key)) continue;
    const peakDay = { id: row.id, name: row.name };
    own.set(key, result.outcome === "lower" ? { factor: result.factor, peakDay } : null);
  }
  return found;
}

export interface ReconciledDay {
  /** What tests had proven, before any calibration, or measured with an accepted risk. */
  proven: number;
  isAccepted: boolean;
  environment: string | null;
  result: Reconciled;
}

/** Null: nothing was proven, or the traffic of the day isn't known from the service itself. */
export function reconcileDay({ proven, own }: Pick<PastPeakRead, "proven" | "own">): ReconciledDay | null {
  // Only freezing writes them.
  const known = proven as { capacity: ProvenCapacity; targets: PeakDayView["targets"] } | null;
  const day = own as Pick<PeakDayView, "pointSeconds" | "source" | "points" | "simulated"> | null;
  if (known === null || day === null || day.source !== "live" || day.simulated !== null) return null;
  const { capacity, targets } = known;
  // What production held says nothing about what tests are worth.
  if (!capacity.proven || capacity.heldAt != null) return null;
  const raw = capacity.throughput / (capacity.calibration?.factor ?? 1);
  const result = reconcile({
    proven: raw,
    targets,
    pointSeconds: day.pointSeconds,
    holdSeconds: CAPACITY_HOLD_SECONDS,
    points: dayPointsOf(day.points),
  });
  const isAccepted = capacity.accepted !== null;
  return { proven: raw, isAccepted, environment: capacity.run.environment, result };
}

export function dayPointsOf(points: PeakDayView["points"]): DayPoint[] {
  return points.map(({ at, throughput, p99Ms, p99Range, errorRate }) => ({
    second: Date.parse(at) / 1_000,
    throughput,
    errorRate,
    p99: rangeOf(p99Ms, p99Range),
  }));
}

function rangeOf(p99Ms: number | null, range: { low: number; high: number | null } | null) {
  if (range !== null) return { low: range.low, high: range.high ?? Infinity };
  return p99Ms === null ? null : { low: p99Ms, high: p99Ms };
}

export function environmentKey(environment: string | null): string {
  return (environment ?? "").trim().toLowerCase();
}
