import { exactValue, MAX_POOLED_RUNS } from "@headroom/core";
import { plural } from "@headroom/core/format";
import type { Trend, TrendChange, TrendRun } from "@headroom/services";
import type { TrendLevel, TrendPointOf } from "@headroom/ui/charts";
import { figureWords } from "./trend-figure.ts";
import type { TrendFigure } from "./trend-figure.ts";

/** The runs of one level, those nearest to the change first. */
export interface LevelRuns {
  /** Those that are pooled: as many as one side can have. */
  ids: readonly string[];
  /** All of them. */
  total: number;
  /** The numbers of the first and the last one that are pooled, in order of time. */
  from: number;
  to: number;
}

/** What is on either side of a change. */
export interface AroundChange {
  /** The last run before the change and the first one after it; for a drift, its newest run. Null if that run is missing. */
  sides: { before: string; after: string } | null;
  /** "bb71f1d to ca88db7"; null: not known. */
  commits: { from: string | null; to: string } | null;
  /** All runs of the level before it and of the one since. Null: on one side there is no level. */
  levels: { before: LevelRuns; after: LevelRuns } | null;
}

/** If one branch was asked for, its runs are the line. */
export function placeOf({ setAside, isOfOtherBranch }: TrendRun, branch: string | null): TrendPointOf {
  if (setAside !== null) return "set-aside";
  return isOfOtherBranch && branch === null ? "branch" : "line";
}

/** Between steps. Of a series that drifts, no stretch has one level. */
export function levelsOf(trend: Trend, figure: TrendFigure): TrendLevel[] {
  const steps = trend.changes.filter(({ found }) => found);
  if (steps.length === 0 || steps.some(({ drift }) => drift !== null)) return [];
  const joined = trend.runs.filter((run) => placeOf(run, null) === "line" && exactValue(run) !== null);
  const starts = steps.map(({ runId }) => joined.findIndex(({ id }) => id === runId));
  if (starts.includes(-1)) return [];
  return [0, ...starts].flatMap((from, at) => {
    const runs = joined.slice(from, starts[at] ?? joined.length);
    const value = at === 0 ? steps[0]?.before : steps[at - 1]?.after;
    const [first, last] = [runs[0], runs.at(-1)];
    if (value === undefined || first === undefined || last === undefined) return [];
    const values = runs.flatMap((run) => exactValue(run) ?? []).toSorted((a, b) => a - b);
    const share = (part: number) => values[Math.round(part * (values.length - 1))] ?? value;
    return [
      {
        firstKey: first.id,
        lastKey: last.id,
        value,
        usual: { low: share(1 - USUAL), high: share(USUAL) },
        short: figureWords(figure, value),
        text: `level ${figureWords(figure, value)}, ${plural(runs.length, "run")}`,
      },
    ];
  });
}

/** Nine of ten runs are no higher than the usual range, and nine of ten no lower. */
const USUAL = 0.9;

/** What led to it, by the runs of its line. */
export function sidesOf(
  { runId, drift }: TrendChange,
  { runs }: Trend,
): Pick<AroundChange, "sides" | "commits"> {
  const joined = runs.filter((run) => placeOf(run, null) === "line");
  const at = joined.findIndex(({ id }) => id === runId);
  const [before, first, last] = [joined[at - 1], joined[at], joined.at(-1)];
  if (first === undefined) return { sides: null, commits: null };
  const short = (commit: string | null | undefined) => commit?.slice(0, 7) ?? null;
  const to = short(first.commit);
  return {
    sides:
      before === undefined || last === undefined
        ? null
        : { before: before.id, after: drift === null ? first.id : last.id },
    commits: to === null ? null : { from: short(before?.commit), to },
  };
}

/**
 * The whole level before a step and the whole one since, up to the next step on either side: what the line joins and has an exact
 * value. A drift has no level.
 */
export function levelsAround(
  { runId, drift, found }: TrendChange,
  { runs, changes }: Trend,
  branch: string | null,
): AroundChange["levels"] {
  if (!found || drift !== null) return null;
  const joined = runs.filter(
    (run) => placeOf(run, branch) === "line" && !run.otherLoad && exactValue(run) !== null,
  );
  const placeOfRun = (id: string) => joined.findIndex((run) => run.id === id);
  const at = placeOfRun(runId);
  const steps = changes
    .flatMap((one) => (one.found ? [placeOfRun(one.runId)] : []))
    .filter((place) => place > -1);
  const before = joined.slice(Math.max(0, ...steps.filter((place) => place < at)), Math.max(0, at));
  const after =
    at === -1 ? [] : joined.slice(at, Math.min(joined.length, ...steps.filter((place) => place > at)));
  const first = levelRuns(before.slice(-MAX_POOLED_RUNS).toReversed(), before);
  const second = levelRuns(after.slice(0, MAX_POOLED_RUNS), after);
  return first === null || second === null ? null : { before: first, after: second };
}

function levelRuns(pooled: readonly TrendRun[], { length: total }: readonly TrendRun[]): LevelRuns | null {
  const numbers = pooled.map(({ number }) => number);
  if (numbers.length === 0) return null;
  return { ids: pooled.map(({ id }) => id), total, from: Math.min(...numbers), to: Math.max(...numbers) };
}
