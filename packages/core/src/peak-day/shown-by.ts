/** What tests show that a service holds. */
export interface ShownCapacity {
  throughput: number;
  /** What the run missed, if it counts because a member accepts that; null: it met every limit. */
  accepted: object | null;
}

/** Proven, or only measured, by a run that missed a target. */
export function shownBy({ accepted }: Pick<ShownCapacity, "accepted">): "proven" | "measured" {
  return accepted === null ? "proven" : "measured";
}

const WHAT = { proven: "what is proven", measured: "what was measured" } as const;

/** "what is proven", or "what was measured". */
export function whatTestsShow(capacity: Pick<ShownCapacity, "accepted">): string {
  return WHAT[shownBy(capacity)];
}
