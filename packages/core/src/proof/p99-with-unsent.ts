import type { Cell } from "../cell/cell.ts";
import type { Unsent } from "../phase/unsent.ts";
import { Sketch } from "../sketch/sketch.ts";

/** Draws of the waits that requests would have had. */
const DRAWS = 1_000;

/**
 * About what the p99 would be with the requests that were never sent: each would have waited for the end of its stall,
 * evenly between nothing and all of it. Null without samples.
 */
export function p99WithUnsent({ distribution, requests }: Cell, unsent: readonly Unsent[]): number | null {
  if (distribution.kind !== "sketch" || requests === 0) return null;
  const all = distribution.all.clone();
  for (const { seconds, requests: held } of unsent) all.merge(waitsOf(seconds, held));
  return all.quantile(0.99);
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
