import { HeadroomError, isSameFilter } from "@headroom/core";
import type { RunLabelFilter, RunTotals } from "@headroom/core";
import type { PartModel } from "@headroom/db";
import { orNull, storedLabelFilter } from "../record/stored.ts";
import type { OpenUpload } from "./open-upload.ts";

/** What a part says of its filter, and of what that left out. */
export function storedFilterOf({ labelFilter }: OpenUpload, { leftOut }: RunTotals) {
  if (labelFilter === null || leftOut === undefined) return stored(null);
  const { requests, labels } = leftOut;
  return stored({ ...labelFilter, requests, labels });
}

/** Figures of a run are of the same labels in all of its files. */
export function requireSameFilter(
  { labelFilter }: Pick<OpenUpload, "labelFilter">,
  others: readonly PartModel[],
): void {
  if (others.every((part) => isSameFilter(storedLabelFilter(part.labelFilter), labelFilter))) return;
  throw new HeadroomError("conflict", "Other labels were left out of the run's other files.", {
    field: labelFilter?.only.length ? "only-label" : "except-label",
    hint: "Send all files of a run with the same `only-label` and `except-label`.",
  });
}

/** Generators send the same labels, so those of the file with the most are the run's. */
export function joinFilters(parts: readonly PartModel[]) {
  const filters = parts.flatMap((part) => storedLabelFilter(part.labelFilter) ?? []);
  const [first] = filters;
  if (first === undefined) return stored(null);
  const requests = filters.reduce((sum, filter) => sum + filter.requests, 0);
  return stored({ ...first, requests, labels: Math.max(...filters.map(({ labels }) => labels)) });
}

function stored(filter: RunLabelFilter | null) {
  return { labelFilter: orNull(filter === null ? null : { ...filter }) };
}
