import {
  findSteadyPhase,
  MAX_POINTS,
  quantileMicros,
  unsentIn,
  type Cell,
  type PhasePoint,
} from "@headroom/core";
import type { MemoryRun } from "./memory-run.ts";
import type { Stretch } from "./memory-series.ts";

/** As in a run that is judged by the server. */
export interface MemoryPhase {
  /** In whole steps; null if no steady phase was found. */
  steady: Stretch | null;
  /** Why none was found, if the load kept changing. */
  ramp: string | null;
  /** On a ramp, the least share of errors in a tenth of the run. */
  leastErrorShare: number | null;
  holes: { from: string; to: string; unsent?: number }[];
}

const NONE: MemoryPhase = { steady: null, ramp: null, leastErrorShare: null, holes: [] };
const MAX_HELD_SECONDS = 60;
const TENTHS = 10;

export function findPhase(run: MemoryRun): MemoryPhase {
  const { times, all, absent, report } = run;
  // The tool's own percentiles cover its whole run, so a shorter window has none.
  if (times === null || all.series === null || report.source === "quoted" || report.source === "none")
    return NONE;
  const drawn = all.series.timeline(MAX_POINTS);
  const points = pointsOf(run, drawn);
  const phase = findSteadyPhase(points, { fromSeconds: times.firstSeconds, toSeconds: times.lastSeconds });
  const holes = phase.holes.map((hole) => {
    const unsent = unsentIn(points, hole);
    return {
      from: instantOf(times.originMillis, hole.fromSeconds),
      to: instantOf(times.originMillis, hole.toSeconds),
      ...(unsent === null ? {} : { unsent: unsent.requests }),
    };
  });
  if (phase.none === true) {
    const least = phase.ramp && !absent.includes("errors") ? leastErrorShare(drawn.cells) : null;
    return { ...NONE, ramp: phase.ramp ? phase.reason : null, leastErrorShare: least, holes };
  }
  const kept = all.series.window(phase);
  return { ...NONE, steady: kept, holes };
}

export function instantOf(originMillis: number, seconds: number): string {
  return new Date(originMillis + seconds * 1_000).toISOString();
}

interface Drawn extends Stretch {
  pointSeconds: number;
  cells: readonly (Cell | null)[];
}

/** A second in which nothing completed has throughput 0, so that a stall shows. */
function pointsOf(
  { absent, users, report }: MemoryRun,
  { fromSeconds, pointSeconds, cells }: Drawn,
): PhasePoint[] {
  const usersAt = heldUsers(report.loadModel === "open" ? [] : users);
  return cells.map((cell, at) => {
    const offsetSeconds = fromSeconds + at * pointSeconds;
    return {
      offsetSeconds,
      stepSeconds: pointSeconds,
      throughput: (cell?.requests ?? 0) / pointSeconds,
      p50Micros: cell === null ? null : quantileMicros(cell, 50),
      minMicros: cell?.minMicros ?? null,
      maxMicros: cell?.maxMicros ?? null,
      errors: absent.includes("errors") ? 0 : (cell?.errors ?? 0) / pointSeconds,
      users: usersAt(offsetSeconds),
    };
  });
}

/** The last value holds until the next one, for a minute at most. */
function heldUsers(users: MemoryRun["users"]): (offsetSeconds: number) => number | null {
  let at = -1;
  return (offsetSeconds) => {
    while ((users[at + 1]?.offsetSeconds ?? Infinity) <= offsetSeconds) at++;
    const last = users[at];
    return last === undefined || offsetSeconds - last.offsetSeconds > MAX_HELD_SECONDS ? null : last.users;
  };
}

/** The least share of errors in any tenth of a run in which something completed; null if nothing did. */
function leastErrorShare(cells: readonly (Cell | null)[]): number | null {
  const tenths = Array.from({ length: TENTHS }, () => ({ requests: 0, errors: 0 }));
  for (const [at, cell] of cells.entries()) {
    const tenth = tenths[Math.floor((TENTHS * at) / cells.length)];
    if (tenth === undefined || cell === null) continue;
    tenth.requests += cell.requests;
    tenth.errors += cell.errors;
  }
  const shares = tenths.flatMap(({ requests, errors }) => (requests === 0 ? [] : [errors / requests]));
  return shares.length === 0 ? null : Math.min(...shares);
}
