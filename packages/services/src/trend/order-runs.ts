import type { TrendAxis } from "@headroom/core";
import type { TrendRun } from "@headroom/db";

interface OrderedRuns {
  runs: TrendRun[];
  /** How many runs have no value for the axis. */
  unplaced: number;
}

const KEYS: Record<TrendAxis, (run: TrendRun) => string | null> = {
  date: () => "",
  commit: ({ commit }) => commit,
  branch: ({ branch }) => branch,
  version: ({ version }) => version,
};

/**
 * Runs in the order of an axis, given oldest first. Runs of one commit, branch or version are next to each other. Commits
 * and branches are ordered by their first run, versions by number: 1.9 before 1.10.
 */
export function orderRuns(runs: readonly TrendRun[], axis: TrendAxis): OrderedRuns {
  if (axis === "date") return { runs: [...runs], unplaced: 0 };
  const groups = new Map<string, TrendRun[]>();
  for (const run of runs) {
    const key = KEYS[axis](run);
    if (key === null || key === "") continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [run]);
    else group.push(run);
  }
  const keys = [...groups.keys()];
  if (axis === "version") keys.sort(byVersion.compare);
  const ordered = keys.flatMap((key) => groups.get(key) ?? []);
  return { runs: ordered, unplaced: runs.length - ordered.length };
}

const byVersion = new Intl.Collator("en", { numeric: true, sensitivity: "variant" });
