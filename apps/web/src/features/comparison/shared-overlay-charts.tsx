"use client";

import dynamic from "next/dynamic";
import type { ComponentProps } from "react";
import { OverlaySkeleton } from "./overlay-skeleton.tsx";

const OverlayCharts = dynamic(() => import("./overlay-charts.tsx").then((module) => module.OverlayCharts), {
  ssr: false,
  loading: OverlaySkeleton,
});

/** Everything that is drawn comes with the page, because a guest can ask for nothing else. */
export function SharedOverlay(props: ComponentProps<typeof OverlayCharts>) {
  return <OverlayCharts {...props} />;
}
