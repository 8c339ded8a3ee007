import { meanOf, medianOf } from "../phase/phase-statistics.ts";
import type { JoinedMoment } from "./moments.ts";

/** A gauge that rose with the load and then stayed where it was, while the load rose further. */
export interface StoppedFollowing {
  /** When it stopped. */
  atSeconds: number;
  loadAt: number;
  loadAfter: number;
}

/** It has stopped where it comes so close to its level, and stays within this of it. */
const REACHED = 0.92;
const STAYS_WITHIN = 0.15;
const STAYS_SHARE = 0.9;
/** Before, so many values rise with the load: from so far below the level, and so closely. */
const MIN_RISING = 4;
const FROM_BELOW = 0.7;
const CLOSELY = 0.9;
/** By this factor more load comes after it stopped, and so much more would it show if it had followed. */
const FURTHER = 1.3;
const MORE = 1.2;
/** The line that it followed is known so much better than what it says too little. */
const ERRORS = 4;

/** Up to the end of the stretch in which it was level; null: that it stopped isn't certain. */
export function findStop(
  moments: readonly JoinedMoment[],
  level: { value: number; toSeconds: number },
): StoppedFollowing | null {
  const own = moments.filter(({ offsetSeconds }) => offsetSeconds <= level.toSeconds);
  const reached = own.findIndex(({ value }) => value >= REACHED * level.value);
  const [rising, after] = [own.slice(0, reached), own.slice(reached)];
  const stop = after[0];
  if (rising.length < MIN_RISING || stop === undefined) return null;
  if (Math.min(...rising.map(({ value }) => value)) > FROM_BELOW * level.value) return null;
  const stays = after.filter(({ value }) => Math.abs(value - level.value) <= STAYS_WITHIN * level.value);
  if (stays.length < STAYS_SHARE * after.length) return null;
  const loads = after.map(({ load }) => load).toSorted((a, b) => a - b);
  const loadAfter = medianOf(loads.slice(Math.floor(loads.length / 2)));
  if (loadAfter < FURTHER * Math.max(...rising.map(({ load }) => load))) return null;
  const line = lineThrough(rising);
  if (line === null || line.slope <= 0 || line.explained < CLOSELY) return null;
  const { value: expected, error } = line.at(loadAfter);
  const missing = expected - level.value;
  if (expected < MORE * level.value || missing < ERRORS * error) return null;
  return { atSeconds: stop.offsetSeconds, loadAt: stop.load, loadAfter };
}

/** Least squares; null: the load is the same at all of them. */
function lineThrough(moments: readonly JoinedMoment[]) {
  const [x, y] = [meanOf(moments.map(({ load }) => load)), meanOf(moments.map(({ value }) => value))];
  let [products, squares, total] = [0, 0, 0];
  for (const { load, value } of moments) {
    products += (load - x) * (value - y);
    squares += (load - x) ** 2;
    total += (value - y) ** 2;
  }
  if (squares === 0 || total === 0) return null;
  const slope = products / squares;
  const left = Math.max(0, total - slope * products);
  const scatter = Math.sqrt(left / (moments.length - 2));
  return {
    slope,
    explained: 1 - left / total,
    at: (load: number) => ({
      value: y + slope * (load - x),
      error: scatter * Math.sqrt(1 / moments.length + (load - x) ** 2 / squares),
    }),
  };
}
