import { HeadroomError } from "@headroom/core";

/** The refusal of a change that was based on an earlier version. */
export function changedMeanwhile(
  /** "the peak day" */
  what: string,
  hint = "Review their changes, then save again.",
): HeadroomError {
  return new HeadroomError("conflict", `Someone else has changed ${what} in the meantime.`, {
    field: "version",
    hint,
  });
}
