import { normalRanks } from "../chance/binomial-range.ts";
import { mergeAllCells } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import { quantileInterval } from "../cell/interval.ts";
import { MIN_REQUESTS_BEYOND } from "../policy.ts";
import type { ChanceRange, FigureNoise, JudgedSlices, Range } from "./judged.ts";

/** Fewer stretches could all be on the same side by chance. */
const MIN_STRETCHES = 12;

/**
 * Joins neighbouring slices until each stretch has this many requests, enough to show the figure on its own; null: the run
 * has too few requests for enough of them.
 */
export function stretchesOf(slices: JudgedSlices | null, requests: number): Cell[] | null {
  if (slices === null || !Number.isFinite(requests)) return null;
  const found: Cell[][] = [];
  let [open, size]: [Cell[], number] = [[], 0];
  for (const slice of slices) {
    if (slice === null) continue;
    open.push(slice);
    size += slice.requests;
    if (size < requests) continue;
    found.push(open);
    [open, size] = [[], 0];
  }
  found.at(-1)?.push(...open);
  return found.length < MIN_STRETCHES ? null : found.map((cells) => mergeAllCells(cells));
}

/** Such stretches have ten requests beyond this quantile. */
export function stretchesOfQuantile(slices: JudgedSlices | null, share: number): Cell[] | null {
  const stretches = stretchesOf(slices, MIN_REQUESTS_BEYOND / Math.min(share, 1 - share));
  const known = stretches?.every(({ distribution: { kind } }) => kind === "sketch" || kind === "buckets");
  return known === true ? (stretches ?? null) : null;
}

/** So many are expected to have ten errors; without any, there are never enough. */
export function requestsForErrors(cell: Cell | null): number {
  return cell === null || cell.errors === 0 ? Infinity : (MIN_REQUESTS_BEYOND * cell.requests) / cell.errors;
}

/** Where a figure can be by chance in one stretch, had that been so many times as long; null: nobody knows. */
export type StretchNoise = (stretch: Cell) => ((confidence: number, times: number) => Range) | null;

/**
 * However its requests depend on each other, a service isn't worse than the worst stretch of its run shows, or better than
 * the best: a drift, and a run that goes on for longer, don't make its figure less sure.
 */
export function withinStretches(
  noise: FigureNoise,
  stretches: readonly Cell[] | null,
  noiseOf: StretchNoise,
): FigureNoise {
  const parts = stretches?.map(noiseOf).filter((part) => part !== null) ?? [];
  if (parts.length === 0 || parts.length < (stretches?.length ?? 0)) return noise;
  return (confidence, times) =>
    narrowed(
      noise(confidence, times),
      parts.map((part) => part(confidence, times)),
    );
}

/** Nor is it worse than the worse half shows, with the noise of that half. */
export function withinHalves(
  noise: FigureNoise,
  halvesOf: () => readonly (FigureNoise | null)[],
): FigureNoise {
  let halves: readonly FigureNoise[] | null = null;
  return (confidence, times) => {
    halves ??= halvesOf().filter((half) => half !== null);
    const own = noise(confidence, times);
    if (halves.length < 2) return own;
    return narrowed(
      own,
      halves.map((half) => half(confidence, times)),
    );
  };
}

function narrowed(own: ChanceRange, known: readonly Range[]): ChanceRange {
  const low = Math.max(own.low, Math.min(...known.map((part) => part.low)));
  const high = Math.min(own.high, Math.max(...known.map((part) => part.high)));
  const { far = false, counted, ...rest } = own;
  return {
    ...rest,
    low,
    high,
    // It isn't the clumps that an end rests on which the parts show.
    ...(counted && {
      counted: {
        low: low > own.low ? Infinity : counted.low,
        high: high < own.high ? Infinity : counted.high,
      },
    }),
    ...(far && high === own.high ? { far } : {}),
  };
}

/** In microseconds. */
export function quantileStretch(share: number): StretchNoise {
  return ({ requests, distribution, minMicros, maxMicros }) => {
    const at = (rank: number, trials: number): Range | null => {
      const quantile = Math.min(1, Math.max(0, rank / trials));
      if (distribution.kind === "sketch") return distribution.all.quantileBounds(quantile);
      const range = quantileInterval([{ requests, distribution, minMicros, maxMicros }], quantile);
      return range === null ? null : { low: range.lowMicros, high: range.highMicros ?? Infinity };
    };
    return (confidence, times) => {
      const trials = requests * times;
      const ranks = normalRanks(share, trials, confidence);
      return { low: at(ranks.low, trials)?.low ?? 0, high: at(ranks.high, trials)?.high ?? Infinity };
    };
  };
}
