import { besideFace, compareFamily, FIGURES, levelOf, levelSteps } from "@headroom/core";
import type { LevelStep, MetricStatistic, RunNoise } from "@headroom/core";
import { ofSummary } from "./drawn-hours.ts";

/** So many earlier runs are enough without those in between. */
const ENOUGH_EARLIER = 7;

/** One of the runs of an experiment that are judged one after another. */
export interface SeriesRun {
  noise: RunNoise;
  state: "good" | "worse" | "regressed";
}

/** A run compared with the level of those before it, as `headroom gate` does. Without any, nothing is compared. */
export interface Compared {
  whole: MetricStatistic[];
  /** The places of the runs of the level. */
  level: number[];
  steps: LevelStep[];
  /** How many runs from before show how much such runs vary. */
  earlierRuns: number;
}

export function compareNext(runs: readonly SeriesRun[], noise: RunNoise): Compared {
  const all = runs.map(({ noise: one }, at) => ofSummary(one, at));
  const steps = levelSteps(all.map(({ figures }) => figures));
  const known = runs.map(({ state }, at) => ({
    figures: all[at]?.figures ?? null,
    isSound: true,
    against: state === "good" ? null : state === "regressed" ? ("run" as const) : ("other" as const),
    isAccepted: false,
  }));
  const found = levelOf(known, steps, { isPresent: false });
  const lastGood = runs.findLastIndex(({ state }) => state === "good");
  const level = found.length > 0 || lastGood < 0 ? found : [lastGood];
  const face = level.at(-1);
  const own = face === undefined ? undefined : runs[face]?.noise;
  if (face === undefined || own === undefined) return { whole: [], level, steps, earlierRuns: 0 };
  const others = level.slice(0, -1);
  const beside = others.flatMap((at) => all[at] ?? []);
  const before = [own, ...besideFace(own, beside)];
  const earlier = all.slice(0, face).filter((_, at) => !others.includes(at));
  const between = earlier.length < ENOUGH_EARLIER ? all.slice(face + 1) : [];
  const sides = { before, after: [noise], earlier: [earlier], between: [between], veto: null };
  const [whole = []] = compareFamily([sides]);
  return { whole, level, steps, earlierRuns: earlier.length + others.length };
}

export function stateOf(whole: readonly MetricStatistic[]): SeriesRun["state"] {
  if (isWorse(whole, "regressed")) return "regressed";
  return isWorse(whole, "differs") ? "worse" : "good";
}

function isWorse(whole: readonly MetricStatistic[], looked: MetricStatistic["verdict"]): boolean {
  return whole.some(({ metric, verdict, before, after }) => {
    if (verdict !== looked || before === null || after === null) return false;
    return FIGURES[metric].better === "higher" ? after < before : after > before;
  });
}
