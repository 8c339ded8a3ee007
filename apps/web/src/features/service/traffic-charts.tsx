"use client";

import dynamic from "next/dynamic";
import { ChartsSkeleton } from "../run/timeline/charts-skeleton.tsx";

/** Charts load after the figures, into reserved space. */
export const TrafficCharts = dynamic(
  () => import("./traffic-drawing.tsx").then((module) => module.TrafficDrawing),
  { ssr: false, loading: () => <ChartsSkeleton /> },
);
