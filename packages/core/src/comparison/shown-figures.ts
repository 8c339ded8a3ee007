import type { ComparableFigures } from "../targets/figures.ts";
import { comparedFigure } from "./printed-change.ts";
import { record } from "./resample-run.ts";
import type { RunNoise } from "./resample-run.ts";
import type { Tested } from "./tested.ts";

/** A run with the figures that pages show of it, which its changes are computed from; null: they show none. */
export function withShown(noise: RunNoise, figures: ComparableFigures | null): RunNoise {
  const shown = record((metric) => (figures === null ? null : comparedFigure(metric, figures)));
  const estimates = record((metric) => ({ ...noise.estimates[metric], shown: shown[metric] }));
  return { ...noise, estimates };
}

type Interval = NonNullable<Tested["interval"]>;

/**
 * The interval of the tested ratio and the same one around the ratio that is shown, as one. Shown figures are rounded to a
 * bucket and by the tool, so an interval around them alone would miss the true ratio more often than the test does.
 */
export function aroundShown(
  { low, high }: Interval,
  { ratio, measured }: Pick<Tested, "ratio" | "measured">,
): Interval {
  const moved = ratio === null || measured === null || measured === 0 ? 1 : ratio / measured;
  return { low: low * Math.min(1, moved), high: high === null ? null : high * Math.max(1, moved) };
}
