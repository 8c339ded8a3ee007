"use client";

import { useMemo } from "react";
import { PercentileCurve, preparePercentileCurve } from "@headroom/ui/charts";
import type { CurveRun } from "@headroom/ui/charts";

interface CurveChartProps {
  runs: readonly CurveRun[];
  targets: readonly { value: number; text: string }[];
}

export function CurveChart({ runs, targets }: CurveChartProps) {
  const named = useMemo(() => targets.map(({ value, text }) => ({ value, text: `p99 ${text}` })), [targets]);
  const model = useMemo(() => preparePercentileCurve({ runs, targets: named }), [runs, named]);
  return <PercentileCurve model={model} fileName="comparison-percentiles" title="Comparison" />;
}
