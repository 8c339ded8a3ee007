import { latencyOf } from "./knee.ts";
import type { CurveLevel } from "./knee.ts";
import { hasFallen, lastsFrom } from "./throughput-fall.ts";
import type { ThroughputFall } from "./throughput-fall.ts";

/** How a service breaks: what it does from the breaking point on, at every higher load. */
export const BREAK_SIGNS = ["throughput-falls", "errors", "falls-behind", "latency-explodes"] as const;
type BreakSign = (typeof BREAK_SIGNS)[number];

export interface BreakingPoint {
  sign: BreakSign;
  /** The last load before it, at which throughput hadn't begun to fall, and the first at which the service had broken. */
  heldAt: number;
  brokeAt: number;
}

/** One in twenty requests fails. */
const FAILING = 0.05;
/** What was failing that much already under the least load isn't a matter of load. */
const FAILED_BEFORE = 0.5;
/** Completed requests, as a share of the offered ones. */
const BEHIND = 0.95;
/** Ten times the latency under little load, and three times that under a tenth less load. */
const EXPLODED = 10;
const SUDDENLY = 3;
const A_TENTH_LESS = 0.9;

/**
 * The first load from which on the service does one of these, at that load and every higher one. Latency alone counts only
 * where the load is a rate: users who wait send less, so throughput shows it.
 */
export function breakingPoint(
  levels: readonly CurveLevel[],
  { ofRate, fall }: { ofRate: boolean; fall: ThroughputFall | null },
): BreakingPoint | null {
  const fallen = hasFallen(levels);
  const fellAt = fall?.fellAt ?? Infinity;
  const signs: [BreakSign, (level: CurveLevel, at: number) => boolean][] = [
    ["throughput-falls", (level, at) => level.load >= fellAt || fallen(level, at)],
    ["errors", hasErrors(levels)],
  ];
  if (ofRate) {
    signs.push(["falls-behind", ({ load, seconds, cell }) => cell.requests / seconds < BEHIND * load]);
    signs.push(["latency-explodes", hasExploded(levels)]);
  }
  const risesTo = levels.findLast(({ load }) => fall === null || load <= fall.at)?.load ?? Infinity;
  const found = signs.flatMap(([sign, shows]) => {
    const from = lastsFrom(levels, shows);
    if (from === null) return [];
    return [{ sign, heldAt: Math.min(from.before.load, risesTo), brokeAt: from.broken.load }];
  });
  return found.toSorted((a, b) => a.brokeAt - b.brokeAt)[0] ?? null;
}

function hasErrors(levels: readonly CurveLevel[]) {
  const first = levels[0];
  const before = first === undefined ? 1 : errorShare(first);
  return (level: CurveLevel) => errorShare(level) >= FAILING && before <= FAILED_BEFORE * errorShare(level);
}

function errorShare({ cell }: CurveLevel): number {
  return cell.requests === 0 ? 0 : cell.errors / cell.requests;
}

function hasExploded(levels: readonly CurveLevel[]) {
  const micros = levels.map(({ cell }) => latencyOf(cell).micros);
  const low = micros.slice(0, Math.max(1, Math.floor(levels.length / 4))).filter((one) => one !== null);
  const usual = low.toSorted((a, b) => a - b)[Math.floor((low.length - 1) / 2)];
  const sudden = levels.findIndex(({ load }, at) => {
    const before = levels.findLastIndex((other) => other.load <= A_TENTH_LESS * load);
    const [now, then] = [micros[at] ?? null, micros[before] ?? null];
    return now !== null && then !== null && now >= SUDDENLY * then && now >= EXPLODED * (usual ?? Infinity);
  });
  return (_: CurveLevel, at: number) =>
    sudden !== -1 && at >= sudden && (micros[at] ?? 0) >= EXPLODED * (usual ?? Infinity);
}
