"use client";

import { memo, useMemo, useSyncExternalStore } from "react";
import type { PeakDayView } from "@headroom/contract";
import { StillChart, preparePeakDay } from "@headroom/ui/charts";
import { wallChart } from "./prepare-wall.ts";

/** How much larger than on a page, for each hundredth of the screen: its letters of 11 px are then as large as the others. */
const SCALE = 1.5 / 11;

/** Throughput, drawn again only with another view. */
export const WallDrawing = memo(function WallDrawing({ view }: { view: PeakDayView }) {
  const model = useMemo(() => preparePeakDay(wallChart(view)), [view]);
  const unit = useSyncExternalStore(onResize, unitPixels);
  const [panel] = model.panels;
  if (panel === undefined) return null;
  return (
    <StillChart
      model={model}
      panel={panel}
      label={`Throughput of ${view.peakDay.name}`}
      scale={unit * SCALE}
    />
  );
});

function onResize(changed: () => void): () => void {
  globalThis.addEventListener("resize", changed);
  return () => globalThis.removeEventListener("resize", changed);
}

/** As in wall.css. */
function unitPixels(): number {
  return Math.min(globalThis.innerWidth / 100, globalThis.innerHeight / 56.25);
}
