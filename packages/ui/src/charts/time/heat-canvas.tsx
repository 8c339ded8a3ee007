"use client";

import { memo, useEffect, useRef } from "react";
import { yScale } from "../plot/axes.ts";
import { placeX } from "./crosshair-line.tsx";
import { resolveColors } from "../frame/resolve-colors.ts";
import type { PlotBox } from "../plot/plot-box.ts";
import type { Axis, HeatLayer, TimeModel } from "../model/time-model.ts";
import { useTheme } from "../plot/use-theme.ts";

interface HeatCanvasProps {
  model: TimeModel;
  heat: HeatLayer;
  axis: Axis;
  box: PlotBox;
}

/** Thousands of rectangles as one picture: as elements they would make the page heavy. */
export const HeatCanvas = memo(function HeatCanvas({ model, heat, axis, box }: HeatCanvasProps) {
  const element = useRef<HTMLCanvasElement>(null);
  const theme = useTheme();
  useEffect(() => {
    const canvas = element.current;
    const pen = canvas?.getContext("2d");
    if (!canvas || !pen || !canvas.parentElement) return;
    const scale = Math.max(2, window.devicePixelRatio);
    canvas.dataset["theme"] = theme;
    canvas.width = box.width * scale;
    canvas.height = box.height * scale;
    pen.scale(scale, scale);
    pen.beginPath();
    pen.rect(box.left, box.top, box.right - box.left, box.bottom - box.top);
    pen.clip();
    pen.fillStyle = resolveColors(canvas.parentElement, ["var(--s1)"])[0] ?? "#000";
    fill(pen, { model, heat, axis, box });
  }, [model, heat, axis, box, theme]);
  return (
    <canvas
      ref={element}
      aria-hidden="true"
      className="pointer-events-none absolute inset-0"
      style={{ width: box.width, height: box.height }}
    />
  );
});

function fill(pen: CanvasRenderingContext2D, { model, heat, axis, box }: HeatCanvasProps): void {
  const x = placeX(model, box);
  const toY = yScale(axis, box.top, box.bottom);
  // A bucket that begins at zero has no lower end on a log axis: it reaches the foot.
  const y = (value: number) => (value <= 0 ? box.bottom : Math.min(box.bottom, toY(value)));
  const edges = heat.edges.map(y);
  model.points.forEach(({ fromSeconds }, index) => {
    const column = heat.opacities[index];
    if (!column) return;
    const left = x(fromSeconds);
    const width = x(fromSeconds + heat.columnSeconds) - left;
    column.forEach((opacity, row) => {
      if (opacity === 0) return;
      const [low, high] = [edges[row] ?? box.bottom, edges[row + 1] ?? box.top];
      pen.globalAlpha = opacity;
      pen.fillRect(left, high, width + 0.3, Math.max(0.8, low - high + 0.3));
    });
  });
}
