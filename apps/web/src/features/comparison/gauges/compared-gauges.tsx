"use client";

import { plural } from "@headroom/core/format";
import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { CHART_HEIGHT_CLASS, RunDot, Sheet, SheetSection, SheetTitle, Skeleton } from "@headroom/ui";
import { Meanwhile } from "../../run/tables/gauges-table.tsx";
import { GaugesComparedTable } from "./gauges-compared-table.tsx";
import type { GaugesSideBySide } from "./prepare-gauges.ts";

const GaugeOverlays = dynamic(() => import("../charts/index.ts").then((module) => module.GaugeOverlays), {
  ssr: false,
  loading: () => <Skeleton className={CHART_HEIGHT_CLASS} />,
});

interface ComparedGaugesProps {
  gauges: GaugesSideBySide;
  /** Those that never changed in any run, with their values. */
  constant: readonly string[];
  /** Where the gauges are that this page leaves out. */
  rest: string;
}

/** The runs laid over each other, with their values behind a line: for members and guests. */
export function ComparedGauges({ gauges, constant, rest }: ComparedGaugesProps) {
  const { rows, charts, left, meanwhile } = gauges;
  return (
    <Sheet label="Gauges side by side" className="mt-5">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-4 py-3 wide:px-5">
        <SheetTitle>Gauges side by side</SheetTitle>
        <span className="text-12 text-ink-3">{leftWords(left, rest)}</span>
      </div>
      {meanwhile.map(({ runId, position, runName, words }) => (
        <div key={runId} className="pt-3">
          <p className="flex items-center gap-1.5 px-4 text-13 wide:px-5">
            <RunDot position={position} />
            {runName}
          </p>
          <Meanwhile words={words} />
        </div>
      ))}
      {charts.length === 0 ? null : (
        <SheetSection>
          <GaugeOverlays charts={charts} />
        </SheetSection>
      )}
      {rows.length === 0 ? null : (
        <Folded title={`Values of ${plural(rows.length, "gauge")}`}>
          <GaugesComparedTable rows={rows} />
        </Folded>
      )}
      {constant.length === 0 ? null : (
        <Folded title={`${plural(constant.length, "gauge was", "gauges were")} equal and constant`}>
          <ul className="flex flex-wrap gap-x-5 gap-y-1 px-4 pb-3 font-mono text-12 wide:px-5">
            {constant.map((words) => (
              <li key={words} className="wrap-anywhere">
                {words}
              </li>
            ))}
          </ul>
        </Folded>
      )}
    </Sheet>
  );
}

function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details>
      <summary className="cursor-pointer px-4 py-2.5 text-13 text-ink-2 wide:px-5">{title}</summary>
      {children}
    </details>
  );
}

function leftWords(left: number, rest: string): string {
  if (left === 0) return "Each run begins at 0:00";
  return `Each run begins at 0:00. ${plural(left, "more gauge is", "more gauges are")} ${rest}.`;
}
