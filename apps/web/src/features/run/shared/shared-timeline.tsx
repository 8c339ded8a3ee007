"use client";

import dynamic from "next/dynamic";
import { createContext, useContext } from "react";
import { SheetSection, SheetTitle } from "@headroom/ui";
import { ChartsSkeleton } from "../charts-skeleton.tsx";
import type { TimelineExtras, TimelineFrame } from "../timeline-input.ts";
import type { TimelineFigures } from "../timeline-points.ts";

/** How many gauges there are to keep space for. */
const GaugesTotal = createContext(0);

/** Recharts loads after the results, into the space its skeleton keeps. */
const SharedCharts = dynamic(() => import("./shared-charts.tsx").then((module) => module.SharedCharts), {
  ssr: false,
  loading: () => <Loading />,
});

function Loading() {
  return <ChartsSkeleton gauges={useContext(GaugesTotal)} />;
}

interface SharedTimelineProps {
  frame: TimelineFrame;
  /** All drawn data comes with the page, so nothing is loaded afterwards. */
  figures: TimelineFigures;
  gauges: TimelineExtras["gauges"];
  fileName: string;
}

export function SharedTimeline(props: SharedTimelineProps) {
  return (
    <SheetSection className="flex min-w-0 flex-col paper:block">
      <SheetTitle>Throughput and latency</SheetTitle>
      <GaugesTotal value={props.gauges.length}>
        <SharedCharts {...props} />
      </GaugesTotal>
    </SheetSection>
  );
}
