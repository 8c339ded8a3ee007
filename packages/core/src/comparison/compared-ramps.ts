import type { BreakingPoint } from "../capacity/ramp/breaking-point.ts";
import type { LoadInterval } from "../capacity/ramp/knee.ts";
import type { RampCapacity, RampLoad } from "../capacity/ramp/ramp.ts";
import type { HeldLoad } from "../verdict/held-load.ts";
import { ratioOf } from "./change.ts";

/** A run whose load rises, as it is compared with another one. */
export interface ComparedRamp {
  of: RampLoad;
  /** The most load that it went through. */
  to: number;
  knee: RampCapacity["knee"];
  breaking: BreakingPoint | null;
  most: RampCapacity["most"];
  /** By the target, without a load of its own. */
  held: readonly { target: string; held: HeldLoad }[];
}

export interface RampPair {
  before: ComparedRamp;
  after: ComparedRamp;
}

/** What two ramps are compared by. */
export type RampFigure =
  | { of: "held"; target: string; before: HeldLoad; after: HeldLoad }
  | { of: "knee"; load: RampLoad; before: LoadInterval; after: LoadInterval };

/** Where the load of a figure is for certain. */
interface LoadRange {
  /** Null: not known. */
  value: number | null;
  low: number;
  /** Null: it may be any more. */
  high: number | null;
}

export interface RampChange {
  figure: RampFigure;
  verdict: "improved" | "regressed" | "differs" | "no-detectable-change";
  before: number | null;
  after: number | null;
  ratio: number | null;
  /** Of the ratio; null: nothing is known of it. */
  interval: { low: number; high: number | null } | null;
}

/**
 * How much load the second run holds more or less than the first: for each target that both have, and at the knee where there
 * is none. A change is certain only if the two ranges are further apart than those of an unchanged service may be. `detect`: smaller
 * changes count as no change, as a share.
 */
export function compareRamps({ before, after }: RampPair, detect: number): RampChange[] {
  const held = before.held.flatMap(({ target, held: first }) => {
    const second = after.held.find((one) => one.target === target);
    if (second === undefined) return [];
    const figure: RampFigure = { of: "held", target, before: first, after: second.held };
    return [changeOf(figure, [heldRange(first, before), heldRange(second.held, after)], detect)];
  });
  return [...held, ...kneeChange({ before, after }, detect)];
}

function kneeChange({ before: first, after: second }: RampPair, detect: number): RampChange[] {
  const [before, after, load] = [first.knee, second.knee, first.of];
  // Where throughput bends is another load than where latency does.
  if (before === null || after === null || before.of !== after.of) return [];
  const rangeOf = ({ load: value, low, high }: LoadInterval): LoadRange => ({ value, low, high });
  return [changeOf({ of: "knee", load, before, after }, [rangeOf(before), rangeOf(after)], detect)];
}

/** The target broke somewhere between the last load that met it and the first that missed it, or where the service did. */
function heldRange(
  { from, heldTo, missedAt, metAgainAt, missedThroughout, fallsAt }: HeldLoad,
  { breaking }: ComparedRamp,
): LoadRange {
  if (heldTo === null) return { value: null, low: 0, high: missedThroughout ? from : missedAt };
  // A miss that didn't last says nothing of how much it holds.
  const broke = metAgainAt === null ? missedAt : null;
  const fell = fallsAt === undefined ? null : Math.max(heldTo, fallsAt, breaking?.brokeAt ?? 0);
  return { value: heldTo, low: heldTo, high: fell ?? broke };
}

function changeOf(
  figure: RampFigure,
  [before, after]: readonly [LoadRange, LoadRange],
  detect: number,
): RampChange {
  const [a, b] = [before.value, after.value];
  const low = before.high === null || before.high === 0 ? null : after.low / before.high;
  const high = after.high === null || before.low === 0 ? null : after.high / before.low;
  return {
    figure,
    verdict: verdictOf(before, after, detect),
    before: a,
    after: b,
    ratio: a === null || b === null ? null : ratioOf(a, b),
    interval: low === null && high === null ? null : { low: low ?? 0, high },
  };
}

/** Two runs of an unchanged service may hold loads that are so far apart, as a share. */
const USUALLY_APART = 0.1;

function verdictOf(before: LoadRange, after: LoadRange, detect: number): RampChange["verdict"] {
  const isClear = (less: LoadRange, more: LoadRange) =>
    less.high !== null && more.low > (1 + USUALLY_APART) * less.high;
  if (isClear(before, after)) return "improved";
  if (isClear(after, before)) return "regressed";
  return isAlike(before, after, detect) ? "no-detectable-change" : "differs";
}

/** Whether both are within so small a range, or both held as far as their ramps went, and that was about as far. */
function isAlike(before: LoadRange, after: LoadRange, detect: number): boolean {
  if (before.value === null || after.value === null) return false;
  const isOpen = before.high === null && after.high === null;
  if (!isOpen && (before.high === null || after.high === null)) return false;
  const high = Math.max(before.high ?? before.low, after.high ?? after.low);
  return isWithin(Math.min(before.low, after.low), high, detect);
}

function isWithin(a: number, b: number, share: number): boolean {
  return Math.max(a, b) <= (1 + share) * Math.min(a, b);
}
