"use client";

import dynamic from "next/dynamic";
import { createContext, useContext } from "react";
import { CHART_HEIGHT_CLASS, GAUGE_HEIGHT_CLASS, Skeleton } from "@headroom/ui";
import type { TrafficDrawingProps } from "./traffic-drawing.tsx";

/** How many small charts there are to keep space for: errors and gauges. */
const SmallCharts = createContext(1);

/** Charts load after the figures, into reserved space. */
const Drawing = dynamic(() => import("./traffic-drawing.tsx").then((module) => module.TrafficDrawing), {
  ssr: false,
  loading: Room,
});

/** What is drawn of a service's traffic, two charts in a row. */
export function TrafficCharts(props: TrafficDrawingProps) {
  return (
    <SmallCharts value={props.drawing.gauges.length + 1}>
      <Drawing {...props} />
    </SmallCharts>
  );
}

function Room() {
  const small = useContext(SmallCharts);
  return (
    <div
      role="status"
      aria-label="Loading charts"
      className="flex flex-1 flex-col desk:grid desk:grid-cols-2 desk:gap-x-8"
    >
      <div className="min-h-9 wide:min-h-5 desk:col-span-2" />
      {Array.from({ length: 2 + small }, (_, at) => (
        <div key={at}>
          <div className="h-7" />
          <Skeleton className={at < 2 ? CHART_HEIGHT_CLASS : GAUGE_HEIGHT_CLASS} />
        </div>
      ))}
      <div className="mt-2 min-h-4 desk:col-span-2" />
    </div>
  );
}
