"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useMemo, useState } from "react";
import { Button, Segmented, SheetSection, SheetTitle } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { ChartsSkeleton } from "./charts-skeleton.tsx";
import type { TimelineFrame } from "./timeline-input.ts";

/** Recharts comes after the figures, into a room that is already there. */
const RunCharts = dynamic(() => import("./run-charts.tsx").then((module) => module.RunCharts), {
  ssr: false,
  loading: ChartsSkeleton,
});

const DETAIL = { fine: 720, coarse: 120 } as const;
type Detail = keyof typeof DETAIL;
const DETAILS = [
  { value: "fine", label: "Fine" },
  { value: "coarse", label: "Coarse" },
] as const satisfies readonly { value: Detail; label: string }[];

interface TimelinePanelProps {
  runId: string;
  frame: TimelineFrame;
  fileName: string;
}

export function TimelinePanel({ runId, frame, fileName }: TimelinePanelProps) {
  const trpc = useTRPC();
  const [detail, setDetail] = useState<Detail>("fine");
  const { data, error, refetch } = useQuery({
    ...trpc.run.timeline.queryOptions({ runId, mostPoints: DETAIL[detail] }),
    placeholderData: (before) => before,
  });
  const figures = useMemo(() => data ?? null, [data]);
  return (
    <SheetSection className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <SheetTitle>Throughput and latency</SheetTitle>
        <Segmented label="Points" size="small" segments={DETAILS} value={detail} onChange={setDetail} />
      </div>
      {error && !figures ? (
        <div
          className="flex min-h-[300px] flex-col items-start justify-center gap-3 text-13 text-ink-2"
          role="alert"
        >
          The run over time could not be read.
          <Button onClick={() => void refetch()}>Try again</Button>
        </div>
      ) : figures ? (
        <RunCharts frame={frame} figures={figures} fileName={fileName} />
      ) : (
        <ChartsSkeleton />
      )}
    </SheetSection>
  );
}
