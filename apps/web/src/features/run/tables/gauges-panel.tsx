"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { Button, CHART_HEIGHT_CLASS, Skeleton } from "@headroom/ui";
import { useTRPC } from "../../../trpc/client.tsx";
import { GaugesTable } from "./gauges-table.tsx";
import { GoneNotice } from "../view/gone-notice.tsx";
import { clockFrom, prepareGaugeRows } from "./prepare-gauge-rows.ts";
import { useRunView } from "../view/run-view.tsx";

const GaugeAxes = dynamic(() => import("../timeline/gauge-axes.tsx").then((module) => module.GaugeAxes), {
  ssr: false,
  loading: () => <Skeleton className={CHART_HEIGHT_CLASS} />,
});

export interface GaugesPanelProps {
  run: { startedAt: string; endedAt: string };
  fileName: string;
  title: string;
  /** The judged window; null: the whole run. */
  steady: boolean;
}

/** What the gauges did beside the load. */
export function GaugesPanel({ run, fileName, title, steady }: GaugesPanelProps) {
  const trpc = useTRPC();
  const { runId } = useRunView();
  const { data, error, refetch } = useQuery(trpc.run.gauges.queryOptions({ runId }));
  if (error && data === undefined)
    return (
      <div className="px-4 wide:px-5">
        <GoneNotice what="the gauges" error={error}>
          <Button onClick={() => void refetch()}>Try again</Button>
        </GoneNotice>
      </div>
    );
  if (data === undefined)
    return (
      <div role="status" aria-label="Loading gauges" className="px-4 py-5 wide:px-5">
        <Skeleton className="h-24 w-full" />
      </div>
    );
  return (
    <>
      <GaugesTable
        rows={prepareGaugeRows(data.gauges, clockFrom(run.startedAt))}
        of={steady ? "steady phase" : "run"}
        during="run"
        meanwhile={data.meanwhile.flatMap(({ words }) => words)}
      />
      <GaugeAxes
        run={run}
        gauges={data.gauges}
        meanwhile={data.meanwhile}
        fileName={fileName}
        title={title}
      />
    </>
  );
}
