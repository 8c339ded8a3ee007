import { metricRow } from "../targets/metrics.ts";
import type { MetricSource, Rounding } from "../targets/read-metric.ts";
import type { Target } from "../targets/target.ts";
import { absentOfLabel } from "../cell/sample.ts";
import type { AbsentFigure } from "../cell/sample.ts";
import type { TargetReason } from "./target-sentences.ts";
import type { JudgedFigures, JudgedWindow, MeasuredFigure } from "./judged.ts";

/** A figure in the target's unit, or why there is none. */
export type Measured = MeasuredFigure | { problem: TargetReason; window?: JudgedWindow };

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
  const { metric, label } = target;
  const row = metricRow(metric);
  const source = sourceOf(target, figures, rounding);
  const behind = { parts: source.parts, slices: figures.slices ?? null, seconds: source.seconds };
  if (label === null || !row.ofLabels) return { ...behind, ...healthOf(source), ...row.read(metric, source) };
  const judged = figures.label(label);
  if (judged === null) return { problem: { code: "no-label", label } };
  if ("problem" in judged) return judged;
  const { cell, window, doubt, durationSeconds: seconds } = judged;
  const parts = judged.parts ?? [cell];
  const own = { ...source, cell, parts, seconds, absent: absentOfLabel(source.absent) };
  return {
    parts,
    slices: judged.slices ?? null,
    seconds,
    ...healthOf(own),
    ...row.read(metric, own),
    ...(window === null ? {} : { window }),
    ...(doubt === null ? {} : { doubt }),
  };
}

function healthOf({ cell, absent }: MetricSource): Pick<MeasuredFigure, "allSucceeded"> {
  const told = cell.withoutOutcome === undefined && !absent.some((figure) => FAILURES.has(figure));
  return { allSucceeded: told && cell.errors === 0 };
}

const FAILURES: ReadonlySet<AbsentFigure> = new Set(["errors", "some-errors"]);

function sourceOf({ threshold }: Target, figures: JudgedFigures, rounding: Rounding): MetricSource {
  return {
    cell: figures.all,
    parts: figures.allParts ?? [figures.all],
    seconds: figures.durationSeconds,
    absent: figures.absent ?? [],
    rounding,
    achieved: figures.achieved ?? null,
    gauge: (name: string) => figures.gauge?.(name) ?? null,
    asked: threshold.kind === "absolute" ? threshold.unit : null,
  };
}
