import clsx from "clsx";
import { useMemo } from "react";
import type { ReactNode } from "react";
import { SheetTitle } from "@headroom/ui";
import { IntervalChart, MapChart, prepareIntervals, prepareMap } from "@headroom/ui/charts";
import type { IntervalInput, MapInput } from "@headroom/ui/charts";

interface MapAndIntervalsProps {
  map: MapInput | null;
  intervals: IntervalInput;
  /** Instead of the intervals: why nothing is known about them. A ratio alone would look like a result. */
  problem?: ReactNode;
  words: {
    map: string;
    arrow: string;
    smallest: string;
    /** In the files and pictures of both charts. */
    title: string;
    fileName: string;
  };
}

/** More intervals are taller than a page, and the table below has them all. */
const MOST_ON_PAPER = 24;

/** Throughput and p99 before and after, beside how certain each change is. */
export function MapAndIntervals({ map, intervals, problem = null, words }: MapAndIntervalsProps) {
  const places = useMemo(() => (map === null ? null : prepareMap(map)), [map]);
  const ratios = useMemo(() => prepareIntervals(intervals), [intervals]);
  const { title, fileName } = words;
  const fits = ratios.groups.reduce((sum, { rows }) => sum + rows.length, 0) <= MOST_ON_PAPER;
  return (
    <div
      className={clsx(
        "grid grid-cols-1 desk:grid-cols-[minmax(0,1.12fr)_minmax(0,1fr)]",
        fits ? "paper:grid-cols-2" : "paper:grid-cols-1",
      )}
    >
      <div className="flex min-w-0 flex-col p-4 wide:px-5 wide:py-4.5">
        <SheetTitle>{words.map}</SheetTitle>
        <p className="text-12 text-ink-3">{words.arrow}</p>
        {places === null ? (
          <p className="py-6 text-13 text-ink-2">No run has both a throughput and a p99.</p>
        ) : (
          <MapChart model={places} fileName={`${fileName}-map`} title={title} />
        )}
      </div>
      <div
        className={clsx(
          "flex min-w-0 flex-col border-t border-line p-4 desk:border-t-0 desk:border-l wide:px-5 wide:py-4.5",
          fits ? "paper:border-t-0 paper:border-l" : "paper:hidden print:hidden",
        )}
      >
        <SheetTitle>How certain each change is</SheetTitle>
        <p className="text-12 text-ink-3">{words.smallest}</p>
        {problem !== null ? (
          problem
        ) : intervals.groups.length === 0 ? (
          <p className="py-6 text-13 text-ink-2">
            No metric has a single value on both sides, so there is no ratio to show.
          </p>
        ) : (
          <IntervalChart model={ratios} fileName={`${fileName}-intervals`} title={title} />
        )}
      </div>
    </div>
  );
}
