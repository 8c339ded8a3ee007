"use client";

import dynamic from "next/dynamic";
import { ChartsSkeleton } from "../run/timeline/charts-skeleton.tsx";

/** Charts load after the figures, into reserved space. */
export const PeakChart = dynamic(() => import("./peak-drawing.tsx").then((module) => module.PeakDrawing), {
  ssr: false,
  loading: () => <ChartsSkeleton />,
});

export const MixChart = dynamic(() => import("./mix-drawing.tsx").then((module) => module.MixDrawing), {
  ssr: false,
  loading: () => <ChartsSkeleton />,
});
