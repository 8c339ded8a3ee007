"use client";

import { useMemo } from "react";
import { TimelineCharts, prepareTimeline } from "@headroom/ui/charts";
import { NO_EXTRAS, timelineInput } from "../timeline-input.ts";
import type { TimelineExtras, TimelineFrame } from "../timeline-input.ts";
import type { TimelineFigures } from "../timeline-points.ts";

interface SharedChartsProps {
  frame: TimelineFrame;
  figures: TimelineFigures;
  gauges: TimelineExtras["gauges"];
  fileName: string;
}

export function SharedCharts({ frame, figures, gauges, fileName }: SharedChartsProps) {
  const model = useMemo(
    () => prepareTimeline(timelineInput(frame, figures, { ...NO_EXTRAS, gauges })),
    [frame, figures, gauges],
  );
  return (
    <>
      <TimelineCharts model={model} fileName={fileName} />
      <p className="mt-2 min-h-4 text-12 text-ink-3">{model.pointText}</p>
    </>
  );
}
