import type { ReadinessReport } from "@headroom/contract";
import type { ExpectedPeak } from "@headroom/core";
import type { PeakDayModel, WorkspaceTx } from "@headroom/db";
import { reconcileDay, type ReconciledDay } from "../capacity/calibrations.ts";
import { readStored } from "../peak-day/frozen-day.ts";

/** What a day that is over showed of what was predicted. Null: it isn't over, or not frozen yet. */
export async function readReconciled(
  tx: WorkspaceTx,
  day: PeakDayModel,
  { expected, now }: { expected: ExpectedPeak | null; now: Date },
): Promise<ReadinessReport["reconciled"]> {
  if (now < day.endsAt) return null;
  const { proven, shown } = await readStored(tx, day.id);
  if (shown === null) return null;
  return {
    expected: expected?.throughput ?? null,
    real: shown.summary.busiest?.throughput ?? null,
    simulated: shown.own.simulated !== null,
    ...ofTests(reconcileDay({ proven, own: shown.own })),
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
