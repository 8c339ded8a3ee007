"use client";

import { useCrosshair } from "./crosshair.ts";
import type { Crosshair } from "./crosshair.ts";
import type { PlotBox } from "./plot-box.ts";
import type { TimelineModel } from "./timeline-model.ts";

interface CrosshairLineProps {
  crosshair: Crosshair;
  model: TimelineModel;
  box: PlotBox;
}

export function CrosshairLine({ crosshair, model, box }: CrosshairLineProps) {
  const index = useCrosshair(crosshair);
  const point = index === null ? undefined : model.points[index];
  if (!point) return null;
  const share = (point.at - model.time[0]) / (model.time[1] - model.time[0]);
  return (
    <span
      aria-hidden="true"
      data-crosshair=""
      className="pointer-events-none absolute w-px bg-ink"
      style={{ left: box.left + share * (box.right - box.left), top: box.top, height: box.bottom - box.top }}
    />
  );
}
