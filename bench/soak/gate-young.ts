import { resampleRun } from "@headroom/core";
import { RunDraws } from "./aa-law.ts";
import type { Law } from "./aa-law.ts";
import { gateOutcome } from "./gate-outcome.ts";
import { compareNext, stateOf } from "./level-series.ts";
import type { SeriesRun } from "./level-series.ts";

/** The runs of a new experiment that are judged, the second to the last. */
export const YOUNG_RUNS = 20;
const SLOWER = 1.2;

/** How many of the series failed, or were unsure, at each run. */
export interface YoungOutcomes {
  fails: number[];
  unsure: number[];
  /** If the runs have targets, which they meet. */
  unsureMet: number[];
}

/**
 * A new experiment whose runs become its history one by one, each compared with the level of those before it, as `headroom gate`
 * does. Requests take 20% longer from one run on, or never.
 */
export function judgeYoung(
  law: Law,
  {
    slowerFrom,
    series,
    resamples,
    seed,
  }: { slowerFrom: number; series: number; resamples: number; seed: number },
): YoungOutcomes {
  const outcomes = {
    fails: Array.from({ length: YOUNG_RUNS }, () => 0),
    unsure: Array.from({ length: YOUNG_RUNS }, () => 0),
    unsureMet: Array.from({ length: YOUNG_RUNS }, () => 0),
  };
  for (let one = 0; one < series; one++) {
    const draws = new RunDraws(law, seed + one);
    const runs: SeriesRun[] = [];
    for (let at = 0; at < YOUNG_RUNS; at++) {
      const noise = resampleRun(draws.run(at + 1 >= slowerFrom ? SLOWER : 1), resamples);
      const { whole, level, earlierRuns } = compareNext(runs, noise);
      if (level.length > 0) {
        const bare = gateOutcome(whole, { earlierRuns, meets: false });
        const met = gateOutcome(whole, { earlierRuns, meets: true });
        if (bare === "regressed") add(outcomes.fails, at);
        if (bare === "unsure") add(outcomes.unsure, at);
        if (met === "unsure") add(outcomes.unsureMet, at);
      }
      runs.push({ noise, state: stateOf(whole) });
    }
  }
  return outcomes;
}

function add(counts: number[], at: number): void {
  counts[at] = (counts[at] ?? 0) + 1;
}
