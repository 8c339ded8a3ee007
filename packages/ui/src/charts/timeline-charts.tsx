"use client";

import { useMemo, useRef, useState } from "react";
import type { KeyboardEvent, PointerEvent, ReactNode } from "react";
import { LATENCY_HEIGHT_CLASS, THROUGHPUT_HEIGHT_CLASS } from "./chart-heights.ts";
import { ChartFrame } from "./chart-frame.tsx";
import { CrosshairLine } from "./crosshair-line.tsx";
import { createCrosshair, useCrosshair } from "./crosshair.ts";
import type { Crosshair } from "./crosshair.ts";
import { LatencyChart } from "./latency-chart.tsx";
import { nearestPoint, plotBox } from "./plot-box.ts";
import { ThroughputChart } from "./throughput-chart.tsx";
import type { TimelineModel } from "./timeline-model.ts";
import { TimelineReadout, spokenPoint } from "./timeline-readout.tsx";
import { TimelineTable, timelineCsv } from "./timeline-table.tsx";
import type { TimelinePart } from "./timeline-table.tsx";
import type { Size } from "./use-size.ts";

interface TimelineChartsProps {
  model: TimelineModel;
  /** Begins the names of the files that are saved. */
  fileName: string;
}

/** Throughput over latency, on one time axis and under one crosshair. */
export function TimelineCharts({ model, fileName }: TimelineChartsProps) {
  const crosshair = useMemo(() => createCrosshair(), []);
  const { latency } = model;
  const parts = (part: TimelinePart, name: string) => ({
    name,
    table: <TimelineTable model={model} part={part} label={`${name} over time`} />,
    csv: () => ({ fileName: `${fileName}-${part}.csv`, text: timelineCsv(model, part) }),
  });
  return (
    <div className="flex flex-1 flex-col">
      <TimelineReadout crosshair={crosshair} model={model} />
      <ChartFrame
        unit="throughput, req/s"
        heightClassName={THROUGHPUT_HEIGHT_CLASS}
        {...parts("throughput", "Throughput")}
      >
        {(size) => (
          <Tracked crosshair={crosshair} model={model} size={size} label="Moment of the run, on throughput">
            <ThroughputChart model={model} size={size} />
          </Tracked>
        )}
      </ChartFrame>
      {latency ? (
        <ChartFrame
          unit="latency, ms, logarithmic"
          heightClassName={LATENCY_HEIGHT_CLASS}
          {...parts("latency", "Latency")}
        >
          {(size) => (
            <Tracked crosshair={crosshair} model={model} size={size} label="Moment of the run, on latency">
              <LatencyChart model={model} latency={latency} size={size} />
            </Tracked>
          )}
        </ChartFrame>
      ) : (
        <p className="mt-4 text-13 text-ink-2">The source gives no latencies over time.</p>
      )}
    </div>
  );
}

interface TrackedProps {
  crosshair: Crosshair;
  model: TimelineModel;
  size: Size;
  label: string;
  children: ReactNode;
}

/** A plot that moves the crosshair: by pointer, and by arrow keys as a slider does. */
function Tracked({ crosshair, model, size, label, children }: TrackedProps) {
  const element = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState(false);
  const index = useCrosshair(crosshair);
  const spoken = focused ? index : null;
  const box = plotBox(size.width, size.height);
  const last = model.points.length - 1;
  const onPointerMove = (event: PointerEvent) => {
    const left = element.current?.getBoundingClientRect().left ?? 0;
    crosshair.set(nearestPoint(model.points, model.time, box, event.clientX - left));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moved(event.key, crosshair.get(), last);
    if (next === undefined) return;
    event.preventDefault();
    crosshair.set(next);
  };
  return (
    <div
      ref={element}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(last, 0)}
      aria-valuenow={spoken ?? 0}
      aria-valuetext={spokenPoint(model.points[spoken ?? -1])}
      className="absolute inset-0 touch-pan-y"
      onPointerMove={onPointerMove}
      onPointerLeave={() => crosshair.set(null)}
      onKeyDown={onKeyDown}
      onFocus={() => setFocused(true)}
      onBlur={() => {
        setFocused(false);
        crosshair.set(null);
      }}
    >
      {children}
      <CrosshairLine crosshair={crosshair} model={model} box={box} />
    </div>
  );
}

const PAGE = 10;

/** Where a key takes the crosshair; undefined for a key that means nothing here. */
function moved(key: string, from: number | null, last: number): number | null | undefined {
  const within = (index: number) => Math.max(0, Math.min(last, index));
  switch (key) {
    case "ArrowRight":
    case "ArrowUp":
      return within(from === null ? 0 : from + 1);
    case "ArrowLeft":
    case "ArrowDown":
      return within(from === null ? last : from - 1);
    case "PageUp":
      return within((from ?? 0) + PAGE);
    case "PageDown":
      return within((from ?? last) - PAGE);
    case "Home":
      return 0;
    case "End":
      return last;
    case "Escape":
      return null;
    default:
      return undefined;
  }
}
