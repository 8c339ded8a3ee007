"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { CHART_HEIGHT_CLASS, Sheet, SheetNote, SheetSection, SignKey, Skeleton } from "@headroom/ui";
import { useSelection } from "../catalog/catalog-selection.tsx";
import { useZone } from "../shell/use-zone.ts";
import type { TrendModel } from "../trend/prepare-trend.ts";
import type { TrendQuery } from "../trend/search-params.ts";
import { trendSigns } from "../trend/trend-signs.ts";

/** Recharts comes after the figures, into a room that is already there. */
const TrendPlot = dynamic(() => import("../trend/trend-plot.tsx").then((module) => module.TrendPlot), {
  ssr: false,
  loading: PlotSkeleton,
});

interface TrendSheetProps {
  model: TrendModel;
  query: TrendQuery;
  timeZone: string;
  fileName: string;
  title: string;
  baselineId: string | null;
  controls: ReactNode;
  /** The targets, so that a value and its line are read together. */
  children: ReactNode;
}

/** One figure over the runs of an experiment. Points that are chosen are selected in the table, too. */
export function TrendSheet(props: TrendSheetProps) {
  const { model, query, fileName, title, baselineId, controls, children } = props;
  const { runs, toggle } = useSelection();
  const timeZone = useZone(props.timeZone);
  const chosen = runs.map(({ id }) => id);
  const choose = (ids: readonly string[]) => {
    const changed = model.points.find(
      ({ id }) => ids.includes(id) !== chosen.includes(id) && ids.includes(id),
    );
    const dropped = model.points.find(({ id }) => chosen.includes(id) && !ids.includes(id));
    const point = changed ?? dropped;
    if (point === undefined) return;
    toggle({
      id: point.id,
      name: `run ${point.number}`,
      ranAt: new Date(point.at).toISOString(),
      isBaseline: point.id === baselineId,
    });
  };
  return (
    <Sheet label="Trend">
      <div>{controls}</div>
      <SheetSection>
        <TrendPlot {...{ model, query, timeZone, fileName, title, chosen }} onChoose={choose} />
        <SignKey signs={trendSigns(model)} className="mt-2" />
        <p className="mt-1.5 text-12 text-ink-3">Click a run to open it, or Shift-click to choose it.</p>
      </SheetSection>
      {model.notes.length > 0 ? <SheetNote>{model.notes.join(" ")}</SheetNote> : null}
      {children}
    </Sheet>
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
