"use client";

import dynamic from "next/dynamic";
import { Skeleton } from "@headroom/ui";

/** The chart loads after the figures, into reserved space. */
export const CapacityChart = dynamic(
  () => import("./capacity-drawing.tsx").then((module) => module.CapacityDrawing),
  { ssr: false, loading: () => <Skeleton className="h-72 w-full" /> },
);
