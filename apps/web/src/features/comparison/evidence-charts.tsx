"use client";

import { useMemo } from "react";
import type { RunComparison } from "@headroom/contract";
import { SheetTitle } from "@headroom/ui";
import { IntervalChart, MapChart, prepareIntervals, prepareMap } from "@headroom/ui/charts";
import { intervalInput } from "./interval-input.ts";
import { mapInput } from "./prepare-map-input.ts";
import type { RunCard } from "./prepare-runs.ts";
import type { StatisticsByRun } from "./statistics-by-run.ts";

interface EvidenceChartsProps {
  comparison: RunComparison;
  cards: readonly RunCard[];
  statistics: StatisticsByRun;
}

export function EvidenceCharts({ comparison, cards, statistics }: EvidenceChartsProps) {
  const map = useMemo(() => {
    const input = mapInput(comparison, cards);
    return input === null ? null : prepareMap(input);
  }, [comparison, cards]);
  const intervals = useMemo(
    () => prepareIntervals(intervalInput(comparison, cards, statistics)),
    [comparison, cards, statistics],
  );
  return (
    <div className="grid grid-cols-1 desk:grid-cols-[minmax(0,1.12fr)_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col p-4 wide:px-5 wide:py-4.5">
        <SheetTitle>Throughput and p99 of each run</SheetTitle>
        <p className="text-12 text-ink-3">The arrow starts at the reference</p>
        {map === null ? (
          <p className="py-6 text-13 text-ink-2">No run has both a throughput and a p99.</p>
        ) : (
          <MapChart model={map} fileName="comparison-map" title="Comparison" />
        )}
      </div>
      <div className="flex min-w-0 flex-col border-t border-line p-4 desk:border-t-0 desk:border-l wide:px-5 wide:py-4.5">
        <SheetTitle>How certain each change is</SheetTitle>
        <p className="text-12 text-ink-3">Gray: the smallest change that these runs could have shown</p>
        <IntervalChart model={intervals} fileName="comparison-intervals" title="Comparison" />
      </div>
    </div>
  );
}
