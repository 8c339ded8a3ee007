import type { Span } from "../../phase/phase-point.ts";
import type { RampPoint } from "./rising-part.ts";

/** How many points on either side of an outage show whether the service came back. */
const BESIDE = 5;
const BACK = 0.7;

/** Outages after which the service did what it did before, so that they say nothing of the load. */
export function recoveredFrom(outages: readonly Span[], points: readonly RampPoint[]): Span[] {
  return outages.filter(({ fromSeconds, toSeconds }) => {
    const before = points.filter((point) => point.offsetSeconds + point.stepSeconds <= fromSeconds);
    const after = points.filter((point) => point.offsetSeconds >= toSeconds);
    const back = successfulRate(after.slice(0, BESIDE));
    return after.length > 0 && back > 0 && back >= BACK * successfulRate(before.slice(-BESIDE));
  });
}

function successfulRate(points: readonly RampPoint[]): number {
  let [succeeded, seconds] = [0, 0];
  for (const { cell, stepSeconds } of points) {
    succeeded += cell === null ? 0 : cell.requests - cell.errors;
    seconds += stepSeconds;
  }
  return seconds === 0 ? 0 : succeeded / seconds;
}
