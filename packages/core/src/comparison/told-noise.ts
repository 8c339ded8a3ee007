import { exactFigure } from "../targets/figures.ts";
import type { ComparableFigures } from "../targets/figures.ts";
import { record } from "./resample-run.ts";
import type { RunNoise } from "./resample-run.ts";

/** A run without anything to resample: its values as reported, and why their noise is unknown. */
export function toldNoise(
  figures: ComparableFigures,
  { requests, errors, doubt }: { requests: number; errors: number | null; doubt: string },
): RunNoise {
  return {
    estimates: record((metric) => ({ value: exactFigure(metric, figures), within: null, doubt, freedom: 0 })),
    requests,
    errors,
    errorDispersion: 1,
    sliceSeconds: 0,
    blockSeconds: null,
  };
}
