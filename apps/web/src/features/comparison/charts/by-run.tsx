"use client";

import { useMemo } from "react";
import { ByRunChart, prepareByRun } from "@headroom/ui/charts";
import type { ByRunInput, LineHighlight } from "@headroom/ui/charts";

/** The charts of many runs are loaded together, and none of the others with them. */
export { OverlayCharts } from "./overlay-charts.tsx";

export function ByRun({ input, highlight }: { input: ByRunInput; highlight: LineHighlight }) {
  const model = useMemo(() => prepareByRun(input), [input]);
  return <ByRunChart model={model} fileName="comparison-by-run" title="Comparison" highlight={highlight} />;
}
