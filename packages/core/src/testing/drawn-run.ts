import { emptyCell, mergeAllCells } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import { seededRandom } from "../random.ts";
import { Sketch } from "../sketch/sketch.ts";
import type { Side } from "../verdict/judged.ts";
import { figures, verdictOf } from "./judged.ts";

export interface Drawn {
  requests: number;
  /** Of the lognormal latencies with a median of 20 ms. */
  sigma: number;
  /** From one second to the next, and how much latency swings with it. */
  correlation?: number;
  swing?: number;
  errorRate?: number;
  /** Errors come in bursts of this many. */
  burst?: number;
  /** How much slower it is at the end than at the beginning, as a share. */
  drift?: number;
  /** How many seconds apart the service pauses, and for how long. */
  pauses?: { everySeconds: number; seconds: number };
}

export const SECONDS = 120;

/** A run of two minutes in slices of one second. */
export function drawRun(
  { requests, sigma, correlation = 0, swing = 0, drift = 0, errorRate = 0, burst = 1, pauses }: Drawn,
  random: () => number,
): { all: Cell; slices: Cell[] } {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  let state = normal();
  const slices = Array.from({ length: SECONDS }, (_, second) => {
    const pause = pauses === undefined || second % pauses.everySeconds > 0 ? 0 : pauses.seconds;
    const all = new Sketch();
    let errors = 0;
    for (let at = 0; at < requests / SECONDS; at++) {
      const waits = pause === 0 ? 0 : Math.max(0, pause - random());
      all.add(
        20_000 * (1 + (drift * second) / SECONDS) * Math.exp(swing * state + sigma * normal()) + waits * 1e6,
      );
      if (random() < errorRate / burst) errors += burst;
    }
    state = correlation * state + Math.sqrt(1 - correlation ** 2) * normal();
    return cellOf(all, Math.min(errors, all.count));
  });
  return { all: mergeAllCells(slices), slices };
}

export function cellOf(all: Sketch, errors: number): Cell {
  return {
    ...emptyCell(),
    requests: all.count,
    errors,
    items: all.count,
    sumMicros: all.sum,
    minMicros: all.min,
    maxMicros: all.max,
    distribution: { kind: "sketch", all, failed: null },
  };
}

const RUNS = 60;

/** The verdicts of sixty runs; the target may depend on the run. */
export function verdictsOf(
  text: string | ((all: Cell) => string),
  law: Drawn,
  changes: { slices?: boolean } = {},
): ReturnType<typeof verdictOf>[] {
  const random = seededRandom(7);
  return Array.from({ length: RUNS }, () => {
    const { all, slices } = drawRun(law, random);
    const own = { ...figures(all, {}, SECONDS), slices: changes.slices === false ? null : slices };
    return verdictOf(typeof text === "string" ? text : text(all), all, { figures: own });
  });
}

/** The shares of the runs that get each verdict. */
export function sharesOf(...drawn: Parameters<typeof verdictsOf>): Record<Side, number> {
  const verdicts = verdictsOf(...drawn);
  const share = (side: Side) => verdicts.filter(({ verdict }) => verdict === side).length / RUNS;
  return { met: share("met"), unsure: share("unsure"), missed: share("missed") };
}

/** The p99 of a lognormal latency with a median of 20 ms. */
export const p99 = (sigma: number) => 20 * Math.exp(2.326348 * sigma);
