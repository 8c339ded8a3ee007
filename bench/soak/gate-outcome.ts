import { judgeRun, JUDGING_POLICY } from "@headroom/core";
import type { JudgingPolicy, MetricStatistic, RunEvidence, RunOutcome } from "@headroom/core";

/** What is known about a run without anything to talk about. */
export const RUN: RunEvidence = {
  status: "finished",
  simulated: false,
  copy: null,
  outage: null,
  codes: null,
  targets: [],
  pool: null,
  warnings: [],
  short: null,
  askLoad: null,
  misplacedDays: null,
  requests: 10_000,
  holes: [],
  hangs: [],
  rise: null,
  trend: { of: "default", steps: [] },
  leftOut: null,
  generators: { uploaded: 1, expected: null },
};

/** Far from the run's figures, so that it says nothing about a change. */
const MET: RunEvidence["targets"][number] = {
  text: "p99 <= 1 s",
  label: null,
  verdict: "met",
  value: 100,
  unit: "ms",
  threshold: 1_000,
  interval: null,
  window: null,
  doubt: null,
  reasons: [],
  confidence: null,
};

interface Asked extends Partial<JudgingPolicy> {
  /** How many runs from before the comparison knew. */
  earlierRuns: number;
  /** Whether the run has targets, which it meets. */
  meets: boolean;
}

/** What `headroom gate` answers about a run with these statistics against its baseline. */
export function gateOutcome(
  whole: readonly MetricStatistic[],
  { earlierRuns, meets, ...policy }: Asked,
): RunOutcome {
  const pair = { differences: [], statistics: { whole, labels: [], earlierRuns }, labels: [] };
  const run = meets ? { ...RUN, targets: [MET] } : RUN;
  const reference = { found: true, doubt: null, level: [], stays: true, pair } as const;
  return judgeRun(run, reference, { ...JUDGING_POLICY, ...policy }).outcome;
}
