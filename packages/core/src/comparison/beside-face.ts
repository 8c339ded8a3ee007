import { comparedFigure } from "./printed-change.ts";
import { record } from "./resample-run.ts";
import type { RunNoise } from "./resample-run.ts";
import type { EarlierRun } from "./sides.ts";

/** From this share of runs on, rounding hides how they vary, and doesn't average out. */
const MOSTLY_SAME = 0.8;

/**
 * The runs of a level besides the newest one, `face`, which alone is resampled. Of the others only the figures are known, so they
 * are taken to vary within as much as it does. Figures are rounded, by buckets and by the tool. That averages out, unless most
 * runs show the same figure as the newest one: then all are taken to be rounded as far.
 */
export function besideFace(face: RunNoise, runs: readonly EarlierRun[]): RunNoise[] {
  const isRoundedAlike = record((metric) => {
    const same = runs.filter(
      ({ figures }) => comparedFigure(metric, figures) === face.estimates[metric].shown,
    );
    return same.length >= MOSTLY_SAME * runs.length;
  });
  return runs.map(({ figures, requests, errors }) => {
    const estimates = record((metric) => {
      const own = face.estimates[metric];
      const shown = comparedFigure(metric, figures);
      const { value, shown: rounded } = own;
      const isMoved = isRoundedAlike[metric] && value !== null && rounded !== null && rounded > 0;
      return { ...own, shown, value: shown === null || !isMoved ? shown : (shown * value) / rounded };
    });
    return { ...face, estimates, requests: requests ?? 0, errors, ranges: figures.latencyIntervalsMs ?? {} };
  });
}
