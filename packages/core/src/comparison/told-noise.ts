import type { ChangeReason } from "./change-sentences.ts";
import { record } from "./resample-run.ts";
import type { RunNoise } from "./resample-run.ts";

/** A run without anything to resample, and why its noise is unknown. */
export function toldNoise({
  requests,
  errors,
  doubt,
}: {
  requests: number;
  errors: number | null;
  doubt: ChangeReason;
}): RunNoise {
  return {
    estimates: record(() => ({ value: null, shown: null, within: null, doubt, freedom: 0 })),
    requests,
    errors,
    errorDispersion: 1,
    sliceSeconds: 0,
    blockSeconds: null,
  };
}
