import { compareFamily, FIGURES, resampleRun, WORSE_RUNS_TO_SETTLE } from "@headroom/core";
import type { MetricStatistic, RunNoise } from "@headroom/core";
import { RunDraws } from "./aa-law.ts";
import type { Law } from "./aa-law.ts";
import { ofSummary } from "./drawn-hours.ts";
import { gateOutcome } from "./gate-outcome.ts";

/** The runs of a new experiment that are judged, the second to the last. */
export const YOUNG_RUNS = 20;
/** So many earlier runs are enough without those in between. */
const ENOUGH_EARLIER = 7;
const SLOWER = 1.2;

interface Judged {
  noise: RunNoise;
  state: "good" | "worse" | "regressed";
  /** Its baseline's place. */
  against: number;
}

/** How many of the series failed, or were unsure, at each run. */
export interface YoungOutcomes {
  fails: number[];
  unsure: number[];
  /** If the runs have targets, which they meet. */
  unsureMet: number[];
}

/**
 * A new experiment whose runs become its history one by one, each compared with the last good one before it, as `headroom gate`
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
    const runs: Judged[] = [];
    for (let at = 0; at < YOUNG_RUNS; at++) {
      const noise = resampleRun(draws.run(at + 1 >= slowerFrom ? SLOWER : 1), resamples);
      const against = runs.findLastIndex(({ state }) => state === "good");
      const whole = against < 0 ? [] : compare(runs, { noise, against });
      const state = stateOf(whole, runs, against);
      if (against >= 0) {
        const bare = gateOutcome(whole, { earlierRuns: against, meets: false });
        const met = gateOutcome(whole, { earlierRuns: against, meets: true });
        if (bare === "regressed") add(outcomes.fails, at);
        if (bare === "unsure") add(outcomes.unsure, at);
        if (met === "unsure") add(outcomes.unsureMet, at);
      }
      runs.push({ noise, state, against });
    }
  }
  return outcomes;
}

function add(counts: number[], at: number): void {
  counts[at] = (counts[at] ?? 0) + 1;
}

function compare(
  runs: readonly Judged[],
  { noise, against }: Pick<Judged, "noise" | "against">,
): MetricStatistic[] {
  const all = runs.map(({ noise: one }, at) => ofSummary(one, at));
  const earlier = all.slice(0, against);
  const between = earlier.length < ENOUGH_EARLIER ? all.slice(against + 1) : [];
  const before = runs.slice(against, against + 1).map((run) => run.noise);
  const [whole = []] = compareFamily([
    { before, after: [noise], earlier: [earlier], between: [between], veto: null },
  ]);
  return whole;
}

function stateOf(
  whole: readonly MetricStatistic[],
  runs: readonly Judged[],
  against: number,
): Judged["state"] {
  if (isWorse(whole, "regressed")) return "regressed";
  if (!isWorse(whole, "differs")) return "good";
  const worse = runs.filter((run) => run.state === "worse" && run.against === against).length;
  return worse < WORSE_RUNS_TO_SETTLE ? "worse" : "good";
}

function isWorse(whole: readonly MetricStatistic[], looked: MetricStatistic["verdict"]): boolean {
  return whole.some(({ metric, verdict, before, after }) => {
    if (verdict !== looked || before === null || after === null) return false;
    return FIGURES[metric].better === "higher" ? after < before : after > before;
  });
}
