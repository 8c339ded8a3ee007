"use client";

import { useMemo } from "react";
import { TimelineCharts, prepareTimeline } from "@headroom/ui/charts";
import { timelineInput } from "../run/timeline-input.ts";
import type { TimelineFrame } from "../run/timeline-input.ts";
import type { TimelineFigures } from "../run/timeline-slices.ts";

interface ShareChartsProps {
  frame: TimelineFrame;
  figures: TimelineFigures;
  fileName: string;
}

export function ShareCharts({ frame, figures, fileName }: ShareChartsProps) {
  const model = useMemo(() => prepareTimeline(timelineInput(frame, figures)), [frame, figures]);
  return (
    <>
      <TimelineCharts model={model} fileName={fileName} />
      <p className="mt-2 min-h-4 text-12 text-ink-3">{model.pointText}</p>
    </>
  );
}
