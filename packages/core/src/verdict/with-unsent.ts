import type { Cell } from "../cell/cell.ts";
import type { Unsent } from "../phase/unsent.ts";
import { Sketch } from "../sketch/sketch.ts";

/** Draws of the waits that requests would have had. */
const DRAWS = 1_000;

/**
 * About what a cell would be with the requests that were never sent: each would have waited for the end of its stall,
 * evenly between nothing and all of it. Null without samples.
 */
export function withUnsent(cell: Cell, unsent: readonly Unsent[]): Cell | null {
  const { distribution, requests } = cell;
  if (distribution.kind !== "sketch" || requests === 0) return null;
  const all = distribution.all.clone();
  for (const { seconds, requests: held } of unsent) all.merge(waitsOf(seconds, held));
  return {
    ...cell,
    requests: all.count,
    sumMicros: all.sum,
    maxMicros: all.max,
    distribution: { ...distribution, all },
  };
}

/** To two digits: an estimate. */
export function roughly(value: number): number {
  return Number(value.toPrecision(2));
}

function waitsOf(seconds: number, held: number): Sketch {
  const waits = new Sketch();
  const draws = Math.min(DRAWS, held);
  for (let at = 0; at < draws; at++) {
    const times = Math.floor(((at + 1) * held) / draws) - Math.floor((at * held) / draws);
    if (times > 0) waits.add(Math.max(1, Math.round(((at + 0.5) / draws) * seconds * 1e6)), times);
  }
  return waits;
}
