import type { ComparedRun } from "@headroom/contract";
import { figureOfMetric, inShownUnit } from "@headroom/core";
import type { FigureId } from "@headroom/core";
import { thresholdIn } from "../../run/verdict/target-words.ts";

const MAX_TARGETS = 3;

/** The targets of one figure as lines. Runs of one experiment share theirs: each threshold is one line. */
export function targetLines(
  runs: readonly Pick<ComparedRun, "targets">[],
  figure: FigureId,
): { value: number; text: string }[] {
  const lines = new Map<number, string>();
  for (const { targets } of runs) {
    for (const { metric, label, users, threshold, unit } of targets) {
      if (figureOfMetric(metric) !== figure || label !== null || users !== null) continue;
      const value = inShownUnit(threshold, unit);
      if (value !== null) lines.set(value, `target ${thresholdIn({ threshold: value })}`);
    }
  }
  return [...lines].slice(0, MAX_TARGETS).map(([value, text]) => ({ value, text }));
}
