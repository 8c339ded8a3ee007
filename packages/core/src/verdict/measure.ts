import { metricRow } from "../target/metrics.ts";
import type { Figure, Rounding } from "../target/read-metric.ts";
import type { Target } from "../target/target.ts";
import type { JudgedFigures, JudgedWindow } from "./verdict.ts";

/** A figure in the target's unit, or why there is none. */
export type Measured = MeasuredFigure | { problem: string; window?: JudgedWindow };

export interface MeasuredFigure extends Figure {
  /** The label's own window, where it is not that of the run's figures. */
  window?: JudgedWindow;
  /** Why the figure does not stand for the window that is judged. */
  doubt?: string;
}

/** Reads the target's figure out of a window's figures. */
export function measure(target: Target, figures: JudgedFigures, rounding: Rounding): Measured {
  const measured = measureAsGiven(target, figures, rounding);
  if ("problem" in measured) return measured;
  const { value, low, high } = measured;
  return {
    ...measured,
    value: value === null ? null : withoutNoise(value),
    low: withoutNoise(low),
    high: withoutNoise(high),
  };
}

/** To twelve significant digits: a figure that equals its threshold must not differ from it by how it was worked out. */
export function withoutNoise(value: number): number {
  return Number(value.toPrecision(12));
}

function measureAsGiven(target: Target, figures: JudgedFigures, rounding: Rounding): Measured {
  const { metric, label, threshold } = target;
  const { all, allParts, durationSeconds, absent = [], achieved = null } = figures;
  const source = {
    cell: all,
    parts: allParts ?? [all],
    seconds: durationSeconds,
    absent,
    rounding,
    achieved,
    gauge: (name: string) => figures.gauge?.(name) ?? null,
    asked: threshold.kind === "absolute" ? threshold.unit : null,
  };
  const row = metricRow(metric);
  if (label === null || !row.ofLabels) return row.read(metric, source);
  const judged = figures.label(label);
  if (judged === null) return { problem: `The label “${label}” is not in this run.` };
  if ("problem" in judged) return judged;
  const { cell, parts, window, doubt } = judged;
  const own = { ...source, cell, parts: parts ?? [cell], seconds: judged.durationSeconds };
  return {
    ...row.read(metric, own),
    ...(window === null ? {} : { window }),
    ...(doubt === null ? {} : { doubt }),
  };
}
