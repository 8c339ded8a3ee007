import { FIGURE_IDS, FIGURES, findChangePoints, RELEVANT_SHARE } from "@headroom/core";
import type { LevelChange } from "@headroom/contract";
import { readLevels, type EarlierRunRead, type WorkspaceTx } from "@headroom/db";
import { figuresOf } from "./compared-run.ts";
import { judgedSummary } from "./find-earlier.ts";
import type { SideRun } from "./read-noise.ts";

/** A change that is further back is no longer looked for. */
const RUNS_LOOKED_AT = 200;

interface LevelSeries {
  experimentId: string;
  environment: string | null;
  branch: string | null;
}

/** Reads each experiment's runs once, however many pairs need them. */
export class LevelReader {
  readonly #tx: WorkspaceTx;
  readonly #known = new Map<string, Promise<EarlierRunRead[]>>();

  constructor(tx: WorkspaceTx) {
    this.#tx = tx;
  }

  of(series: LevelSeries): Promise<EarlierRunRead[]> {
    const key = JSON.stringify(series);
    const known = this.#known.get(key) ?? readLevels(this.#tx, { ...series, limit: RUNS_LOOKED_AT });
    this.#known.set(key, known);
    return known;
  }
}

/**
 * The metrics whose level the trend shows to have changed between the two runs, so that the comparison never contradicts
 * it. Nothing for runs of different experiments, environments or branches, which are on no common trend.
 */
export async function changesBetween(
  { before, after }: { before: readonly SideRun[]; after: readonly SideRun[] },
  levels: LevelReader,
): Promise<LevelChange[]> {
  const [one, other, ...more] = [...before, ...after];
  if (one === undefined || other === undefined || more.length > 0) return [];
  const series = commonSeries(one, other);
  if (series === null) return [];
  const runs = await levels.of(series);
  const [from, to] = [startOf(one), startOf(other)];
  return FIGURE_IDS.flatMap((metric) => {
    const known = runs.flatMap((run) => {
      const summary = judgedSummary(run);
      const value = summary === null ? null : FIGURES[metric].of(figuresOf({ summary }));
      return value === null ? [] : [{ number: run.number, at: run.startedAt?.getTime() ?? 0, value }];
    });
    const changes = findChangePoints(known.map(({ value }) => value)).flatMap((change) => {
      const first = known[change.index];
      return first !== undefined && isBetween(first.at, from, to) ? [{ ...change, run: first.number }] : [];
    });
    return netChange(changes, { backwards: from > to }).map((net) => ({ metric, ...net }));
  });
}

function commonSeries({ read: one }: SideRun, { read: other }: SideRun): LevelSeries | null {
  const [a, b] = [one.run, other.run];
  const branches = new Set([a.branch, b.branch].filter((branch) => branch !== null));
  if (a.experimentId !== b.experimentId || a.environment !== b.environment || branches.size > 1) return null;
  return { experimentId: a.experimentId, environment: a.environment, branch: [...branches][0] ?? null };
}

/** The run itself is of the new level, so a change at the later run counts and one at the earlier run doesn't. */
function isBetween(at: number, from: number, to: number): boolean {
  return at > Math.min(from, to) && at <= Math.max(from, to);
}

/** From the level of the first run of the pair to that of the second; nothing if changes cancel each other. */
function netChange(
  changes: readonly { run: number; before: number; after: number }[],
  { backwards }: { backwards: boolean },
): Omit<LevelChange, "metric">[] {
  const [first, last] = [changes[0], changes.at(-1)];
  if (first === undefined || last === undefined) return [];
  const [before, after] = backwards ? [last.after, first.before] : [first.before, last.after];
  const same = before === after || (before !== 0 && Math.abs(after / before - 1) < RELEVANT_SHARE);
  return same ? [] : [{ before, after, runs: changes.map(({ run }) => run) }];
}

function startOf({ compared }: SideRun): number {
  return Date.parse(compared.startedAt);
}
