"use client";

import dynamic from "next/dynamic";
import { createContext, useContext, useMemo } from "react";
import { SheetSection, SheetTitle } from "@headroom/ui";
import { ChartsSkeleton } from "../timeline/charts-skeleton.tsx";
import { NO_EXTRAS } from "../timeline/timeline-input.ts";
import type { TimelineExtras, TimelineFrame } from "../timeline/timeline-input.ts";
import { TimelineKey } from "../timeline/timeline-key.tsx";
import type { TimelineFigures } from "../timeline/timeline-points.ts";

/** How many gauges there are to keep space for. */
const GaugesTotal = createContext(0);

/** Recharts loads after the results, into the space its skeleton keeps. */
const RunCharts = dynamic(() => import("../timeline/run-charts.tsx").then((module) => module.RunCharts), {
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
  title: string;
}

/** The charts that members see, without what is the workspace's own: its events and comments. */
export function SharedTimeline({ gauges, ...drawn }: SharedTimelineProps) {
  const extras = useMemo(() => ({ ...NO_EXTRAS, gauges }), [gauges]);
  return (
    <SheetSection className="flex min-w-0 flex-col paper:block">
      <SheetTitle>Throughput and latency</SheetTitle>
      <GaugesTotal value={gauges.length}>
        <RunCharts {...drawn} extras={extras} />
      </GaugesTotal>
      <TimelineKey frame={drawn.frame} events={0} />
    </SheetSection>
  );
}
