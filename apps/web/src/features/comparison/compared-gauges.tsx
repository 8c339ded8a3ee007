"use client";

import { plural } from "@headroom/core/format";
import dynamic from "next/dynamic";
import { CHART_HEIGHT_CLASS, RunLetter, Sheet, SheetSection, SheetTitle, Skeleton } from "@headroom/ui";
import { Meanwhile } from "../run/gauges-table.tsx";
import { GaugesComparedTable } from "./gauges-compared-table.tsx";
import type { GaugesSideBySide } from "./prepare-gauges.ts";

const GaugeOverlays = dynamic(() => import("./gauge-overlays.tsx").then((module) => module.GaugeOverlays), {
  ssr: false,
  loading: () => <Skeleton className={CHART_HEIGHT_CLASS} />,
});

interface ComparedGaugesProps {
  gauges: GaugesSideBySide;
  /** Where the gauges are that this page leaves out. */
  rest: string;
}

/** A row for each run, and the runs laid over each other: for members and guests. */
export function ComparedGauges({ gauges: { rows, charts, left, meanwhile }, rest }: ComparedGaugesProps) {
  return (
    <Sheet label="Gauges side by side" className="mt-5">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-4 py-3 wide:px-5">
        <SheetTitle>Gauges side by side</SheetTitle>
        <span className="text-12 text-ink-3">{leftWords(left, rest)}</span>
      </div>
      {meanwhile.map(({ runId, position, runName, words }) => (
        <div key={runId} className="border-t border-line pt-3">
          <p className="flex items-center gap-1.5 px-4 text-13 wide:px-5">
            <RunLetter position={position} />
            {runName}
          </p>
          <Meanwhile words={words} />
        </div>
      ))}
      <GaugesComparedTable rows={rows} />
      <SheetSection>
        <GaugeOverlays charts={charts} />
      </SheetSection>
    </Sheet>
  );
}

function leftWords(left: number, rest: string): string {
  if (left === 0) return "Each run begins at 0:00";
  return `Each run begins at 0:00. ${plural(left, "more gauge is", "more gauges are")} ${rest}.`;
}
