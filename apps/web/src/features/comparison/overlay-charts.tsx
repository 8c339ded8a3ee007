"use client";

import { useMemo } from "react";
import { TimeCharts, prepareOverlay } from "@headroom/ui/charts";
import type { OverlayInput } from "@headroom/ui/charts";

export function OverlayCharts({ input }: { input: OverlayInput }) {
  const model = useMemo(() => prepareOverlay(input), [input]);
  return (
    <>
      <TimeCharts model={model} fileName="comparison" title="Comparison" />
      <p className="mt-2 min-h-4 text-12 text-ink-3">{model.pointText}</p>
    </>
  );
}
