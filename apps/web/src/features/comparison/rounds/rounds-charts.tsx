"use client";

import type { ReactNode } from "react";
import type { IntervalInput, MapInput } from "@headroom/ui/charts";
import { MapAndIntervals } from "../pair/map-and-intervals.tsx";

const WORDS = {
  map: "Throughput and p99 of each experiment",
  arrow: "The arrow goes from before to after",
  smallest: "Gray: the smallest change each pair could have detected",
  title: "Rounds",
  fileName: "rounds",
};

interface RoundsChartsProps {
  map: MapInput | null;
  intervals: IntervalInput;
  problem?: ReactNode;
}

export function RoundsCharts(props: RoundsChartsProps) {
  return <MapAndIntervals {...props} words={WORDS} />;
}
