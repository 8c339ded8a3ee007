import { testedCapacityOf } from "../capacity/tested-capacity.ts";
import type { ExperimentProof, TestedCapacity } from "../capacity/tested-capacity.ts";
import type { BelowEarlier } from "./below-earlier.ts";

/** How high the peak is expected to be, in requests a second, and who says so. */
export type ExpectedPeak =
  | {
      kind: "typed";
      throughput: number;
      source: string | null;
      /** Null or left out: an earlier day doesn't speak against it. */
      below?: BelowEarlier | null;
    }
  | {
      kind: "growth";
      throughput: number;
      earlier: { id: string; name: string };
      peak: number;
      growth: number;
      /** What the earlier day shows was simulated, at least in part. */
      simulated: boolean;
    };

export interface Headroom {
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
  production = null,
}: {
  proofs: readonly ExperimentProof[];
  /** What production itself held; null or left out: nothing. */
  production?: { throughput: number } | null | undefined;
  expected: ExpectedPeak | null;
  factor: number;
}): Headroom {
  const capacity = testedCapacityOf(proofs, production);
  const times =
    capacity.state === "unproven" || expected === null ? null : capacity.throughput / expected.throughput;
  return { capacity, required: expected === null ? null : expected.throughput * factor, times };
}
