"use client";

import { Sheet } from "@headroom/ui";
import { FullTimeline, TimelineEdges, TwentyOverlaid, TwoOverlaid } from "./chart-samples-time.tsx";

export function ChartGallery() {
  return (
    <div className="flex flex-col gap-5">
      <Sheet label="Timeline">
        <FullTimeline />
      </Sheet>
      <Sheet label="Overlays" className="grid divide-x divide-line wide:grid-cols-2">
        <TwoOverlaid />
        <TwentyOverlaid />
      </Sheet>
      <Sheet label="Edges of the timeline" className="grid divide-x divide-line wide:grid-cols-3">
        <TimelineEdges />
      </Sheet>
    </div>
  );
}
