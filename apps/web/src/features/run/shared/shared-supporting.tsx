"use client";

import type { RunHeatmap as RunHeatmapFigures } from "@headroom/services";
import type { HeatmapFrame } from "../timeline/prepare-distribution.ts";
import { RunHeatmap, SupportingSheet } from "../timeline/supporting-charts.tsx";
import type { DistributionProps } from "../timeline/supporting-charts.tsx";

interface SharedSupportingProps extends DistributionProps {
  /** Null: the source gives nothing over time. */
  heatmap: HeatmapFrame | null;
  /** They come with the page, because a guest can ask for nothing else. */
  figures: RunHeatmapFigures | null;
}

export function SharedSupporting({ heatmap, figures, ...distribution }: SharedSupportingProps) {
  const drawn =
    heatmap === null ? null : (
      <RunHeatmap frame={heatmap} heatmap={figures} fileName={distribution.fileName} />
    );
  return <SupportingSheet {...distribution} heatmap={drawn} />;
}
