import type { ComparedRun } from "@headroom/contract";

const MOST_TARGETS = 3;

/** The targets of one figure as lines. Runs of one experiment share theirs: each threshold is one line. */
export function targetLines(
  runs: readonly Pick<ComparedRun, "targets">[],
  metric: string,
): { value: number; text: string }[] {
  const lines = new Map<number, string>();
  for (const { targets } of runs) {
    for (const { metric: of, label, users, threshold, unit } of targets) {
      if (of !== metric || label !== null || users !== null) continue;
      const value = inChartUnit(threshold, unit);
      if (value !== null) lines.set(value, `target ${value.toLocaleString("en-US")}`);
    }
  }
  return [...lines].slice(0, MOST_TARGETS).map(([value, text]) => ({ value, text }));
}

/** Milliseconds and a second, which figures are shown in. */
const FACTORS: Readonly<Record<string, number>> = {
  us: 0.001,
  ms: 1,
  s: 1_000,
  min: 60_000,
  "/s": 1,
  "/min": 1 / 60,
  "/h": 1 / 3_600,
};

/** A threshold in the unit of the figures; null where it has no such unit. */
export function inChartUnit(threshold: number, unit: string): number | null {
  const factor = FACTORS[unit];
  return factor === undefined ? null : threshold * factor;
}
