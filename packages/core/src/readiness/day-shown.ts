import { judgePoint, stretchesOf } from "./reconcile.ts";
import type { ReconcileInput } from "./reconcile.ts";

export interface DayShownInput extends Omit<ReconcileInput, "proven"> {
  /** How long the day was. */
  seconds: number;
}

/** What a peak day itself showed, whatever tests had proven. */
export interface DayShown {
  verdict: "held" | "missed" | "unknown";
  /** How long its targets were missed, in all. */
  missedSeconds: number;
  /** How long nobody knows whether they were. */
  unknownSeconds: number;
}

/** Minutes that miss a target now and then are not an outage, up to this share of the day. */
const MAX_MISSED_SHARE = 0.05;
const MAX_UNKNOWN_SHARE = 0.1;

/**
 * A day missed its targets if it did for the policy's time without a break, or often enough. It held if that is known of
 * its busiest point and of nearly all others.
 */
export function dayShown(input: DayShownInput): DayShown {
  const { points, pointSeconds, targets, holdSeconds, seconds } = input;
  const judged = points.map((point) => ({ point, found: judgePoint(point, targets) }));
  const secondsOf = (wanted: "met" | "missed") =>
    judged.filter(({ found }) => found === wanted).length * pointSeconds;
  const missedSeconds = secondsOf("missed");
  const knownSeconds = secondsOf("met") + missedSeconds;
  const unknownSeconds = Math.max(0, seconds - knownSeconds);
  const length = Math.ceil(holdSeconds / pointSeconds);
  const isLong = stretchesOf(points, { pointSeconds, length }).some((stretch) =>
    stretch.every((point) => judgePoint(point, targets) === "missed"),
  );
  if (isLong || (missedSeconds > 0 && missedSeconds >= knownSeconds * MAX_MISSED_SHARE))
    return { verdict: "missed", missedSeconds, unknownSeconds };
  const [busiest] = judged.toSorted((a, b) => b.point.throughput - a.point.throughput);
  const isKnown =
    busiest !== undefined && busiest.found !== "unsure" && isMostlyKnown(unknownSeconds, seconds);
  return { verdict: isKnown ? "held" : "unknown", missedSeconds, unknownSeconds };
}

export function isMostlyKnown(unknownSeconds: number, seconds: number): boolean {
  return unknownSeconds <= seconds * MAX_UNKNOWN_SHARE;
}
