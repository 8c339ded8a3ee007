import {
  type AbsentFigure,
  findSteadyPhase,
  MAX_POINTS,
  quantileMicros,
  type PhasePoint,
} from "@headroom/core";
import { readTimeline, type RunModel, type RunTotal, type Timeline, type WorkspaceTx } from "@headroom/db";
import { readFigures } from "./read-figures.ts";
import type { RunPhase } from "./evidence.ts";
import { storedSteadyByHand } from "../record/steady-by-hand.ts";
import { summaryOf } from "../record/summary-of.ts";

/** In place of a detection method. */
export const BY_HAND = "hand";

export async function findSteady(
  tx: WorkspaceTx,
  run: RunModel,
  totals: readonly RunTotal[],
  absent: readonly AbsentFigure[],
): Promise<RunPhase> {
  const byHand = storedSteadyByHand(run.steadyByHand);
  if (byHand !== null) {
    const { fromSeconds, toSeconds, at } = byHand;
    const words = { method: BY_HAND, reason: `set by hand on ${at.slice(0, 10)}` };
    return steadyIn(tx, run, { totals, absent, window: { fromSeconds, toSeconds }, ...words });
  }
  // What hadn't arrived yet might have changed the load, or been its steady part.
  if (run.status === "interrupted") return { steady: null, ramp: null };
  const timeline = await readTimeline(tx, { runId: run.id, maxPoints: MAX_POINTS });
  if (timeline === null) return { steady: null, ramp: null };
  const phase = findSteadyPhase(toPhasePoints(timeline), boundsOf(run, timeline));
  if (phase.none === true) return { steady: null, ramp: phase.ramp ? phase.reason : null };
  const { method, reason } = phase;
  return steadyIn(tx, run, { totals, absent, window: phase, method, reason });
}

interface FoundPhase {
  totals: readonly RunTotal[];
  absent: readonly AbsentFigure[];
  window: { fromSeconds: number; toSeconds: number };
  method: string;
  reason: string;
}

async function steadyIn(tx: WorkspaceTx, run: RunModel, found: FoundPhase): Promise<RunPhase> {
  const { totals, absent, window, method, reason } = found;
  const figures = await readFigures(tx, { runId: run.id, totals, window, labels: [], absent });
  if (figures.kept === null || run.origin === null) return { steady: null, ramp: null };
  const { fromSeconds, toSeconds } = figures.kept;
  const origin = run.origin.getTime();
  const instant = (offset: number) => new Date(origin + offset * 1_000).toISOString();
  const { durationSeconds } = figures;
  const summary = summaryOf(figures.all, { durationSeconds, absent, parts: [figures.all] });
  const [from, to] = [instant(fromSeconds), instant(toSeconds)];
  return { steady: { from, to, fromSeconds, toSeconds, method, reason, summary }, ramp: null };
}

/** The points of a timeline cover whole seconds; the run begins and ends within a second. */
function boundsOf({ startedAt, endedAt }: RunModel, { origin, fromSeconds, toSeconds }: Timeline) {
  const offset = (at: Date) => (at.getTime() - origin.getTime()) / 1_000;
  return {
    fromSeconds: startedAt === null ? fromSeconds : offset(startedAt),
    toSeconds: endedAt === null ? toSeconds : offset(endedAt),
  };
}

/** A second in which nothing completed has throughput 0, so that a stall shows. */
function toPhasePoints({ points, pointSeconds, fromSeconds, toSeconds }: Timeline): PhasePoint[] {
  const byOffset = new Map(points.map((point) => [point.offsetSeconds, point.cell]));
  const count = Math.max(0, Math.round((toSeconds - fromSeconds) / pointSeconds));
  return Array.from({ length: count }, (_, at) => {
    const offsetSeconds = fromSeconds + at * pointSeconds;
    const cell = byOffset.get(offsetSeconds);
    return {
      offsetSeconds,
      stepSeconds: pointSeconds,
      throughput: (cell?.requests ?? 0) / pointSeconds,
      p50Micros: cell === undefined ? null : quantileMicros(cell, 50),
    };
  });
}
