import { resampleRun, seededRandom } from "@headroom/core";
import type { EarlierRun, RunNoise } from "@headroom/core";
import { normal } from "../drawn-latencies.ts";
import { RunDraws } from "./aa-law.ts";
import type { Law } from "./aa-law.ts";

/** How much labels vary from run to run: all of them alike, and each for itself, as standard deviations of logarithms. */
export interface LabelScatter {
  name: string;
  together: number;
  alone: readonly number[];
}

/** The requests of one label in one run, to resample or as a summary. */
export interface LabelRun {
  noise: RunNoise;
  earlier: EarlierRun;
}

const DRAWN = 80;
const LATENCIES = ["p50", "p90", "p95", "p99", "p99.9"] as const;

/**
 * Draws runs of several labels. Drawing and resampling takes most of the time, so each label has a stock of runs from
 * which every series takes different ones; what varies from run to run is put on top as a factor.
 */
export class LabelRuns {
  readonly #random: () => number;
  readonly #stock: RunNoise[][];

  constructor(laws: readonly Law[], { seed, resamples }: { seed: number; resamples: number }) {
    this.#random = seededRandom(seed + laws.length);
    this.#stock = laws.map((law, at) => {
      const draws = new RunDraws(law, seed + at);
      return Array.from({ length: DRAWN }, () => resampleRun(draws.run(), resamples));
    });
  }

  /** So many runs of each label, in order of time. */
  series(runs: number, { together, alone }: LabelScatter): LabelRun[][] {
    const random = this.#random;
    const moves = Array.from({ length: runs }, () => together * normal(random));
    return this.#stock.map((stock, label) => {
      const places = Array.from(stock.keys());
      return moves.map((move, run) => {
        const [place = 0] = places.splice(Math.floor(random() * places.length), 1);
        const factor = Math.exp(move + (alone[label] ?? 0) * normal(random));
        return labelRun(slowed(stock[place] as RunNoise, factor), `${run}`);
      });
    });
  }
}

export function slowed(noise: RunNoise, factor: number): RunNoise {
  const estimates = { ...noise.estimates };
  for (const name of LATENCIES) {
    const { value } = estimates[name];
    const scaled = value === null ? null : value * factor;
    estimates[name] = { ...estimates[name], value: scaled, shown: scaled };
  }
  return { ...noise, estimates };
}

export function labelRun(noise: RunNoise, id: string): LabelRun {
  const { estimates, requests, errors } = noise;
  const latencyMs = Object.fromEntries(LATENCIES.map((name) => [name, estimates[name].value]));
  return {
    noise,
    earlier: {
      id,
      figures: {
        throughput: estimates.throughput.value,
        itemsThroughput: estimates.items.value,
        errorRate: estimates["error-rate"].value,
        latencyMs: latencyMs as EarlierRun["figures"]["latencyMs"],
      },
      requests,
      errors,
    },
  };
}
