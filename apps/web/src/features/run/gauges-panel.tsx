"use client";

import { useQuery } from "@tanstack/react-query";
import { Button, Skeleton } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { GaugesTable } from "./gauges-table.tsx";
import { GoneNotice } from "./gone-notice.tsx";
import { clockFrom, prepareGaugeRows } from "./prepare-gauge-rows.ts";
import { useRunView } from "./run-view.tsx";

interface GaugesPanelProps {
  startedAt: string;
  /** The judged window; null: the whole run. */
  steady: boolean;
}

/** What the gauges did beside the load. */
export function GaugesPanel({ startedAt, steady }: GaugesPanelProps) {
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
    <GaugesTable
      rows={prepareGaugeRows(data.gauges, clockFrom(startedAt))}
      of={steady ? "steady phase" : "run"}
      during="run"
      meanwhile={data.meanwhile.flatMap(({ words }) => words)}
    />
  );
}
