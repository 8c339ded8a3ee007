"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import type { ReactNode } from "react";
import {
  CHART_HEIGHT_CLASS,
  Sheet,
  SheetNote,
  SheetSection,
  Skeleton,
  SheetTitle,
  buttonClass,
} from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import type { TrendModel, TrendPoint } from "./prepare-trend.ts";
import { RunsTable } from "./runs-table.tsx";
import type { TrendQuery } from "./search-params.ts";
import { useZone } from "../shell/use-zone.ts";

/** Recharts comes after the figures, into a room that is already there. */
const TrendPlot = dynamic(() => import("./trend-plot.tsx").then((module) => module.TrendPlot), {
  ssr: false,
  loading: PlotSkeleton,
});

interface TrendWorkbenchProps {
  model: TrendModel;
  query: TrendQuery;
  timeZone: string;
  fileName: string;
  title: string;
  controls: ReactNode;
  /** The changes stand between the chart and the runs. */
  children: ReactNode;
}

const MAX_COMPARED = 20;

/** The runs as points and as rows; those that are chosen in either can be laid beside each other. */
export function TrendWorkbench(props: TrendWorkbenchProps) {
  const { model, query, fileName, title, controls, children } = props;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const timeZone = useZone(props.timeZone);
  const toggle = (id: string) =>
    setChosen((before) =>
      before.includes(id) ? before.filter((one) => one !== id) : [...before, id].slice(-MAX_COMPARED),
    );
  const compare = <CompareChosen chosen={inOrder(model.points, chosen)} />;
  return (
    <>
      <Sheet label="Trend">
        <div>{controls}</div>
        <SheetSection>
          <TrendPlot {...{ model, query, timeZone, fileName, title, chosen }} onChoose={setChosen} />
          <div className="mt-2 flex min-h-9 flex-wrap items-center gap-3 text-12 text-ink-3">
            Click a run to open it, or Shift-click to choose it.
            {chosen.length > 0 ? compare : null}
          </div>
        </SheetSection>
        {model.notes.length > 0 ? <SheetNote>{model.notes.join(" ")}</SheetNote> : null}
      </Sheet>
      {children}
      <Sheet label="Runs" className="mt-5">
        <div className="flex min-h-14 flex-wrap items-center gap-3 px-4 py-3 wide:px-5">
          <SheetTitle>Runs</SheetTitle>
          {compare}
        </div>
        <RunsTable model={model} query={query} timeZone={timeZone} chosen={chosen} onToggle={toggle} />
      </Sheet>
    </>
  );
}

function PlotSkeleton() {
  return (
    <div>
      <div className="h-16 wide:h-12" />
      <Skeleton className={CHART_HEIGHT_CLASS} />
    </div>
  );
}

function inOrder(points: readonly TrendPoint[], chosen: readonly string[]): string[] {
  return points.flatMap(({ id }) => (chosen.includes(id) ? [id] : []));
}

/** The earlier run is A. */
function CompareChosen({ chosen }: { chosen: readonly string[] }) {
  if (chosen.length < 2) {
    return (
      <span className="text-12 text-ink-3">
        {chosen.length === 0 ? "Choose two or more runs to compare." : "Choose one more run to compare."}
      </span>
    );
  }
  return (
    <AppLink href={`/comparisons?runs=${chosen.join(",")}`} className={buttonClass("primary")}>
      Compare {chosen.length} runs
    </AppLink>
  );
}
