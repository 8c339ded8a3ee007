"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useMemo, useState } from "react";
import type { RunComment } from "@headroom/services";
import { BareButton, Button, Segmented, SheetSection, SheetTitle, textLinkClass } from "@headroom/ui";
import { useTRPC } from "../../../trpc/client.tsx";
import { NotLoaded } from "../../shell/not-loaded.tsx";
import { ChartsSkeleton } from "./charts-skeleton.tsx";
import { GoneNotice } from "../view/gone-notice.tsx";
import { useRunView } from "../view/run-view.tsx";
import { WhenSeen } from "../view/when-seen.tsx";
import type { TimelineExtras, TimelineFrame } from "./timeline-input.ts";
import { TimelineKey } from "./timeline-key.tsx";
import { useComments } from "./use-comments.ts";
import { timelineSteps } from "./timeline-steps.ts";
import type { DrawnStretch } from "./timeline-steps.ts";
import { timelineQuery } from "../view/run-queries.ts";
import { useSetSteady } from "./use-set-steady.ts";

/** Recharts loads after the figures, into reserved space, when it is close to what the reader sees. */
const RunCharts = dynamic(() => import("./run-charts.tsx").then((module) => module.RunCharts), {
  ssr: false,
  loading: () => <ChartsSkeleton />,
});

interface TimelinePanelProps {
  /** Null: the whole run is drawn. */
  window: { fromSeconds: number; toSeconds: number } | null;
  frame: TimelineFrame;
  events: TimelineExtras["events"];
  comments: RunComment[];
  fileName: string;
  title: string;
  run: DrawnStretch;
  gaugesTotal: number;
  mayEdit: boolean;
}

const NO_GAUGES: TimelineExtras["gauges"] = [];

export function TimelinePanel(props: TimelinePanelProps) {
  const { frame, fileName, title, run, mayEdit, gaugesTotal } = props;
  const { view, go } = useRunView();
  const { choices, first } = timelineSteps(run);
  const [chosen, setChosen] = useState(first.value);
  const { maxPoints } = choices.find(({ value }) => value === chosen) ?? first;
  const { figures, extras, error, readAgain, readGaugesAgain } = useTimeline(props, maxPoints);
  const { setSteady } = useSetSteady();
  const movable = mayEdit && view.label === null && view.window !== "whole";
  return (
    <SheetSection className="flex min-w-0 flex-col paper:block">
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <SheetTitle>Throughput and latency</SheetTitle>
          {view.label === null ? null : <OneLabel name={view.label.name} />}
        </div>
        {choices.length > 1 ? (
          <div className="print:hidden">
            <Segmented
              label="Point length"
              size="small"
              segments={choices}
              value={chosen}
              onChange={setChosen}
            />
          </div>
        ) : null}
      </div>
      {error && !figures ? (
        <GoneNotice what="the timeline" error={error}>
          <Button onClick={readAgain}>Try again</Button>
        </GoneNotice>
      ) : figures && extras ? (
        <WhenSeen waiting={<ChartsSkeleton gauges={gaugesTotal} />} className="flex flex-1 flex-col">
          {() => (
            <RunCharts
              frame={frame}
              figures={figures}
              extras={extras}
              fileName={fileName}
              title={title}
              onWindow={(fromSeconds, toSeconds) => go({ window: wholeSeconds(fromSeconds, toSeconds) })}
              onReset={() => go({ window: "steady" })}
              onComment={() => document.getElementById("comments")?.scrollIntoView({ block: "center" })}
              {...(movable ? { onSteadyChange: (from: number, to: number) => setSteady({ from, to }) } : {})}
            />
          )}
        </WhenSeen>
      ) : (
        <ChartsSkeleton gauges={gaugesTotal} />
      )}
      <TimelineKey frame={frame} events={props.events.length} />
      {readGaugesAgain === null ? null : (
        <NotLoaded onRetry={readGaugesAgain} className="mt-3">
          Couldn't load the gauges.
        </NotLoaded>
      )}
    </SheetSection>
  );
}

/** What is drawn; the extras are null while the gauges load. */
function useTimeline({ window, events, comments, gaugesTotal }: TimelinePanelProps, maxPoints: number) {
  const trpc = useTRPC();
  const { runId, view } = useRunView();
  const { data, error, refetch } = useQuery({
    ...trpc.run.timeline.queryOptions(timelineQuery(runId, view, { maxPoints, window })),
    placeholderData: (before) => before,
  });
  const { comments: said } = useComments(comments);
  const gauges = useQuery({
    ...trpc.run.gauges.queryOptions({ runId }),
    enabled: gaugesTotal > 0,
  });
  const found = gauges.data?.gauges ?? NO_GAUGES;
  const extras = useMemo<TimelineExtras>(
    () => ({ window, events, comments: said, gauges: found }),
    [window, events, said, found],
  );
  return {
    figures: data,
    extras: gauges.isLoading ? null : extras,
    error,
    readAgain: () => void refetch(),
    readGaugesAgain: gauges.error === null ? null : () => void gauges.refetch(),
  };
}

/** Which label is drawn, and the way back to all requests. */
function OneLabel({ name }: { name: string }) {
  const { go } = useRunView();
  return (
    <p className="flex min-w-0 items-center gap-2 text-12 text-ink-2">
      <span title={name} dir="auto" className="truncate font-mono">
        {name}
      </span>
      <BareButton onClick={() => go({ label: null })} className={`${textLinkClass} flex-none py-1`}>
        Show all requests
      </BareButton>
    </p>
  );
}

function wholeSeconds(from: number, to: number) {
  const fromSeconds = Math.floor(from);
  return { fromSeconds, toSeconds: Math.max(fromSeconds + 1, Math.ceil(to)) };
}
