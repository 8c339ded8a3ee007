import type { WindowLabel, WindowLabels } from "@headroom/services";
import type { LabelOrder, LabelSort, RunView } from "../view/search-params.ts";

export type { WindowLabel, WindowLabels };

/** The page size if the database can sort. */
const LABELS_AT_ONCE = 100;
/** If sorting needs figures of a window, all sorted labels come in one page. */
const SORTED_AT_ONCE = 1_000;

type Shown = Pick<RunView, "window" | "successful">;

export function labelsAtOnce({ window, successful }: Shown, { sort }: LabelOrder): number {
  const stored = window === "whole" && !successful;
  return stored || isBusiest(sort) || sort === "label" ? LABELS_AT_ONCE : SORTED_AT_ONCE;
}

/** One page of labels, as the procedure is asked for it. */
export function labelsQuery(runId: string, shown: Shown, order: LabelOrder, page: number) {
  const limit = labelsAtOnce(shown, order);
  const { search, kind, sort, direction } = order;
  return {
    runId,
    window: shown.window,
    successful: shown.successful,
    search,
    ...(kind === null ? {} : { kind }),
    ...orderOf(sort, direction),
    skip: page * limit,
    limit,
  };
}

/** Busiest first is a stored order, which needs no figures of a window. */
function orderOf(sort: LabelSort, direction: LabelOrder["direction"]) {
  const rising = direction === "ascending";
  if (isBusiest(sort))
    return { sort: "rank" as const, direction: rising ? ("desc" as const) : ("asc" as const) };
  return { sort, direction: rising ? ("asc" as const) : ("desc" as const) };
}

function isBusiest(sort: LabelSort): boolean {
  return sort === "requests";
}
