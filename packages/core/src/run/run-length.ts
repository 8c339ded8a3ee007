import { ENDED_EARLY_SHARE } from "../policy.ts";

/** Who says how long a run should have been. `usual`: the runs before it; `default-branch`: those, of a branch without any. */
export type LengthBy = "upload" | "workload" | "usual" | "default-branch";

/** A run that is shorter than it should have been. */
export interface ShortRun {
  by: LengthBy;
  seconds: number;
  expectedSeconds: number;
  /** Its upload says that it is as long as it was meant to be. */
  onPurpose: boolean;
}

export interface RunLength {
  /** Null: not known. */
  seconds: number | null;
  /** What its upload says. */
  uploadSeconds: number | null;
  /** What its experiment's workload says. */
  workloadSeconds: number | null;
  /** How long the latest runs like it took. */
  usual: readonly number[];
  /** And those of the default branch, where it is of another one. */
  usualThere?: readonly number[];
}

/** Runs that vary by less say how long such a run takes, and one that is much shorter ended early. */
const USUAL_AGREE = 0.1;
const USUAL_EARLY = 0.7;
/** So many runs have to agree. */
export const USUAL_RUNS = 5;

/** Null: it is as long as it should be, or nobody says how long that is. */
export function shortRun({
  seconds,
  uploadSeconds,
  workloadSeconds,
  usual,
  usualThere = [],
}: RunLength): ShortRun | null {
  if (seconds === null || seconds <= 0) return null;
  const than = (by: LengthBy, expectedSeconds: number | null, share: number) =>
    expectedSeconds !== null && seconds < share * expectedSeconds
      ? { by, seconds, expectedSeconds, onPurpose: false }
      : null;
  const byRuns = () =>
    usual.length < USUAL_RUNS
      ? than("default-branch", usualLength(usualThere), USUAL_EARLY)
      : than("usual", usualLength(usual), USUAL_EARLY);
  if (uploadSeconds === null)
    return workloadSeconds === null ? byRuns() : than("workload", workloadSeconds, ENDED_EARLY_SHARE);
  const early = than("upload", uploadSeconds, ENDED_EARLY_SHARE);
  if (early !== null) return early;
  const byOthers =
    workloadSeconds === null
      ? than("usual", usualLength(usual), USUAL_EARLY)
      : than("workload", workloadSeconds, ENDED_EARLY_SHARE);
  return byOthers && { ...byOthers, onPurpose: true };
}

/** How long the first part of another run is that a run which is short on purpose covers; null: it isn't, or is as long. */
export function firstPart(
  { seconds, uploadSeconds }: Pick<RunLength, "seconds" | "uploadSeconds">,
  ofSeconds: number | null,
): number | null {
  if (seconds === null || uploadSeconds === null || ofSeconds === null) return null;
  const isWhole = seconds >= ENDED_EARLY_SHARE * uploadSeconds;
  return isWhole && seconds < ENDED_EARLY_SHARE * ofSeconds ? seconds : null;
}

function usualLength(usual: readonly number[]): number | null {
  if (usual.length < USUAL_RUNS) return null;
  const sorted = usual.toSorted((a, b) => a - b);
  const [least, most, middle] = [sorted[0], sorted.at(-1), sorted[Math.floor(sorted.length / 2)]];
  if (least === undefined || most === undefined || middle === undefined) return null;
  return most - least <= USUAL_AGREE * middle ? middle : null;
}
