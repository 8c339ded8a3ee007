"use client";

import dynamic from "next/dynamic";
import type { ComponentProps } from "react";
import { CHART_HEIGHT_CLASS, Sheet, SheetSection, SheetTitle, Skeleton } from "@headroom/ui";

const Curve = dynamic(() => import("./curve-chart.tsx").then((module) => module.CurveChart), {
  ssr: false,
  loading: () => <Skeleton className={CHART_HEIGHT_CLASS} />,
});

/** Latency by percentile of all runs, as far as each has requests for it. */
export function CurveSheet({ runs, targets }: ComponentProps<typeof Curve>) {
  if (runs.length === 0) return null;
  return (
    <Sheet label="Latency by percentile" className="mt-5">
      <SheetSection>
        <SheetTitle>Latency by percentile</SheetTitle>
        <Curve runs={runs} targets={targets} />
      </SheetSection>
    </Sheet>
  );
}
