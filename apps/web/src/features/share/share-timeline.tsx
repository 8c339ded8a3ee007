"use client";

import dynamic from "next/dynamic";
import { SheetSection, SheetTitle } from "@headroom/ui";
import { ChartsSkeleton } from "../run/charts-skeleton.tsx";
import type { TimelineFrame } from "../run/timeline-input.ts";
import type { TimelineFigures } from "../run/timeline-slices.ts";

/** Recharts comes after the figures, into a room that is already there. */
const ShareCharts = dynamic(() => import("./share-charts.tsx").then((module) => module.ShareCharts), {
  ssr: false,
  loading: () => <ChartsSkeleton gauges={0} />,
});

interface ShareTimelineProps {
  frame: TimelineFrame;
  /** All that is drawn comes with the page: there is nothing to ask for afterwards. */
  figures: TimelineFigures;
  fileName: string;
}

export function ShareTimeline(props: ShareTimelineProps) {
  return (
    <SheetSection className="flex min-w-0 flex-col">
      <SheetTitle>Throughput and latency</SheetTitle>
      <ShareCharts {...props} />
    </SheetSection>
  );
}
