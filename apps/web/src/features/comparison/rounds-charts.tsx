"use client";

import { useMemo } from "react";
import { SheetTitle } from "@headroom/ui";
import { IntervalChart, MapChart, prepareIntervals, prepareMap } from "@headroom/ui/charts";
import type { IntervalInput, MapInput } from "@headroom/ui/charts";

export function RoundsCharts({ map, intervals }: { map: MapInput | null; intervals: IntervalInput }) {
  const drawn = useMemo(() => (map === null ? null : prepareMap(map)), [map]);
  const ratios = useMemo(() => prepareIntervals(intervals), [intervals]);
  return (
    <div className="grid grid-cols-1 desk:grid-cols-[minmax(0,1.12fr)_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col p-4 wide:px-5 wide:py-4.5">
        <SheetTitle>Throughput and p99 of each experiment</SheetTitle>
        <p className="text-12 text-ink-3">The arrow goes from A to B</p>
        {drawn === null ? (
          <p className="py-6 text-13 text-ink-2">No run has both a throughput and a p99.</p>
        ) : (
          <MapChart model={drawn} fileName="rounds-map" title="Rounds" />
        )}
      </div>
      <div className="flex min-w-0 flex-col border-t border-line p-4 desk:border-t-0 desk:border-l wide:px-5 wide:py-4.5">
        <SheetTitle>How certain each change is</SheetTitle>
        <p className="text-12 text-ink-3">Gray: the smallest change that each pair could have shown</p>
        <IntervalChart model={ratios} fileName="rounds-intervals" title="Rounds" />
      </div>
    </div>
  );
}
