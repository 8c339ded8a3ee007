import { findRunPhase, leastErrorShare, LIVE_TRAFFIC, MAX_POINTS, tellsWindows } from "@headroom/core";
import type { AbsentFigure, LatencyRise, PhaseReason, SteadyPhase } from "@headroom/core";
import { readTimeline } from "@headroom/db";
import type { ExperimentModel, RunModel, RunTotal, StoredSeries, WorkspaceTx } from "@headroom/db";
import { readFigures } from "./read-figures.ts";
import { NO_PHASE } from "../load/evidence.ts";
import type { Evidence, RunPhase } from "../load/evidence.ts";
import { readUsers } from "../load/read-load-gauge.ts";
import { boundsOf } from "../load/run-bounds.ts";
import { storedSteadyByHand } from "../record/steady-by-hand.ts";
import { runSpanOf } from "../record/run-span.ts";
import type { Steady, StoredPhase } from "../record/stored.ts";
import { allOf, summaryOf } from "../record/summary-of.ts";

/** In place of a detection method. */
export const BY_HAND = "hand";

interface SteadyInput {
  run: RunModel;
  experiment: Pick<ExperimentModel, "constantLoad">;
  totals: readonly RunTotal[];
  /** Of all requests. */
  series: StoredSeries | null;
  evidence: Pick<Evidence, "absent" | "clockJumps" | "source">;
}

export async function findSteady(tx: WorkspaceTx, input: SteadyInput): Promise<RunPhase> {
  const { run, experiment, totals, series, evidence } = input;
  const { absent, clockJumps, source } = evidence;
  const timeline = await readTimeline(tx, { runId: run.id, series, maxPoints: MAX_POINTS });
  if (timeline === null) return NO_PHASE;
  const users = run.loadModel === "open" ? null : await readUsers(tx, run);
  const bounds = boundsOf(run, timeline);
  const liveTraffic = run.tool === LIVE_TRAFFIC;
  const { loadModel } = run;
  const constantLoad = experiment.constantLoad === true;
  const known = { users, loadModel, constantLoad, absent, clockJumps, liveTraffic };
  const found = findRunPhase({ timeline, ...bounds, ...known });
  const { phase, clockGap } = found;
  const rise = found.rise === null ? null : riseAt(timeline.origin, found.rise);
  const at = ({ fromSeconds, toSeconds }: Window["window"]) => ({
    from: instantOf(timeline.origin, fromSeconds),
    to: instantOf(timeline.origin, toSeconds),
  });
  const holes = found.holes.map(({ fromSeconds, toSeconds, ...hole }) => ({
    ...at({ fromSeconds, toSeconds }),
    ...hole,
  }));
  const hangs = found.hangs.map(({ fromSeconds, toSeconds, ...hang }) => ({
    ...at({ fromSeconds, toSeconds }),
    ...hang,
  }));
  const seen = { rise, holes, hangs };
  const chosen = chooseWindow(run, phase);
  if ("none" in chosen) {
    const { reason, ramp } = chosen;
    const told = { method: null, reason, ramp, leftOut: null, ...seen };
    const least = ramp && !absent.includes("errors") ? leastErrorShare(timeline) : null;
    return { ...NO_PHASE, ramp: ramp ? reason : null, told, leastErrorShare: least, clockGap };
  }
  const steady = await steadyIn(tx, run, { totals, series, absent, ...chosen });
  if (steady === null) {
    const told = { method: null, reason: NO_WHOLE_STEP, ramp: false, leftOut: null, ...seen };
    return { ...NO_PHASE, clockGap, told };
  }
  if (!tellsWindows(source)) {
    const { requests, items, durationSeconds, throughput } = steady.summary;
    const counted = { requests, items, durationSeconds, throughput };
    const reason = wholeQuoted(steady.reason, leftOutOf(run, { steady, totals, absent }));
    const told = { method: null, reason, ramp: false, leftOut: null, counted, ...seen };
    return { ...NO_PHASE, clockGap, counted: steady, told };
  }
  const { method, reason } = steady;
  const leftOut = leftOutOf(run, { steady, totals, absent });
  return { ...NO_PHASE, clockGap, steady, told: { method, reason, ramp: false, leftOut, ...seen } };
}

function wholeQuoted(reason: PhaseReason, leftOut: StoredPhase["leftOut"]): PhaseReason {
  if (reason.code === "whole-steady" || leftOut === null) return { code: "whole-quoted", leftOut: null };
  const { warmUpSeconds, coolDownSeconds } = leftOut;
  return { code: "whole-quoted", leftOut: { warmUpSeconds, coolDownSeconds } };
}

function riseAt(origin: Date, { fromSeconds, toSeconds, ...rise }: LatencyRise): StoredPhase["rise"] {
  return { from: instantOf(origin, fromSeconds), to: instantOf(origin, toSeconds), ...rise };
}

const NO_WHOLE_STEP: PhaseReason = { code: "no-whole-step" };

interface Window {
  window: { fromSeconds: number; toSeconds: number };
  method: string;
  reason: PhaseReason;
}

function chooseWindow(
  run: RunModel,
  phase: SteadyPhase,
): Window | { none: true; ramp: boolean; reason: PhaseReason } {
  const byHand = storedSteadyByHand(run.steadyByHand);
  if (byHand !== null) {
    const { fromSeconds, toSeconds, at } = byHand;
    return { window: { fromSeconds, toSeconds }, method: BY_HAND, reason: { code: "set-by-hand", at } };
  }
  // What hadn't arrived yet might have changed the load, or been its steady part.
  if (run.status === "interrupted") return { none: true, ramp: false, reason: { code: "interrupted" } };
  if (phase.none === true) return phase;
  return { window: phase, method: phase.method, reason: phase.reason };
}

interface FoundPhase extends Window {
  series: StoredSeries | null;
  totals: readonly RunTotal[];
  absent: readonly AbsentFigure[];
}

async function steadyIn(tx: WorkspaceTx, run: RunModel, found: FoundPhase): Promise<Steady | null> {
  const { totals, series, absent, window, method, reason } = found;
  const figures = await readFigures(tx, { runId: run.id, series, totals, window, labels: [], absent });
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

function secondsUntil(origin: Date, end: Date): number {
  return Math.ceil((end.getTime() - origin.getTime()) / 1_000);
}

interface LeftOutInput {
  steady: Steady;
  totals: readonly RunTotal[];
  absent: readonly AbsentFigure[];
}

const UNCOUNTED: readonly AbsentFigure[] = ["requests", "request-count"];

function leftOutOf(run: RunModel, { steady, totals, absent }: LeftOutInput): StoredPhase["leftOut"] {
  const all = allOf(totals);
  const { fromSeconds, toSeconds, summary } = steady;
  const span = runSpanOf(run) ?? { fromSeconds, toSeconds };
  // A run that ends on a whole second has nothing in the next one.
  const endSeconds =
    run.endedAt === null || run.origin === null ? span.toSeconds : secondsUntil(run.origin, run.endedAt);
  const outside = (of: "requests" | "errors") =>
    UNCOUNTED.some((figure) => absent.includes(figure)) || absent.includes(of)
      ? null
      : Math.max(0, all[of] - (summary[of] ?? 0));
  return {
    warmUpSeconds: Math.max(0, fromSeconds - span.fromSeconds),
    coolDownSeconds: Math.max(0, endSeconds - toSeconds),
    requests: outside("requests"),
    errors: outside("errors"),
  };
}
