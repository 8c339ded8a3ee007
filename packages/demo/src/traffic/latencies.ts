import { normalTail } from "@headroom/core";
import type { TrafficOperation, TrafficScenario } from "./scenario.ts";

/** A lognormal part of an operation's latencies. */
export interface LatencyPart {
  medianMillis: number;
  spread: number;
}

/** The share of latencies that are at most this. */
export function shareWithin({ medianMillis, spread }: LatencyPart, millis: number): number {
  return 1 - normalTail(Math.log(millis / medianMillis) / spread);
}

function meanOf({ medianMillis, spread }: LatencyPart): number {
  return medianMillis * Math.exp(spread ** 2 / 2);
}

/** What latencies up to this add to the mean: the mean of all, times the share of it that they hold. */
export function meanWithin(part: LatencyPart, millis: number): number {
  const z = Math.log(millis / part.medianMillis) / part.spread - part.spread;
  return meanOf(part) * (1 - normalTail(z));
}

/** By how much all latencies but those of caches are multiplied, so that the scenario's figure holds at its peak. */
export function latencyFactor({ operations, latency }: TrafficScenario): number {
  let [low, high] = [1e-3, 1e3];
  for (let round = 0; round < 60; round++) {
    const middle = Math.sqrt(low * high);
    if (isFaster(operations, middle, latency)) low = middle;
    else high = middle;
  }
  return low;
}

function isFaster(
  operations: readonly TrafficOperation[],
  factor: number,
  { of, millis }: TrafficScenario["latency"],
): boolean {
  const parts = operations.flatMap((operation) => weighted(operation, factor));
  const sum = (each: (part: LatencyPart) => number) =>
    parts.reduce((total, { share, part }) => total + share * each(part), 0);
  return of === "mean" ? sum(meanOf) < millis : sum((part) => shareWithin(part, millis)) > 0.99;
}

function weighted({ share, medianMillis, spread, cached }: TrafficOperation, factor: number) {
  const own = { medianMillis: medianMillis * factor, spread };
  if (cached === undefined) return [{ share, part: own }];
  return [
    { share: share * (1 - cached.share), part: own },
    { share: share * cached.share, part: cached },
  ];
}
