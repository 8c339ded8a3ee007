"use client";

import dynamic from "next/dynamic";
import type { ComponentProps } from "react";
import { Sheet, Skeleton } from "@headroom/ui";

/** Recharts comes after the figures, into a room that is already there. */
const RoundsCharts = dynamic(() => import("./rounds-charts.tsx").then((module) => module.RoundsCharts), {
  ssr: false,
  loading: () => <Skeleton className="m-5 h-[400px]" />,
});

/** Where the experiments are in both rounds, and how certain each change is: for members and guests. */
export function RoundsEvidence(props: ComponentProps<typeof RoundsCharts>) {
  return (
    <Sheet label="Evidence" className="mt-5">
      <RoundsCharts {...props} />
    </Sheet>
  );
}
