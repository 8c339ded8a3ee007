"use client";

import { Sheet } from "@headroom/ui";
import { LoadSamples } from "./chart-samples-load.tsx";
import { IntervalSample, MapSample, Trends } from "./chart-samples-runs.tsx";
import { Distributions, HeatmapSample } from "./chart-samples-shape.tsx";
import { FullTimeline, TimelineEdges, TwentyOverlaid, TwoOverlaid } from "./chart-samples-time.tsx";

export function ChartGallery() {
  return (
    <div className="flex flex-col gap-5">
      <Sheet label="Timeline">
        <FullTimeline />
      </Sheet>
      <Sheet label="Heatmap and map" className="grid divide-x divide-line wide:grid-cols-2">
        <HeatmapSample />
        <MapSample />
      </Sheet>
      <Sheet label="Distributions" className="grid divide-x divide-line wide:grid-cols-3">
        <Distributions />
      </Sheet>
      <Sheet label="Overlays" className="grid divide-x divide-line wide:grid-cols-2">
        <TwoOverlaid />
        <TwentyOverlaid />
      </Sheet>
      <Sheet label="Intervals and trend" className="grid divide-x divide-line wide:grid-cols-2">
        <IntervalSample />
        <Trends />
      </Sheet>
      <Sheet label="Load" className="grid divide-x divide-line wide:grid-cols-2">
        <LoadSamples />
      </Sheet>
      <Sheet label="Timeline edge cases" className="grid divide-x divide-line wide:grid-cols-3">
        <TimelineEdges />
      </Sheet>
    </div>
  );
}
