"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { Button, GAUGE_HEIGHT_CLASS, SheetTitle, Skeleton } from "@headroom/ui";
import { useTRPC } from "../../../trpc/client.tsx";
import type { GaugeChartsProps } from "./gauge-charts.tsx";
import { GoneNotice } from "../view/gone-notice.tsx";
import { useRunView } from "../view/run-view.tsx";

const GaugeCharts = dynamic(() => import("./gauge-charts.tsx").then((module) => module.GaugeCharts), {
  ssr: false,
  loading: () => <Skeleton className={GAUGE_HEIGHT_CLASS} />,
});

/** What was measured beside a run of totals. */
export function GaugesOfTotals(props: Omit<GaugeChartsProps, "gauges">) {
  const trpc = useTRPC();
  const { runId } = useRunView();
  const { data, error, refetch } = useQuery(trpc.run.gauges.queryOptions({ runId }));
  return (
    <div className="flex min-w-0 flex-col">
      <SheetTitle>Gauges</SheetTitle>
      {error && !data ? (
        <GoneNotice what="the gauges" error={error}>
          <Button onClick={() => void refetch()}>Try again</Button>
        </GoneNotice>
      ) : data ? (
        <GaugeCharts {...props} gauges={data.gauges} />
      ) : (
        <Skeleton className={GAUGE_HEIGHT_CLASS} />
      )}
    </div>
  );
}
