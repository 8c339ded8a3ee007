"use client";

import { useMemo } from "react";
import type { TimeModel, TimePanel } from "../model/time-model.ts";
import { useSize } from "../plot/use-size.ts";
import type { Size } from "../plot/use-size.ts";
import { timeBox } from "./time-plot.ts";
import { TimePanelChart } from "./time-panel-chart.tsx";

interface StillChartProps {
  model: TimeModel;
  panel: TimePanel;
  /** What it shows, for people who don't see it. */
  label: string;
  /** How much larger than on a page everything in it is. */
  scale: number;
}

/** One chart that nobody points at, as large as its place. */
export function StillChart({ scale, label, ...drawn }: StillChartProps) {
  const [place, size] = useSize();
  return (
    <div ref={place} role="img" aria-label={label} className="absolute inset-0 overflow-hidden">
      {size === null ? null : (
        <div style={{ transform: `scale(${scale})`, transformOrigin: "0 0" }}>
          <Drawing {...drawn} size={{ width: size.width / scale, height: size.height / scale }} />
        </div>
      )}
    </div>
  );
}

function Drawing({
  model,
  panel,
  size: { width, height },
}: Pick<StillChartProps, "model" | "panel"> & { size: Size }) {
  const box = useMemo(() => timeBox(model, { width, height }), [model, width, height]);
  return <TimePanelChart model={model} panel={panel} lines={panel.lines} box={box} upper />;
}
