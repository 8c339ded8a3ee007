"use client";

import type { IntervalInput, MapInput } from "@headroom/ui/charts";
import { MapAndIntervals } from "./map-and-intervals.tsx";

const WORDS = {
  map: "Throughput and p99 of each run",
  arrow: "The arrow starts at the reference",
  smallest: "Gray: the smallest change these runs could have detected",
  title: "Comparison",
  fileName: "comparison",
};

const USUAL = "Gray: the change between the same hours of earlier days";

interface EvidenceChartsProps {
  map: MapInput | null;
  intervals: IntervalInput;
  /** Live traffic is compared with what is usual at these hours. */
  usual: boolean;
  /** Which runs show how much runs vary; null while it isn't known. Guests don't see other runs. */
  earlier?: string | null;
}

export function EvidenceCharts({ map, intervals, usual, ...rest }: EvidenceChartsProps) {
  const words = usual ? { ...WORDS, smallest: USUAL } : WORDS;
  return <MapAndIntervals map={map} intervals={intervals} words={words} {...rest} />;
}
