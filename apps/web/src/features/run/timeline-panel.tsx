"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button, Segmented, SheetSection, SheetTitle, textLinkClass } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { ChartsSkeleton } from "./charts-skeleton.tsx";
import { useRunView } from "./run-view.tsx";
import type { TimelineFrame } from "./timeline-input.ts";
import { timelineSteps } from "./timeline-steps.ts";

/** Recharts comes after the figures, into a room that is already there. */
const RunCharts = dynamic(() => import("./run-charts.tsx").then((module) => module.RunCharts), {
  ssr: false,
  loading: ChartsSkeleton,
});

interface TimelinePanelProps {
  /** Null: the whole run is drawn. */
  window: { fromSeconds: number; toSeconds: number } | null;
  frame: TimelineFrame;
  fileName: string;
  run: { lengthSeconds: number; requests: number };
}

export function TimelinePanel({ frame, fileName, run, window }: TimelinePanelProps) {
  const trpc = useTRPC();
  const { runId, view, go } = useRunView();
  const { label, successful } = view;
  const { choices, first } = timelineSteps(run);
  const [chosen, setChosen] = useState(first.value);
  const { mostPoints } = choices.find(({ value }) => value === chosen) ?? first;
  const { data, error, refetch } = useQuery({
    ...trpc.run.timeline.queryOptions({
      runId,
      mostPoints,
      label,
      successful,
      ...(window === null ? {} : { fromSeconds: window.fromSeconds, toSeconds: window.toSeconds }),
    }),
    placeholderData: (before) => before,
  });
  return (
    <SheetSection className="flex min-w-0 flex-col">
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <SheetTitle>Throughput and latency</SheetTitle>
          {label === null ? null : (
            <p className="flex min-w-0 items-center gap-2 text-12 text-ink-2">
              <span title={label.name} dir="auto" className="truncate font-mono">
                {label.name}
              </span>
              <button
                type="button"
                onClick={() => go({ label: null })}
                className={`${textLinkClass} flex-none py-1`}
              >
                Show all requests
              </button>
            </p>
          )}
        </div>
        {choices.length > 1 ? (
          <Segmented label="Slices" size="small" segments={choices} value={chosen} onChange={setChosen} />
        ) : null}
      </div>
      {error && !data ? (
        <div
          className="flex min-h-[300px] flex-col items-start justify-center gap-3 text-13 text-ink-2"
          role="alert"
        >
          The run over time could not be read.
          <Button onClick={() => void refetch()}>Try again</Button>
        </div>
      ) : data ? (
        <RunCharts frame={frame} figures={data} fileName={fileName} />
      ) : (
        <ChartsSkeleton />
      )}
    </SheetSection>
  );
}
