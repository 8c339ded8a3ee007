import { joinUnit } from "../format/unit.ts";
import { formatMetric } from "../target/metrics.ts";
import type { Target } from "../target/target.ts";
import type { JudgedThreshold } from "./verdict.ts";

/** The unit that a target's figures are given in. */
export function unitOf(target: Target, measured: { unit: string }): string {
  return target.threshold.kind === "absolute" ? target.threshold.unit : measured.unit;
}

/** One sentence: the figure, the threshold, and how far apart they lie. */
export function describe(
  target: Target,
  measured: { value: number | null; low: number; high: number },
  threshold: JudgedThreshold,
): string {
  const { unit } = threshold;
  const name =
    target.label === null
      ? formatMetric(target.metric)
      : `${formatMetric(target.metric)} of “${target.label}”`;
  const against =
    target.threshold.kind === "baseline"
      ? `${toUnit(threshold.value, unit)} (from the baseline)`
      : toUnit(threshold.value, unit);
  if (measured.value === null) {
    const high = Number.isFinite(measured.high)
      ? `between ${toUnit(measured.low, unit)} and ${toUnit(measured.high, unit)}`
      : `at least ${toUnit(measured.low, unit)}`;
    return `${name} is ${high}; the target is ${against}.`;
  }
  const apart = measured.value - threshold.value;
  const figure = toUnit(measured.value, unit);
  if (apart === 0) return `${name} is ${figure}, exactly the target of ${against}.`;
  // "0.97% below" would read as a share of the target.
  const size = Math.abs(apart);
  const distance = unit === "%" ? pointsOf(size) : toUnit(size, unit);
  return apart < 0
    ? `${name} is ${figure}, ${distance} below the target of ${against}.`
    : `${name} is ${figure}, ${distance} above the target of ${against}.`;
}

function pointsOf(size: number): string {
  const points = toUnit(Number(size.toPrecision(4)));
  return points === "1" ? "1 percentage point" : `${points} percentage points`;
}

/** A figure as it is said in a sentence: four significant digits, or all digits of a whole part that has more. */
export function toUnit(value: number, unit = ""): string {
  return joinUnit(value.toLocaleString("en-US", digitsOf(Math.abs(value), unit)), unit);
}

/** Percents have the digits that pages show them with, so that a sentence and a figure never differ in their last one. */
function digitsOf(size: number, unit: string): Intl.NumberFormatOptions {
  if (size >= 1_000) return { maximumFractionDigits: 0 };
  if (unit !== "%" || size < 0.0995) return { maximumSignificantDigits: 4 };
  return { maximumFractionDigits: size >= 9.995 ? 1 : 2 };
}
