"use client";

import { useMemo } from "react";
import { prepareLabelMix, TimeCharts } from "@headroom/ui/charts";
import type { LabelMixInput } from "@headroom/ui/charts";

/** The share of the busiest labels as the day goes on. */
export function MixDrawing({ input, title }: { input: LabelMixInput; title: string }) {
  const model = useMemo(() => prepareLabelMix(input), [input]);
  return (
    <>
      <TimeCharts model={model} fileName="label-mix" title={title} of="label mix" />
      <p className="mt-2 min-h-4 text-12 text-ink-3">{model.pointText}</p>
    </>
  );
}
