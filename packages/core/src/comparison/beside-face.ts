import { comparedFigure } from "./printed-change.ts";
import { record } from "./resample-run.ts";
import type { RunNoise } from "./resample-run.ts";
import type { EarlierRun } from "./sides.ts";

/**
 * Another run of the level that one stands for. Only its figures are known: it varies within as that one does, and its figures
 * are taken to be rounded, by buckets and by the tool, as far as those of that one are.
 */
export function besideFace(face: RunNoise, { figures, requests, errors }: EarlierRun): RunNoise {
  const estimates = record((metric) => {
    const own = face.estimates[metric];
    const shown = comparedFigure(metric, figures);
    const { value, shown: rounded } = own;
    const isRounded = value !== null && rounded !== null && rounded > 0;
    return { ...own, shown, value: shown === null || !isRounded ? shown : (shown * value) / rounded };
  });
  return { ...face, estimates, requests: requests ?? 0, errors };
}
