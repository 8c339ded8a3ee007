"use client";

import dynamic from "next/dynamic";
import { SheetSection, SheetTitle } from "@headroom/ui";
import { ChartsSkeleton } from "../charts-skeleton.tsx";
import type { TimelineFrame } from "../timeline-input.ts";
import type { TimelineFigures } from "../timeline-points.ts";

/** Recharts loads after the results, into the space its skeleton keeps. */
const SharedCharts = dynamic(() => import("./shared-charts.tsx").then((module) => module.SharedCharts), {
  ssr: false,
  loading: () => <ChartsSkeleton gauges={0} />,
});

interface SharedTimelineProps {
  frame: TimelineFrame;
  /** All drawn data comes with the page, so nothing is loaded afterwards. */
  figures: TimelineFigures;
  fileName: string;
}

export function SharedTimeline(props: SharedTimelineProps) {
  return (
    <SheetSection className="flex min-w-0 flex-col">
      <SheetTitle>Throughput and latency</SheetTitle>
      <SharedCharts {...props} />
    </SheetSection>
  );
}
