"use client";

import dynamic from "next/dynamic";
import { ChartsSkeleton } from "../timeline/charts-skeleton.tsx";

/** Charts load after the figures, into reserved space. */
export const LiveCharts = dynamic(() => import("./live-drawing.tsx").then((module) => module.LiveDrawing), {
  ssr: false,
  loading: () => <ChartsSkeleton />,
});
