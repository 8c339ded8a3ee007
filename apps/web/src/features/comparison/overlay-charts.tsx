"use client";

import { useMemo } from "react";
import type { RunComparison } from "@headroom/contract";
import type { PercentileId } from "@headroom/core";
import { TimeCharts, prepareOverlay } from "@headroom/ui/charts";
import { overlayInput } from "./overlay-input.ts";
import type { OverlayFigures } from "./overlay-points.ts";
import type { RunCard } from "./prepare-runs.ts";

interface OverlayChartsProps {
  comparison: RunComparison;
  cards: readonly RunCard[];
  figures: OverlayFigures;
  percentile: PercentileId;
}

export function OverlayCharts({ comparison, cards, figures, percentile }: OverlayChartsProps) {
  const model = useMemo(
    () => prepareOverlay(overlayInput({ comparison, cards, figures, percentile })),
    [comparison, cards, figures, percentile],
  );
  return (
    <>
      <TimeCharts model={model} fileName="comparison" title="Comparison" />
      <p className="mt-2 min-h-4 text-12 text-ink-3">{model.pointText}</p>
    </>
  );
}
