import type { RunGauge } from "@headroom/contract";

export const GAUGES_HEAD = ["time_utc", "seconds", "gauge", "unit", "mean", "min", "max"] as const;

interface Stretch {
  from: number;
  to: number;
}

/** Every value of every gauge at its own time. Where nothing was measured, there is no line. */
export function gaugesLines(
  gauges: readonly RunGauge[],
  stretch: Stretch | null,
): (string | number | null)[][] {
  return gauges.flatMap(({ name, unit, pointSeconds, points }) =>
    points
      .filter(({ at }) => stretch === null || (Date.parse(at) >= stretch.from && Date.parse(at) < stretch.to))
      .map(({ at, mean, min, max }) => [at, pointSeconds, name, unit, mean, min, max]),
  );
}
