import {
  type AbsentFigure,
  findFailedStretches,
  findSteadyPhase,
  MAX_POINTS,
  quantileMicros,
  type PhasePoint,
  type SteadyPhase,
  unsentIn,
} from "@headroom/core";
import { formatDate } from "@headroom/core/format";
import { LIVE_TRAFFIC, type RunPhaseAnswer } from "@headroom/contract";
import { readTimeline, type RunModel, type RunTotal, type Timeline, type WorkspaceTx } from "@headroom/db";
import { readFigures } from "./read-figures.ts";
import { NO_PHASE, type RunPhase } from "./evidence.ts";
import { leastErrorShare } from "./least-error-share.ts";
import { heldLoadAt, readUsers, type LoadOverTime } from "./read-at-users.ts";
import { storedSteadyByHand } from "../record/steady-by-hand.ts";
import { runSpanOf } from "../record/run-span.ts";
import type { Steady } from "../record/stored.ts";
import { allOf, summaryOf } from "../record/summary-of.ts";

/** In place of a detection method. */
export const BY_HAND = "hand";

export async function findSteady(
  tx: WorkspaceTx,
  run: RunModel,
  totals: readonly RunTotal[],
  absent: readonly AbsentFigure[],
): Promise<RunPhase> {
  const timeline = await readTimeline(tx, { runId: run.id, maxPoints: MAX_POINTS });
  if (timeline === null) return NO_PHASE;
  const users = run.loadModel === "open" ? null : await readUsers(tx, run);
  const points = toPhasePoints(timeline, users, absent);
  const phase = findSteadyPhase(points, boundsOf(run, timeline));
  const holes = holesOf(run, points, phase).map(({ fromSeconds, toSeconds, ...unsent }) => ({
    from: instantOf(timeline.origin, fromSeconds),
    to: instantOf(timeline.origin, toSeconds),
    ...unsent,
  }));
  const chosen = chooseWindow(run, phase);
  if ("none" in chosen) {
    const { reason, ramp } = chosen;
    const told = { method: null, reason, ramp, leftOut: null, holes };
    const least = ramp && !absent.includes("errors") ? leastErrorShare(timeline) : null;
    return { ...NO_PHASE, ramp: ramp ? reason : null, told, leastErrorShare: least };
  }
  const steady = await steadyIn(tx, run, { totals, absent, ...chosen });
  if (steady === null) {
    const reason = "no whole step lies inside the steady seconds";
    return { ...NO_PHASE, told: { method: null, reason, ramp: false, leftOut: null, holes } };
  }
  const { method, reason } = steady;
  const leftOut = leftOutOf(run, { steady, totals, absent });
  return { ...NO_PHASE, steady, told: { method, reason, ramp: false, leftOut, holes } };
}

/** Where nothing was reported of live traffic, nobody knows whether anything failed; and nobody held requests back. */
function holesOf(
  run: RunModel,
  points: readonly PhasePoint[],
  phase: SteadyPhase,
): (SteadyPhase["holes"][number] & { unsent?: number })[] {
  if (run.tool === LIVE_TRAFFIC) return findFailedStretches(points);
  return phase.holes.map((hole) => ({ ...hole, ...unsentOf(points, hole) }));
}

function unsentOf(points: readonly PhasePoint[], hole: SteadyPhase["holes"][number]): { unsent?: number } {
  const unsent = unsentIn(points, hole);
  return unsent === null ? {} : { unsent: unsent.requests };
}

interface Window {
  window: { fromSeconds: number; toSeconds: number };
  method: string;
  reason: string;
}

function chooseWindow(
  run: RunModel,
  phase: SteadyPhase,
): Window | { none: true; ramp: boolean; reason: string } {
  const byHand = storedSteadyByHand(run.steadyByHand);
  if (byHand !== null) {
    const { fromSeconds, toSeconds, at } = byHand;
    const reason = `set by hand on ${formatDate(new Date(at), "UTC")}`;
    return { window: { fromSeconds, toSeconds }, method: BY_HAND, reason };
  }
  // What hadn't arrived yet might have changed the load, or been its steady part.
  if (run.status === "interrupted") return { none: true, ramp: false, reason: "the run was interrupted" };
  if (phase.none === true) return phase;
  return { window: phase, method: phase.method, reason: phase.reason };
}

interface FoundPhase extends Window {
  totals: readonly RunTotal[];
  absent: readonly AbsentFigure[];
}

async function steadyIn(tx: WorkspaceTx, run: RunModel, found: FoundPhase): Promise<Steady | null> {
  const { totals, absent, window, method, reason } = found;
  const figures = await readFigures(tx, { runId: run.id, totals, window, labels: [], absent });
  if (figures.kept === null || run.origin === null) return null;
  const { fromSeconds, toSeconds } = figures.kept;
  const { durationSeconds } = figures;
  const summary = summaryOf(figures.all, { durationSeconds, absent, parts: [figures.all] });
  const [from, to] = [instantOf(run.origin, fromSeconds), instantOf(run.origin, toSeconds)];
  return { from, to, fromSeconds, toSeconds, method, reason, summary };
}

function instantOf(origin: Date, offsetSeconds: number): string {
  return new Date(origin.getTime() + offsetSeconds * 1_000).toISOString();
}

interface LeftOutInput {
  steady: Steady;
  totals: readonly RunTotal[];
  absent: readonly AbsentFigure[];
}

const UNCOUNTED: readonly AbsentFigure[] = ["requests", "request-count"];

function leftOutOf(run: RunModel, { steady, totals, absent }: LeftOutInput): RunPhaseAnswer["leftOut"] {
  const all = allOf(totals);
  const { fromSeconds, toSeconds, summary } = steady;
  const span = runSpanOf(run) ?? { fromSeconds, toSeconds };
  const outside = (of: "requests" | "errors") =>
    UNCOUNTED.some((figure) => absent.includes(figure)) || absent.includes(of)
      ? null
      : Math.max(0, all[of] - (summary[of] ?? 0));
  return {
    warmUpSeconds: Math.max(0, fromSeconds - span.fromSeconds),
    coolDownSeconds: Math.max(0, toSeconds < span.toSeconds ? span.toSeconds - toSeconds : 0),
    requests: outside("requests"),
    errors: outside("errors"),
  };
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
function toPhasePoints(
  { points, pointSeconds, fromSeconds, toSeconds }: Timeline,
  users: LoadOverTime | null,
  absent: readonly AbsentFigure[],
): PhasePoint[] {
  const byOffset = new Map(points.map((point) => [point.offsetSeconds, point.cell]));
  const usersAt = users === null ? () => null : heldLoadAt(users);
  const count = Math.max(0, Math.round((toSeconds - fromSeconds) / pointSeconds));
  return Array.from({ length: count }, (_, at) => {
    const offsetSeconds = fromSeconds + at * pointSeconds;
    const cell = byOffset.get(offsetSeconds);
    return {
      offsetSeconds,
      stepSeconds: pointSeconds,
      throughput: (cell?.requests ?? 0) / pointSeconds,
      p50Micros: cell === undefined ? null : quantileMicros(cell, 50),
      minMicros: cell?.minMicros ?? null,
      maxMicros: cell?.maxMicros ?? null,
      errors: absent.includes("errors") ? 0 : (cell?.errors ?? 0) / pointSeconds,
      users: usersAt(offsetSeconds),
    };
  });
}
