"use client";

import { useMemo } from "react";
import type { DrawnDistribution, RunHeatmap as RunHeatmapFigures } from "@headroom/services";
import {
  createCrosshair,
  Heatmap,
  Histogram,
  PercentileCurve,
  prepareHeatmap,
  prepareHistogram,
  preparePercentileCurve,
} from "@headroom/ui/charts";
import { sharedCrosshair, useChartLinks } from "./chart-links.tsx";
import type { DistributionFrame, HeatmapFrame } from "./prepare-distribution.ts";

interface RunHeatmapProps {
  frame: HeatmapFrame;
  heatmap: RunHeatmapFigures | null;
  fileName: string;
  /** A guest has no other window to go to. */
  onWindow?: (fromSeconds: number, toSeconds: number) => void;
  onReset?: () => void;
}

export function RunHeatmap({ frame, heatmap, fileName, ...moves }: RunHeatmapProps) {
  const links = useChartLinks();
  const model = useMemo(
    () =>
      prepareHeatmap({
        ...(heatmap ?? { edgesMicros: [], columns: [], columnSeconds: 1 }),
        ...frame,
      }),
    [frame, heatmap],
  );
  return (
    <>
      <Heatmap
        model={model}
        fileName={fileName}
        title={frame.title}
        crosshair={sharedCrosshair(links, createCrosshair)}
        {...moves}
      />
      <p className="mt-2 min-h-4 text-12 text-ink-3">{model.pointText}</p>
    </>
  );
}

interface RunDistributionProps {
  form: "curve" | "histogram";
  distribution: DrawnDistribution;
  frame: DistributionFrame;
  fileName: string;
}

export function RunDistribution({ form, distribution, frame, fileName }: RunDistributionProps) {
  const { requests, targets, marks, title } = frame;
  const curve = useMemo(
    () =>
      preparePercentileCurve({
        runs: [{ key: "run", name: "this run", requests, points: distribution.curve }],
        targets,
      }),
    [requests, targets, distribution],
  );
  const histogram = useMemo(
    () => prepareHistogram({ bars: distribution.histogram, marks }),
    [distribution, marks],
  );
  return form === "curve" ? (
    <PercentileCurve model={curve} fileName={`${fileName}-percentiles`} title={title} />
  ) : (
    <Histogram model={histogram} fileName={`${fileName}-distribution`} title={title} />
  );
}
