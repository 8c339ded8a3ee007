import type { RunEvidence } from "../judgement/evidence.ts";

/** What is known about a run without anything to talk about. */
export const RUN: RunEvidence = {
  status: "finished",
  simulated: false,
  copy: null,
  outage: null,
  targets: [],
  pool: null,
  warnings: [],
  short: null,
  codes: null,
  requests: 10_000,
  holes: [],
  hangs: [],
  rise: null,
  leftOut: null,
  askLoad: null,
  misplacedDays: null,
  generators: { uploaded: 1, expected: null },
  trend: { of: "default", steps: [] },
};

export const DEAD = { fromSeconds: 540, toSeconds: 661, shape: "end" } as const;
export const SHORT = { by: "workload", seconds: 45, expectedSeconds: 300, onPurpose: false } as const;
export const RISE: NonNullable<RunEvidence["rise"]> = {
  of: "requests",
  load: 20,
  figures: [
    { metric: "p50", beforeMs: 80, afterMs: 310 },
    { metric: "p99", beforeMs: 310, afterMs: 1_309 },
  ],
  window: { from: "2026-11-21T12:00:00.000Z", to: "2026-11-21T12:10:00.000Z", kind: "steady" },
};
export const KNOWN_STEP: RunEvidence["trend"] = {
  of: "default",
  steps: [{ metric: "p99", before: 120, after: 129.6, run: { id: "run-26", number: 26 }, isKnown: true }],
};

export const COPY: NonNullable<RunEvidence["copy"]> = {
  reason: { code: "same-samples", number: 12, experiment: null },
  run: { id: "r12", number: 12 },
};

/** A third of its requests were answered with the code 500, and the tool called them successes. */
export const CODES: NonNullable<RunEvidence["codes"]> = {
  server: { requests: 1_000, share: 0.33, codes: [500], span: { fromSeconds: 0, toSeconds: 60 } },
  client: null,
  countedBy: "tool",
  wanted: null,
  isOpen: true,
};
