"use client";

import dynamic from "next/dynamic";
import { SheetSection, SheetTitle } from "@headroom/ui";
import { ChartsSkeleton } from "../charts-skeleton.tsx";
import type { TimelineFrame } from "../timeline-input.ts";
import type { TimelineFigures } from "../timeline-slices.ts";

/** Recharts comes after the figures, into a room that is already there. */
const SharedCharts = dynamic(() => import("./shared-charts.tsx").then((module) => module.SharedCharts), {
  ssr: false,
  loading: () => <ChartsSkeleton gauges={0} />,
});

interface SharedTimelineProps {
  frame: TimelineFrame;
  /** All that is drawn comes with the page: there is nothing to ask for afterwards. */
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
