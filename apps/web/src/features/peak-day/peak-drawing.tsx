"use client";

import { useMemo } from "react";
import { preparePeakDay, TimeCharts } from "@headroom/ui/charts";
import type { PeakDayInput } from "@headroom/ui/charts";

/** The day over earlier ones, under what is proven. */
export function PeakDrawing({ input }: { input: PeakDayInput }) {
  const model = useMemo(() => preparePeakDay(input), [input]);
  const [first] = input.earlier;
  const { growth: [low, high] = [1, 1] } = first ?? {};
  return (
    <>
      <TimeCharts model={model} fileName="peak-day" title={input.name} of="peak day" />
      <p className="mt-2 min-h-4 text-12 text-ink-3">
        {model.pointText} Times are those of {input.clock.timeZone}.
        {first === undefined
          ? ""
          : ` The band is ${first.name} times ${low === high ? low : `${low} to ${high}`}.`}
        {model.gaps.length > 0 ? " Hatched: nothing was reported." : ""}
        {input.throughputTargets.some(({ kind }) => kind === "ceiling")
          ? " Hatched above the heavy line: not proven."
          : ""}
      </p>
    </>
  );
}
