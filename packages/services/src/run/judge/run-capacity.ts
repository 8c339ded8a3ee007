import { CAPACITY_HOLD_SECONDS, findCapacity, MAX_POINTS, parseTarget } from "@headroom/core";
import type { Capacity, TargetVerdict } from "@headroom/core";
import { readTimeline } from "@headroom/db";
import type { RunModel, RunTotal, WorkspaceTx } from "@headroom/db";
import type { Evidence } from "../load/evidence.ts";
import { allOf } from "../record/summary-of.ts";

export interface RunCapacityInput {
  run: RunModel;
  verdicts: readonly TargetVerdict[];
  totals: readonly RunTotal[];
  durationSeconds: number;
  evidence: Evidence;
  confidence: number;
}

/** Half of what a chart draws: fine enough for five minutes, and few enough for the publishing transaction. */
const POINTS = MAX_POINTS / 2;

/** What a run held under the targets that judged it; null if it has no targets. */
export async function readRunCapacity(tx: WorkspaceTx, input: RunCapacityInput): Promise<Capacity | null> {
  const { run, verdicts, evidence } = input;
  const targets = verdicts.flatMap(({ text }) => {
    const parsed = parseTarget(text);
    return parsed.ok ? [parsed.target] : [];
  });
  if (targets.length === 0) return null;
  return findCapacity({
    targets,
    verdicts,
    ...((await pointsOf(tx, run, evidence)) ?? wholeRun(input)),
    holdSeconds: CAPACITY_HOLD_SECONDS,
    absent: evidence.absent,
    simulated: evidence.simulated,
    latencyResolutionMicros: evidence.resolutionMicros,
    latencyRelativeError: evidence.relativeError,
    confidence: input.confidence,
  });
}

/** Null if no point has its own distribution: a tool's own percentiles cover its whole run. */
async function pointsOf(tx: WorkspaceTx, run: RunModel, { source }: Evidence) {
  if (source === "quoted" || source === "none") return null;
  return readTimeline(tx, { runId: run.id, maxPoints: POINTS });
}

function wholeRun({ totals, durationSeconds }: RunCapacityInput) {
  return {
    points: [{ offsetSeconds: 0, cell: allOf(totals) }],
    pointSeconds: Math.max(durationSeconds, Number.MIN_VALUE),
    fromSeconds: 0,
    toSeconds: durationSeconds,
  };
}
