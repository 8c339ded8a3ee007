import { CAPACITY_HOLD_SECONDS, findCapacity, MAX_POINTS, parseTarget } from "@headroom/core";
import type { Capacity, TargetVerdict } from "@headroom/core";
import { readTimeline } from "@headroom/db";
import type { RunModel, RunTotal, StoredSeries, WorkspaceTx } from "@headroom/db";
import type { Evidence, RunPhase } from "../load/evidence.ts";
import { allOf } from "../record/summary-of.ts";

export interface RunCapacityInput {
  run: RunModel;
  verdicts: readonly TargetVerdict[];
  totals: readonly RunTotal[];
  /** Of all requests. */
  series: StoredSeries | null;
  durationSeconds: number;
  evidence: Evidence;
  phase: RunPhase;
  confidence: number;
}

/** Half of what a chart draws: fine enough for five minutes, and few enough for the publishing transaction. */
const POINTS = MAX_POINTS / 2;

/** What a run held under the targets that judged it; null if it has no targets. */
export async function readRunCapacity(tx: WorkspaceTx, input: RunCapacityInput): Promise<Capacity | null> {
  const { verdicts, evidence } = input;
  const targets = verdicts.flatMap(({ text }) => {
    const parsed = parseTarget(text);
    return parsed.ok ? [parsed.target] : [];
  });
  if (targets.length === 0) return null;
  return findCapacity({
    targets,
    verdicts,
    ...((await pointsOf(tx, input)) ?? wholeRun(input)),
    holdSeconds: CAPACITY_HOLD_SECONDS,
    absent: evidence.absent,
    simulated: evidence.simulated,
    latencyResolutionMicros: evidence.resolutionMicros,
    latencyRelativeError: evidence.relativeError,
    confidence: input.confidence,
  });
}

/** Null if no point has its own distribution: a tool's own percentiles cover its whole run. */
async function pointsOf(tx: WorkspaceTx, { run, series, evidence: { source } }: RunCapacityInput) {
  if (source === "quoted" || source === "none") return null;
  return readTimeline(tx, { runId: run.id, series, maxPoints: POINTS });
}

/** One point: what was counted in the steady phase, if there is one, with as many errors as in all of the run. */
function wholeRun({ totals, durationSeconds, phase }: RunCapacityInput) {
  const all = allOf(totals);
  const counted = (phase.steady ?? phase.counted)?.summary;
  const requests = counted?.requests ?? all.requests;
  const seconds = counted?.durationSeconds ?? durationSeconds;
  const errors = all.requests === 0 ? 0 : Math.round((all.errors * requests) / all.requests);
  return {
    points: [{ offsetSeconds: 0, cell: { ...all, requests, errors } }],
    pointSeconds: Math.max(seconds, Number.MIN_VALUE),
    fromSeconds: 0,
    toSeconds: seconds,
  };
}
