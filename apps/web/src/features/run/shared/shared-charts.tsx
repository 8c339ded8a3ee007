"use client";

import { useMemo } from "react";
import { TimelineCharts, prepareTimeline } from "@headroom/ui/charts";
import { timelineInput } from "../timeline-input.ts";
import type { TimelineFrame } from "../timeline-input.ts";
import type { TimelineFigures } from "../timeline-points.ts";

interface SharedChartsProps {
  frame: TimelineFrame;
  figures: TimelineFigures;
  fileName: string;
}

export function SharedCharts({ frame, figures, fileName }: SharedChartsProps) {
  const model = useMemo(() => prepareTimeline(timelineInput(frame, figures)), [frame, figures]);
  return (
    <>
      <TimelineCharts model={model} fileName={fileName} />
      <p className="mt-2 min-h-4 text-12 text-ink-3">{model.pointText}</p>
    </>
  );
}
