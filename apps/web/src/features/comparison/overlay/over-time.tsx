"use client";

import dynamic from "next/dynamic";
import type { ComponentType, ReactNode } from "react";
import type { LineHighlight, OverlayInput } from "@headroom/ui/charts";
import { Segmented, SheetTitle } from "@headroom/ui";
import type { FigureId } from "@headroom/core";
import { metricName } from "../view/figure-words.ts";
import type { OverlayChartsProps, OverlayPanel } from "../charts/overlay-charts.tsx";
import { OverlaySkeleton } from "./overlay-skeleton.tsx";

/** Recharts comes after the figures, into a room that is already there. */
const OverlayCharts = dynamic(() => import("../charts/index.ts").then((module) => module.OverlayCharts), {
  ssr: false,
  loading: OverlaySkeleton,
});

interface OverTimeProps {
  /** Null: it is still being read. */
  input: OverlayInput | null;
  /** What is drawn. */
  metric: FigureId;
  /** What else can be; empty: nothing. */
  metrics: readonly FigureId[];
  onMetric: (metric: FigureId) => void;
  /** Which runs are drawn, and which can't be. */
  words: string;
  /** Shown instead of the chart if it can't be drawn. */
  problem?: ReactNode;
  /** Of many runs, the one that is looked at. */
  highlight?: LineHighlight | undefined;
  /** What draws them, where it is loaded with other charts. */
  Charts?: ComponentType<OverlayChartsProps>;
}

/** One figure of all runs over time, laid over each other from their own starts: for members and guests. */
export function OverTime(props: OverTimeProps) {
  const {
    input,
    metric,
    metrics,
    onMetric,
    words,
    problem = null,
    highlight,
    Charts = OverlayCharts,
  } = props;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <SheetTitle>{metricName(metric)} over the run</SheetTitle>
        {metrics.length < 2 ? null : (
          <span className="print:hidden">
            <Segmented
              label="What is drawn over time"
              size="small"
              segments={metrics.map((value) => ({ value, label: metricName(value) }))}
              value={metric}
              onChange={onMetric}
            />
          </span>
        )}
        <span className="text-12 text-ink-3 max-wide:hidden">{words}</span>
      </div>
      {problem ??
        (input === null ? (
          <OverlaySkeleton />
        ) : (
          <Charts input={input} panel={panelOf(metric)} highlight={highlight} />
        ))}
    </>
  );
}

function panelOf(metric: FigureId): OverlayPanel {
  if (metric === "throughput") return "throughput";
  return metric === "error-rate" ? "errors" : "latency";
}

export function NothingOverTime() {
  return (
    <p className="py-6 text-13 text-ink-2">
      These runs have only totals, so there is nothing to show over time.
    </p>
  );
}

/** How many requests failed in each step, beside the percentile curve. */
export function ErrorsOverTime({ input }: { input: OverlayInput | null }) {
  return (
    <>
      <SheetTitle>Errors over the run</SheetTitle>
      {input === null ? <OverlaySkeleton /> : <OverlayCharts input={input} panel="errors" />}
    </>
  );
}
