"use client";

import { useMemo } from "react";
import { TimelineCharts, createCrosshair, prepareTimeline } from "@headroom/ui/charts";
import type { TimeChartsProps } from "@headroom/ui/charts";
import { sharedCrosshair, useChartLinks } from "./chart-links.tsx";
import { timelineInput } from "./timeline-input.ts";
import type { TimelineExtras, TimelineFrame } from "./timeline-input.ts";
import type { TimelineFigures } from "./timeline-points.ts";

interface RunChartsProps extends Pick<
  TimeChartsProps,
  "onWindow" | "onReset" | "onSteadyChange" | "onComment"
> {
  frame: TimelineFrame;
  figures: TimelineFigures;
  extras: TimelineExtras;
  fileName: string;
  title: string;
}

export function RunCharts({ frame, figures, extras, fileName, title, ...moves }: RunChartsProps) {
  const links = useChartLinks();
  const model = useMemo(
    () => prepareTimeline(timelineInput(frame, figures, extras)),
    [frame, figures, extras],
  );
  return (
    <>
      <TimelineCharts
        model={model}
        fileName={fileName}
        title={title}
        crosshair={sharedCrosshair(links, createCrosshair)}
        {...moves}
      />
      <p className="mt-2 min-h-4 text-12 text-ink-3">
        {model.pointText}
        <span className="print:hidden">
          {moves.onWindow ? " Drag to zoom in." : ""}
          {moves.onSteadyChange && extras.window === null ? " Drag the edges to move the steady phase." : ""}
        </span>
      </p>
    </>
  );
}
