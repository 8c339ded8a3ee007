"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import type { ReactNode } from "react";
import type { DrawnDistribution } from "@headroom/services";
import { Button, CHART_HEIGHT_CLASS, Segmented, SheetTitle, Skeleton } from "@headroom/ui";
import { useTRPC } from "../../../trpc/client.tsx";
import { GoneNotice } from "../view/gone-notice.tsx";
import type { DistributionFrame, HeatmapFrame } from "./prepare-distribution.ts";
import { heatmapQuery } from "../view/run-queries.ts";
import { useRunView } from "../view/run-view.tsx";
import { WhenSeen } from "../view/when-seen.tsx";

export const RunHeatmap = dynamic(
  () => import("./supporting-drawings.tsx").then((module) => module.RunHeatmap),
  {
    ssr: false,
    loading: ChartRoom,
  },
);
const RunDistribution = dynamic(
  () => import("./supporting-drawings.tsx").then((module) => module.RunDistribution),
  { ssr: false, loading: ChartRoom },
);

export interface DistributionProps {
  distribution: DrawnDistribution | null;
  frame: DistributionFrame;
  fileName: string;
}

interface SupportingChartsProps extends DistributionProps {
  /** Null: the source gives nothing over time. */
  heatmap: HeatmapFrame | null;
}

/** The heatmap and the distribution of latencies, for the chosen window and requests. */
export function SupportingCharts({ heatmap, ...distribution }: SupportingChartsProps) {
  const drawn = heatmap === null ? null : <HeatmapPart frame={heatmap} fileName={distribution.fileName} />;
  return <SupportingSheet {...distribution} heatmap={drawn} />;
}

interface SupportingSheetProps extends DistributionProps {
  /** Null: the source gives nothing over time. */
  heatmap: ReactNode;
}

/** Both charts, for members and guests; nothing of a source that gives neither. */
export function SupportingSheet({ heatmap, ...distribution }: SupportingSheetProps) {
  if (heatmap === null && distribution.distribution === null) return null;
  return (
    <section className="mt-5 grid grid-cols-1 divide-y divide-line overflow-clip rounded-sheet border border-line bg-surface desk:grid-cols-2 desk:divide-x desk:divide-y-0">
      <div className="min-w-0 p-4 wide:px-5 wide:py-4.5">
        <SheetTitle>Latency heatmap</SheetTitle>
        {heatmap === null ? (
          <p className="mt-3 text-13 text-ink-2">
            This source reports nothing over time, so there is no heatmap.
          </p>
        ) : (
          <>
            <p className="min-h-4 text-12 text-ink-3">Share of requests by time and latency</p>
            <WhenSeen waiting={<ChartRoom />}>{() => heatmap}</WhenSeen>
          </>
        )}
      </div>
      <DistributionPart {...distribution} />
    </section>
  );
}

function HeatmapPart({ frame, fileName }: { frame: HeatmapFrame; fileName: string }) {
  const trpc = useTRPC();
  const { runId, view, go } = useRunView();
  const { data, error, refetch } = useQuery({
    ...trpc.run.heatmap.queryOptions(heatmapQuery(runId, view)),
    placeholderData: (before) => before,
  });
  if (error && data === undefined)
    return (
      <GoneNotice what="the heatmap" error={error}>
        <Button onClick={() => void refetch()}>Try again</Button>
      </GoneNotice>
    );
  if (data === undefined) return <ChartRoom />;
  return (
    <RunHeatmap
      frame={frame}
      heatmap={data}
      fileName={fileName}
      onWindow={(fromSeconds, toSeconds) =>
        go({ window: { fromSeconds: Math.floor(fromSeconds), toSeconds: Math.ceil(toSeconds) } })
      }
      onReset={() => go({ window: "steady" })}
    />
  );
}

type Form = "curve" | "histogram";

const FORMS = [
  { value: "curve", label: "Percentiles" },
  { value: "histogram", label: "Histogram" },
] as const satisfies readonly { value: Form; label: string }[];

function DistributionPart({ distribution, frame, fileName }: DistributionProps) {
  const [form, setForm] = useState<Form>("curve");
  return (
    <div className="min-w-0 p-4 wide:px-5 wide:py-4.5">
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <SheetTitle>Distribution</SheetTitle>
        {distribution === null ? null : (
          <Segmented
            label="Distribution chart"
            size="small"
            segments={FORMS}
            value={form}
            onChange={setForm}
          />
        )}
      </div>
      {distribution === null ? (
        <p className="mt-3 text-13 text-ink-2">
          This source doesn't report a distribution. Its percentiles are listed under Metrics.
        </p>
      ) : (
        <>
          <p className="min-h-4 text-12 text-ink-3">{frame.caption}</p>
          <WhenSeen waiting={<ChartRoom />}>
            {() => (
              <RunDistribution form={form} distribution={distribution} frame={frame} fileName={fileName} />
            )}
          </WhenSeen>
        </>
      )}
    </div>
  );
}

/** Holds the space of one chart with its legend, controls and note. */
function ChartRoom() {
  return (
    <div role="status" aria-label="Loading chart">
      <div className="min-h-9 wide:min-h-5" />
      <div className="h-7" />
      <Skeleton className={CHART_HEIGHT_CLASS} />
      <div className="mt-2 min-h-4" />
    </div>
  );
}
