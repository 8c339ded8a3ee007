import { testedCapacityOf, type ExperimentProof, type TestedCapacity } from "../capacity/tested-capacity.ts";

/** How high the peak is expected to be, in requests a second, and who says so. */
export type ExpectedPeak =
  | { kind: "typed"; throughput: number; source: string | null }
  | {
      kind: "growth";
      throughput: number;
      earlier: { id: string; name: string };
      peak: number;
      growth: number;
      /** What the earlier day shows was simulated, at least in part. */
      simulated: boolean;
    };

/** How far a peak day was from what an environment's tests had predicted. */
export interface Calibration {
  environment: string;
  /** What tests in this environment prove counts this much of it: at most 1. */
  factor: number;
  peakDay: { id: string; name: string };
}

export interface Headroom {
  /** The lowest over the experiments, each multiplied by its environment's calibration factor. */
  capacity: TestedCapacity;
  /** What has to be proven; null: nobody has said how high the peak will be. */
  required: number | null;
  /** Tested capacity divided by the expected peak; null: one of the two isn't known. */
  times: number | null;
}

export function headroomOf({
  proofs,
  expected,
  factor,
  calibrations,
}: {
  proofs: readonly ExperimentProof[];
  expected: ExpectedPeak | null;
  factor: number;
  calibrations: readonly Calibration[];
}): Headroom {
  const capacity = testedCapacityOf(proofs.map((proof) => calibrated(proof, calibrations)));
  const times =
    capacity.state === "unproven" || expected === null
      ? null
      : capacity.lowest.throughput / expected.throughput;
  return { capacity, required: expected === null ? null : expected.throughput * factor, times };
}

function calibrated(proof: ExperimentProof, calibrations: readonly Calibration[]): ExperimentProof {
  if (proof.state === "unproven") return proof;
  const factor = calibrationOf(proof.run.environment, calibrations)?.factor ?? 1;
  return { ...proof, throughput: proof.throughput * factor };
}

export function calibrationOf(
  environment: string | null,
  calibrations: readonly Calibration[],
): Calibration | null {
  return calibrations.find((one) => one.environment === (environment ?? "")) ?? null;
}
