import type { Cell } from "./cell.ts";

export type ProofGrade = "A" | "B" | "C" | "D";
export type ProofSource = "samples" | "sketch" | "buckets" | "quoted";
export type ProofPercentile = "p50" | "p90" | "p95" | "p99" | "p99.9";

/** How a percentile was made and how far it can be trusted. */
export interface Proof {
  grade: ProofGrade;
  source: ProofSource;
  /** Largest relative error, 0 to 1; null where the source gives no bound. */
  errorBound: number | null;
  /** How many requests lie beyond each percentile. */
  beyond: Record<ProofPercentile, number>;
  reasons: string[];
  /** What was set by hand instead of found: the steady phase, for one. */
  overrides: string[];
}

export interface ProofInput {
  cell: Cell;
  source: ProofSource;
  loadModel: "open" | "closed" | "unknown";
  latencyResolutionMicros: number;
  warmUpCut: boolean;
  overrides?: readonly string[];
}

export function proofOf({ source, overrides = [] }: ProofInput): Proof {
  const beyond = { p50: 0, p90: 0, p95: 0, p99: 0, "p99.9": 0 };
  return { grade: "D", source, errorBound: null, beyond, reasons: [], overrides: [...overrides] };
}
