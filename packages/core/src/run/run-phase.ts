import type { AbsentFigure } from "../cell/sample.ts";
import { quantileMicros } from "../cell/summary.ts";
import { findFailedStretches } from "../phase/failed-stretches.ts";
import type { PhasePoint, Span } from "../phase/phase-point.ts";
import { findSteadyPhase } from "../phase/phase.ts";
import type { SteadyPhase } from "../phase/phase.ts";
import { shapeOfHole, unsentIn } from "../phase/unsent.ts";
import type { HoleShape } from "../phase/unsent.ts";
import { MINUTE_SECONDS } from "../time.ts";
import { latencyRise } from "./latency-rise.ts";
import type { LatencyRise } from "./latency-rise.ts";
import { heldLoadAt } from "./load-over-time.ts";
import type { LoadOverTime } from "./load-over-time.ts";
import { findPartialHangs } from "./partial-hangs.ts";
import type { PartialHang } from "./partial-hangs.ts";
import type { RunTimeline } from "./run-timeline.ts";

export interface RunPhaseInput {
  timeline: RunTimeline;
  /** When the run began and ended, in seconds from its origin: points cover whole seconds, and it begins within one. */
  startSeconds: number;
  endSeconds: number;
  /** Null: users aren't the load, or aren't known. */
  users: LoadOverTime | null;
  loadModel: string;
  /** Somebody said that the load of such runs stays the same. */
  constantLoad?: boolean;
  absent: readonly AbsentFigure[];
  /** Its times jump ahead, because its generator's clock was set or nothing was sent. */
  clockJumps: boolean;
  /** It was saved from live traffic. */
  liveTraffic: boolean;
}

/** A stretch without a successful request, what it was, and about how many were never sent because of it. */
export interface RunHole extends Span {
  shape?: NonNullable<HoleShape> | undefined;
  unsent?: number | undefined;
}

export interface FoundRunPhase {
  phase: SteadyPhase;
  holes: RunHole[];
  /** Stretches in which some users waited for requests that hung. */
  hangs: PartialHang[];
  /** A part of its time only exists on a clock that was set. */
  clockGap: boolean;
  /** Null: latency doesn't rise, or it isn't known that the load stayed the same. */
  rise: LatencyRise | null;
}

/** The steady phase of a run, by what completed in it over time. */
export function findRunPhase(input: RunPhaseInput): FoundRunPhase {
  const points = phasePoints(input);
  const run = { fromSeconds: input.startSeconds, toSeconds: input.endSeconds };
  const { loadModel, constantLoad = false } = input;
  const context = { run, isOpen: loadModel === "open" || constantLoad };
  const found = findSteadyPhase(points, context);
  // Where nothing was reported of live traffic, nobody knows whether anything failed; and nobody held requests back.
  if (input.liveTraffic) {
    return { phase: found, holes: findFailedStretches(points), hangs: [], clockGap: false, rise: null };
  }
  const holes = found.holes
    .map((hole): RunHole => ({ ...hole, ...shapeOf(points, hole), ...unsentOf(points, hole) }))
    .filter((hole) => !(input.clockJumps && isClockGap(hole)));
  const hangs = hangsOf(input, points, holes);
  const phase = hangs.some((hang) => isOutside(hang, found))
    ? findSteadyPhase(points, { ...context, hangs })
    : found;
  const { risesUnder } = phase;
  return {
    phase,
    holes,
    hangs,
    clockGap: holes.length < found.holes.length,
    rise:
      risesUnder === undefined
        ? null
        : latencyRise(input.timeline, phase.none === true ? run : phase, risesUnder),
  };
}

function isOutside({ fromSeconds, toSeconds }: Span, phase: SteadyPhase): boolean {
  return phase.none !== true && (fromSeconds < phase.fromSeconds || toSeconds > phase.toSeconds);
}

/** A clock that jumps by less isn't told from a pause. */
const MIN_CLOCK_GAP_SECONDS = 4 * MINUTE_SECONDS;

/** Nobody waited in it: what hangs while a service is down shows. */
function isClockGap({ fromSeconds, toSeconds, shape }: RunHole): boolean {
  return shape === undefined && toSeconds - fromSeconds >= MIN_CLOCK_GAP_SECONDS;
}

function shapeOf(points: readonly PhasePoint[], hole: Span): Pick<RunHole, "shape"> {
  const shape = shapeOfHole(points, hole);
  return shape === null ? {} : { shape };
}

/** Without a gauge of users, nobody knows whether some are missing. What a stall held back is counted there. */
function hangsOf(
  { timeline, users }: RunPhaseInput,
  points: readonly PhasePoint[],
  holes: readonly RunHole[],
): PartialHang[] {
  if (users === null || users.points.length === 0) return [];
  const cells = new Map(timeline.points.map(({ offsetSeconds, cell }) => [offsetSeconds, cell]));
  const slices = points.map(({ offsetSeconds, stepSeconds, users: active = null }) => ({
    offsetSeconds,
    stepSeconds,
    cell: cells.get(offsetSeconds) ?? null,
    users: active,
  }));
  return findPartialHangs(
    slices,
    holes.filter(({ shape, unsent }) => shape !== undefined || unsent !== undefined),
  );
}

function unsentOf(points: readonly PhasePoint[], hole: SteadyPhase["holes"][number]): { unsent?: number } {
  const unsent = unsentIn(points, hole);
  return unsent === null ? {} : { unsent: unsent.requests };
}

/** A second in which nothing completed has throughput 0, so that a stall shows. */
function phasePoints({ timeline, users, absent, endSeconds }: RunPhaseInput): PhasePoint[] {
  const { points, pointSeconds, fromSeconds } = timeline;
  const byOffset = new Map(points.map((point) => [point.offsetSeconds, point.cell]));
  const usersAt = users === null ? () => null : heldLoadAt(users);
  // A run that ends where a point begins has nothing in it, unless its last request completed just then.
  const ended = Math.ceil((Math.min(endSeconds, timeline.toSeconds) - fromSeconds) / pointSeconds);
  const last = Math.floor(((points.at(-1)?.offsetSeconds ?? -Infinity) - fromSeconds) / pointSeconds) + 1;
  const count = Math.max(0, ended, last);
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
