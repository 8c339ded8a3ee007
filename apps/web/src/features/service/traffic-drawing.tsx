"use client";

import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { TimelineCharts, prepareTimeline } from "@headroom/ui/charts";
import type { TargetLine, TimeModel } from "@headroom/ui/charts";
import type { TrafficDrawing as Drawing } from "./prepare-traffic.ts";
import { trafficAddress } from "./search-params.ts";
import type { TrafficView } from "./search-params.ts";
import { useZone } from "../shell/use-zone.ts";

export interface TrafficDrawingProps {
  drawing: Drawing;
  /** What tests showed, and what is expected. */
  lines: readonly TargetLine[];
  slug: string;
  name: string;
  view: TrafficView;
  timeZone: string;
}

/** A service's requests, latencies and gauges in one stretch of time. */
export function TrafficDrawing({ drawing, lines, slug, name, view, timeZone }: TrafficDrawingProps) {
  const router = useRouter();
  const zone = useZone(timeZone);
  const model = useMemo(() => withSilence(modelOf(drawing, lines, zone)), [drawing, lines, zone]);
  const onWindow = (fromSeconds: number, toSeconds: number) => {
    const at = (seconds: number) => new Date(Date.parse(drawing.from) + seconds * 1_000).toISOString();
    const range = { from: at(Math.floor(fromSeconds)), to: at(Math.ceil(toSeconds)) };
    router.push(trafficAddress(slug, { ...view, range }), { scroll: false });
  };
  return (
    <>
      <TimelineCharts
        model={model}
        fileName={`${slug}-traffic`}
        title={view.label === null ? name : `${name}, ${view.label}`}
        of="range"
        beside
        onWindow={onWindow}
      />
      <p className="mt-2 min-h-4 text-12 text-ink-3">
        {model.pointText} {model.gaps.length > 0 ? "Hatched: nothing was reported. " : ""}
        <span className="print:hidden">Drag to zoom in.</span>
      </p>
    </>
  );
}

function modelOf(drawing: Drawing, lines: readonly TargetLine[], timeZone: string): TimeModel {
  const { from, spanSeconds, uncounted, ...input } = drawing;
  return prepareTimeline({
    ...input,
    clock: { originMillis: Date.parse(from), timeZone },
    leftOut: uncounted,
    throughputTargets: lines,
    latencyTargets: [],
    hidesCoarseTail: true,
    window: { fromSeconds: 0, toSeconds: spanSeconds },
  });
}

/** Before the first and after the last point nothing was reported either. */
function withSilence(model: TimeModel): TimeModel {
  const [start, end] = model.time;
  const first = model.points[0]?.fromSeconds ?? end;
  const last = model.points.at(-1);
  const until = last === undefined ? end : last.fromSeconds + model.pointSeconds;
  const least = Math.max(SHORT_SECONDS, 2 * model.pointSeconds);
  const silent = [
    { from: start, to: first },
    { from: until, to: end },
  ].filter(({ from, to }) => to - from >= least);
  return silent.length === 0 ? model : { ...model, gaps: [...model.gaps, ...silent] };
}

/** What is still on its way at the end of a range isn't missing. */
const SHORT_SECONDS = 60;
