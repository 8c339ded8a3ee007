import type { ReactNode } from "react";
import { FIGURE_IDS } from "@headroom/core";
import type { FigureId } from "@headroom/core";
import { Segmented, Select, Sheet, SheetTitle } from "@headroom/ui";
import { metricName } from "../view/figure-words.ts";
import type { ComparisonQuery, ComparisonView } from "../view/search-params.ts";

const VIEWS = [
  { value: "figures", label: "Figures" },
  { value: "labels", label: "Labels" },
] as const satisfies readonly { value: ComparisonView; label: string }[];

interface TablesSheetProps {
  query: ComparisonQuery;
  /** What is shown of the two, and by what. */
  view: ComparisonView;
  metric: FigureId;
  hasLabels: boolean;
  /** Totals that a tool or a publication gives have no window. */
  isQuoted: boolean;
  /** Some run lacks a label that another one has. */
  hasNewLabels: boolean;
  /** What labels can be compared by. */
  metrics: readonly FigureId[];
  go: (next: ComparisonQuery) => void;
  /** The noise could not be asked for. */
  failed: boolean;
  children: ReactNode;
}

export function TablesSheet(props: TablesSheetProps) {
  const { query, view, metric, metrics, hasLabels, hasNewLabels, isQuoted, go, failed, children } = props;
  // An address can ask for another one.
  const options = FIGURE_IDS.filter((one) => one === metric || metrics.includes(one)).map((value) => ({
    value,
    label: metricName(value),
  }));
  return (
    <Sheet label="Figures side by side" className="mt-5">
      <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 wide:px-5">
        <SheetTitle>Side by side</SheetTitle>
        <span className="text-12 text-ink-3 max-wide:hidden">
          {view === "labels"
            ? `${hasNewLabels ? "New and vanished labels first, then what got worse" : "What got worse first"}. Each run in its judged window.`
            : `${isQuoted ? "Each run as quoted" : "Each run in its judged window"}, against its own targets.`}
        </span>
        <span className="ml-auto flex flex-wrap items-center gap-2">
          {view === "labels" ? (
            <Select
              aria-label="Metric of the labels"
              options={options}
              value={metric}
              onChange={(next) => go({ ...query, metric: next })}
              className="w-32"
            />
          ) : null}
          {hasLabels ? (
            <Segmented
              label="What to compare"
              size="small"
              segments={VIEWS}
              value={view}
              onChange={(next) => go({ ...query, view: next })}
            />
          ) : null}
        </span>
      </div>
      {failed ? (
        <p role="alert" className="px-4 py-3 text-13 text-ink-2 wide:px-5">
          Couldn't load how certain the changes are. Reload the page to try again.
        </p>
      ) : null}
      {children}
    </Sheet>
  );
}
