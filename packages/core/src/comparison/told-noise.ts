import { FIGURES, type ComparableFigures } from "../target/figures.ts";
import { record, type RunNoise } from "./resample-run.ts";

/** A run of which there is nothing to resample: its figures as they stand, and why nothing is known of their noise. */
export function toldNoise(
  figures: ComparableFigures,
  { requests, errors, doubt }: { requests: number; errors: number | null; doubt: string },
): RunNoise {
  return {
    estimates: record((metric) => ({ value: FIGURES[metric].of(figures), within: null, doubt })),
    requests,
    errors,
    errorDispersion: 1,
    sliceSeconds: 0,
    blockSeconds: null,
    blocks: 0,
  };
}
