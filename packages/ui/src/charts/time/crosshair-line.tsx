"use client";

import { useSight } from "./crosshair.ts";
import type { Crosshair } from "./crosshair.ts";
import { nearestIndex } from "../plot/plot-box.ts";
import type { PlotBox } from "../plot/plot-box.ts";
import type { TimeModel } from "../model/time-model.ts";

interface OverlayProps {
  crosshair: Crosshair;
  model: TimeModel;
  box: PlotBox;
}

export function placeX(model: Pick<TimeModel, "time">, box: PlotBox): (at: number) => number {
  const [from, to] = model.time;
  return (at) => box.left + ((at - from) / (to - from)) * (box.right - box.left);
}

export function CrosshairLine({ crosshair, model, box }: OverlayProps) {
  const at = useSight(crosshair, "at");
  const index = at === null ? null : nearestIndex(model.points, at);
  const point = index === null ? undefined : model.points[index];
  if (!point) return null;
  return (
    <span
      aria-hidden="true"
      data-crosshair=""
      className="pointer-events-none absolute w-px bg-ink"
      style={{ left: placeX(model, box)(point.at), top: box.top, height: box.bottom - box.top }}
    />
  );
}

/** The window selected for zooming. */
export function MarkedSpan({ crosshair, model, box }: OverlayProps) {
  const mark = useSight(crosshair, "mark");
  if (!mark) return null;
  const x = placeX(model, box);
  const [from, to] = mark.map((at) => Math.max(box.left, Math.min(box.right, x(at))));
  if (from === undefined || to === undefined) return null;
  return (
    <span
      aria-hidden="true"
      data-marked=""
      className="pointer-events-none absolute border-x border-accent bg-accent/10"
      style={{ left: from, width: to - from, top: box.top, height: box.bottom - box.top }}
    />
  );
}
