"use client";

import { useMemo } from "react";
import { createCrosshair, prepareGaugeOverlay, TimeCharts } from "@headroom/ui/charts";
import type { GaugeOverlayInput } from "@headroom/ui/charts";

/** A chart for each gauge, all under one crosshair. */
export function GaugeOverlays({ charts }: { charts: readonly GaugeOverlayInput[] }) {
  const crosshair = useMemo(() => createCrosshair(), []);
  const models = useMemo(
    () =>
      charts.map((chart) => ({
        key: `${chart.name} ${chart.unit ?? ""}`,
        model: prepareGaugeOverlay(chart),
        name: chart.name,
      })),
    [charts],
  );
  return (
    <div className="flex flex-col gap-4">
      {models.map(({ key, name, model }) => (
        <TimeCharts
          key={key}
          model={model}
          crosshair={crosshair}
          fileName="comparison"
          title={name}
          of="runs"
        />
      ))}
    </div>
  );
}
