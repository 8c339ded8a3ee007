"use client";

import dynamic from "next/dynamic";
import { CHART_HEIGHT_CLASS, GAUGE_HEIGHT_CLASS, SheetTitle, Skeleton } from "@headroom/ui";
import type { GaugeAxesProps } from "../timeline/gauge-axes.tsx";
import type { GaugeChartsProps } from "../timeline/gauge-charts.tsx";

const GaugeCharts = dynamic(
  () => import("../timeline/gauge-charts.tsx").then((module) => module.GaugeCharts),
  {
    ssr: false,
    loading: () => <Skeleton className={GAUGE_HEIGHT_CLASS} />,
  },
);

/** What was measured beside a run of totals. It comes with the page, so nothing is loaded afterwards. */
export function SharedGauges(props: GaugeChartsProps) {
  return (
    <div className="flex min-w-0 flex-col">
      <SheetTitle>Gauges</SheetTitle>
      <GaugeCharts {...props} />
    </div>
  );
}

const GaugeAxes = dynamic(() => import("../timeline/gauge-axes.tsx").then((module) => module.GaugeAxes), {
  ssr: false,
  loading: () => <Skeleton className={CHART_HEIGHT_CLASS} />,
});

/** Several of them in one chart, as members see it. */
export function SharedGaugeAxes(props: GaugeAxesProps) {
  return <GaugeAxes {...props} />;
}
