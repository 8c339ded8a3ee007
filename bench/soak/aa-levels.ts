import { seededRandom } from "@headroom/core";
import { normal } from "../drawn-latencies.ts";

/** How slow each run of a series is, as a factor on all latencies; the last two runs are the pair. */
export type Levels = (runs: number, random: () => number) => number[];

export const STEADY: Levels = (runs) => Array.from({ length: runs }, () => 1);

/** A share of the runs is slower for no reason of the system. */
export function withOutliers(share: number, slower: number): Levels {
  return (runs, random) => Array.from({ length: runs }, () => (random() < share ? slower : 1));
}

/** One of the runs before the pair, of the latest `among`, is slower. */
export function withOneOutlier(among: number, slower: number): Levels {
  return (runs, random) => {
    const at = runs - 3 - Math.floor(random() * among);
    return Array.from({ length: runs }, (_, run) => (run === at ? slower : 1));
  };
}

/** Each run remembers the one before. */
export function autocorrelated(correlation: number, deviation: number): Levels {
  return (runs, random) => {
    const kick = Math.sqrt(1 - correlation ** 2);
    let state = normal(random);
    return Array.from({ length: runs }, () => {
      state = correlation * state + kick * normal(random);
      return Math.exp(deviation * state);
    });
  };
}

/** Runs of two hosts in turn, or at random. */
export function onTwoHosts(slower: number, inTurn: boolean): Levels {
  return (runs, random) =>
    Array.from({ length: runs }, (_, run) => ((inTurn ? run % 2 === 0 : random() < 0.5) ? slower : 1));
}

/** Every other run before the pair is of a slower branch that nobody named. */
export function interleaved(slower: number): Levels {
  return (runs) => Array.from({ length: runs }, (_, run) => (run < runs - 2 && run % 2 === 0 ? slower : 1));
}

/** Data that fills up: so much slower over twenty runs. */
export function drifting(slower: number): Levels {
  return (runs) => Array.from({ length: runs }, (_, run) => slower ** (run / 20));
}

/** Faster from so many runs before the pair on. */
export function stepped(runsSince: number, slower: number): Levels {
  return (runs) => Array.from({ length: runs }, (_, run) => (run < runs - 2 - runsSince ? slower : 1));
}

export class LevelDraws {
  readonly #random: () => number;
  readonly #levels: Levels;

  constructor(levels: Levels, seed: number) {
    this.#random = seededRandom(seed);
    this.#levels = levels;
  }

  next(runs: number): number[] {
    return this.#levels(runs, this.#random);
  }
}
