import { MIN_ACHIEVED_SHARE } from "../policy.ts";
import type { LoadModel } from "../cell/sample.ts";
import type { GaugeFigures } from "../targets/read-metric.ts";
import type { ExpectedLoad } from "../verdict/achieved-share.ts";
import { expectedRate } from "../verdict/run-load.ts";
import type { LoadShape, OfferedLoad } from "./fingerprint.ts";

export interface OfferedInput {
  loadModel: LoadModel;
  /** What is said about the run, or its experiment says of every run. */
  workload: Pick<ExpectedLoad, "ratePerGenerator" | "generators">;
  /** The gauges of the load, in the judged window; null: the run doesn't have them. */
  offeredRate: Pick<GaugeFigures, "mean"> | null;
  users: Pick<GaugeFigures, "mean"> | null;
  /** Of the judged window. */
  throughput: number | null;
  achieved: number | null;
  /** The tool held requests back. */
  heldBack: boolean;
}

/** A run that completes more than this share of its planned rate was offered another one. */
const MORE_THAN_PLANNED = 1.05;

/** What a run was offered: as it was measured, else as it is planned, else what an open load that was taken completed. */
export function offeredLoad(input: OfferedInput): OfferedLoad {
  const { offeredRate, users } = input;
  return { rate: offeredRate?.mean ?? plannedRate(input) ?? takenRate(input), users: users?.mean ?? null };
}

function plannedRate({ workload, throughput }: OfferedInput): number | null {
  const rate = expectedRate(workload);
  if (rate === null) return null;
  return throughput !== null && throughput > MORE_THAN_PLANNED * rate ? null : rate;
}

function takenRate({ loadModel, throughput, achieved, heldBack }: OfferedInput): number | null {
  const fellShort = heldBack || (achieved !== null && achieved < MIN_ACHIEVED_SHARE);
  return loadModel === "open" && !fellShort ? throughput : null;
}

/** Completed of what was offered, where a gauge shows that; else of what the experiment expects. */
export function achievedOfOffered({
  achieved,
  offeredRate,
  throughput,
}: Pick<OfferedInput, "achieved" | "offeredRate" | "throughput">): number | null {
  const offered = offeredRate?.mean ?? null;
  return offered === null || offered <= 0 || throughput === null ? achieved : throughput / offered;
}

/** Loads within this share of their mean are one. */
const SAME_LOAD = 0.1;

/** The shape of a load that has no steady phase and doesn't rise all the time. */
export function shapeOfRest({
  offeredRate,
  users,
}: Record<"offeredRate" | "users", GaugeFigures | null>): LoadShape {
  const load = offeredRate ?? users;
  const { mean = null, min = null, max = null } = load ?? {};
  const isKnown = mean !== null && min !== null && max !== null;
  return { kind: isKnown && max - min <= SAME_LOAD * mean ? "constant" : "unsteady" };
}
