"use client";

import { useMemo } from "react";
import { TimelineCharts, prepareTimeline } from "@headroom/ui/charts";
import { timelineInput } from "./timeline-input.ts";
import type { TimelineFrame } from "./timeline-input.ts";
import type { TimelineFigures } from "./timeline-slices.ts";

interface RunChartsProps {
  frame: TimelineFrame;
  figures: TimelineFigures;
  fileName: string;
}

export function RunCharts({ frame, figures, fileName }: RunChartsProps) {
  const model = useMemo(() => prepareTimeline(timelineInput(frame, figures)), [frame, figures]);
  return (
    <>
      <TimelineCharts model={model} fileName={fileName} />
      <p className="mt-2 min-h-4 text-12 text-ink-3">{model.pointText}</p>
    </>
  );
}
