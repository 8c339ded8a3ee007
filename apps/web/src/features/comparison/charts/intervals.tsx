"use client";

import { useMemo } from "react";
import { IntervalChart, prepareIntervals } from "@headroom/ui/charts";
import type { IntervalInput } from "@headroom/ui/charts";

export function Intervals({ intervals }: { intervals: IntervalInput }) {
  const model = useMemo(() => prepareIntervals(intervals), [intervals]);
  return <IntervalChart model={model} fileName="comparison-intervals" title="Comparison" />;
}
