"use client";

import { useMemo } from "react";
import { TimelineCharts, prepareTimeline } from "@headroom/ui/charts";
import { NO_EXTRAS, timelineInput } from "../timeline/timeline-input.ts";
import type { TimelineFrame } from "../timeline/timeline-input.ts";
import type { TimelineFigures } from "../timeline/timeline-points.ts";

export interface LiveDrawingProps {
  frame: TimelineFrame;
  figures: TimelineFigures;
  /** Null: the run is drawn from its start. */
  window: { fromSeconds: number; toSeconds: number } | null;
  fileName: string;
  title: string;
}

/** Throughput and latency of a run that is being received. */
export function LiveDrawing({ frame, figures, window, fileName, title }: LiveDrawingProps) {
  const model = useMemo(
    () => prepareTimeline(timelineInput(frame, figures, { ...NO_EXTRAS, window })),
    [frame, figures, window],
  );
  return (
    <>
      <TimelineCharts model={model} fileName={fileName} title={title} />
      <p className="mt-2 min-h-4 text-12 text-ink-3">{model.pointText}</p>
    </>
  );
}
