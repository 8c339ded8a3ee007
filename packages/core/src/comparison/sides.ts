import type { ComparableFigures } from "../targets/figures.ts";
import type { ChangeReason } from "./change-sentences.ts";
import type { RunNoise } from "./resample-run.ts";

/** Of one side. A whole level has more runs than a page could show beside each other. */
export const MAX_POOLED_RUNS = 40;

/** Only the summary of an earlier run is needed. */
export interface EarlierRun {
  /** The same for all labels of one run. */
  id: string;
  figures: ComparableFigures;
  requests: number | null;
  errors: number | null;
}

/** The same two stretches of the clock on an earlier day, without anything that changed the service. */
export interface UsualDay {
  before: EarlierRun;
  after: EarlierRun;
}

/** Whatever else changed more than on those days, and may be why latencies and errors moved. */
export interface Moved {
  load: "more" | "less" | null;
  /** The shares of the labels. */
  labels: boolean;
}

export interface Usual {
  days: readonly UsualDay[];
  moved: Moved;
}

export interface SidesInput {
  /** The runs of each side; several are pooled. */
  before: readonly RunNoise[];
  after: readonly RunNoise[];
  /** Earlier runs of the same experiments with the same fingerprint, one list for each experiment, in order of time. */
  earlier: readonly (readonly EarlierRun[])[];
  /** The runs between the sides, for the same experiments. The change may be among them, so they only confirm one. */
  between?: readonly (readonly EarlierRun[])[];
  /** Some run was kept from live traffic: nobody controlled its load. */
  liveTraffic?: boolean;
  /** The load is open and was taken, so how many requests there are is the plan's doing. */
  loadOfPlan?: boolean;
  /** For live traffic: the same hours of earlier days. */
  usual?: Usual | null;
  /** What prevents a comparison of the sides; null: nothing. */
  veto: ChangeReason | null;
}
