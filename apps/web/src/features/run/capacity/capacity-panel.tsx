"use client";

import { useQuery } from "@tanstack/react-query";
import { Button } from "@headroom/ui";
import { LoadChart, prepareLoadChart } from "@headroom/ui/charts";
import type { TargetLine } from "@headroom/ui/charts";
import { useTRPC } from "../../../trpc/client.tsx";
import { GoneNotice } from "../view/gone-notice.tsx";
import { MoreData } from "../verdict/more-data.tsx";
import { CapacitySkeleton } from "./capacity-skeleton.tsx";
import { prepareCapacity } from "./prepare-capacity.ts";
import { useRunView } from "../view/run-view.tsx";

export interface CapacityPanelProps {
  targets: readonly TargetLine[];
  fileName: string;
}

/** What a ramp shows of the service's capacity. */
export function CapacityPanel({ targets: lines, fileName }: CapacityPanelProps) {
  const trpc = useTRPC();
  const { runId } = useRunView();
  const { data, error, refetch } = useQuery(trpc.run.capacity.queryOptions({ runId }));
  if (error && data === undefined)
    return (
      <div className="px-4 wide:px-5">
        <GoneNotice what="the capacity" error={error}>
          <Button onClick={() => void refetch()}>Try again</Button>
        </GoneNotice>
      </div>
    );
  if (data === undefined) return <CapacitySkeleton />;
  const model = prepareCapacity(data, lines);
  if ("problem" in model) return <p className="px-4 pb-5 text-13 text-ink-2 wide:px-5">{model.problem}</p>;
  const {
    sentences: [knee, ...others],
    targets,
    notes,
    throughput,
    latency,
  } = model;
  return (
    <div>
      <div className="space-y-1 border-b border-line px-4 pb-4 text-13 text-ink-2 wide:px-5">
        <p className="text-15 font-semibold text-ink">{knee}</p>
        {targets.map(({ target, sentence }) => (
          <p key={target} className="font-semibold text-ink">
            {target}: {sentence}
          </p>
        ))}
        {others.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <div className="grid grid-cols-1 desk:grid-cols-2">
        <div className="min-w-0 border-b border-line px-4 py-4 wide:px-5 desk:border-r desk:border-b-0">
          <LoadChart
            model={prepareLoadChart(throughput)}
            title="Throughput by load"
            fileName={`${fileName}-throughput-by-load`}
          />
        </div>
        <div className="min-w-0 px-4 py-4 wide:px-5">
          <LoadChart
            model={prepareLoadChart(latency)}
            title="Latency by load"
            fileName={`${fileName}-latency-by-load`}
          />
        </div>
      </div>
      <div className="space-y-1 border-t border-line px-4 py-4 text-13 wide:px-5">
        {notes.map((note) => (
          <p key={note} className="text-12 text-ink-3">
            {note}
          </p>
        ))}
        <MoreData most={model.most} />
      </div>
    </div>
  );
}
