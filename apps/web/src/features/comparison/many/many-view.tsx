"use client";

import clsx from "clsx";
import dynamic from "next/dynamic";
import { useDeferredValue, useMemo, useState } from "react";
import type { FigureId } from "@headroom/core";
import { CHART_HEIGHT_CLASS, Sheet, SheetTitle, Skeleton, textLinkClass } from "@headroom/ui";
import type { LineHighlight, OverlayInput, TargetLine } from "@headroom/ui/charts";
import { AppLink } from "../../shell/app-link.tsx";
import type { ReactNode } from "react";
import { OverTime } from "../overlay/over-time.tsx";
import { OverlaySkeleton } from "../overlay/overlay-skeleton.tsx";
import { metricName, metricUnit } from "../view/figure-words.ts";
import { byRunInput } from "./by-run-input.ts";
import { ManyTable } from "./many-table.tsx";
import type { MenuGroups } from "./many-table.tsx";
import { MatrixTable } from "./matrix-table.tsx";
import type { ManyModel, ManyRow, ManyRun } from "./prepare-many.ts";

const OverlayCharts = dynamic(() => import("../charts/by-run.tsx").then((module) => module.OverlayCharts), {
  ssr: false,
  loading: OverlaySkeleton,
});
const ByRun = dynamic(() => import("../charts/by-run.tsx").then((module) => module.ByRun), {
  ssr: false,
  loading: () => <Skeleton className={clsx("mt-12", CHART_HEIGHT_CLASS)} />,
});

interface ManyViewProps {
  model: ManyModel;
  /** Of what is drawn by run. */
  targets: readonly TargetLine[];
  /** The trend of their experiment; null: they are of several, or a guest reads. */
  trendHref: string | null;
  metric: FigureId;
  /** The runs over time; null: they are still being read. */
  input: OverlayInput | null;
  words: string;
  problem: ReactNode;
  metrics: readonly FigureId[];
  onMetric: (metric: FigureId) => void;
  /** Under the chart: how comparable the runs are. */
  children: ReactNode;
  menuOf: ((run: ManyRun) => MenuGroups) | null;
}

/** Six runs and more: one of them in colour, the same in chart, row and small picture. */
export function ManyView(props: ManyViewProps) {
  const { model, metric, targets, trendHref, input, words, problem, metrics, onMetric } = props;
  const [chosen, choose] = useState<string | null>(null);
  const reference = model.rows.find(({ card }) => card.isReference)?.card.id ?? "";
  const run = chosen ?? firstHighlight(model.rows);
  // The row follows the pointer at once, and the lines as soon as they are drawn.
  const shown = useDeferredValue(run);
  const drawn = useMemo(
    () => (input === null ? null : { ...input, highlight: { run: shown, reference } }),
    [input, shown, reference],
  );
  const highlight = useMemo(() => ({ series: run, onChange: choose }), [run]);
  return (
    <>
      <Sheet label="Evidence" className="mt-5">
        <div className="grid grid-cols-1 desk:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
          <div className="flex min-w-0 flex-col p-4 wide:px-5 wide:py-4.5">
            <OverTime
              input={drawn}
              metric={metric}
              metrics={metrics}
              onMetric={onMetric}
              words={words}
              problem={problem}
              highlight={highlight}
              Charts={OverlayCharts}
            />
          </div>
          <ByRunSide {...{ model, metric, targets, trendHref, highlight }} />
        </div>
        {props.children}
      </Sheet>
      <Sheet label="Runs" className="mt-5">
        <ManyTable
          rows={model.rows}
          metric={metric}
          input={input}
          highlighted={run}
          onHighlight={choose}
          menuOf={props.menuOf}
        />
      </Sheet>
      {model.matrix.length < 2 ? null : (
        <Sheet label="Labels" className="mt-5">
          <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-4 py-3 wide:px-5">
            <SheetTitle>Labels</SheetTitle>
            <span className="text-12 text-ink-3">
              {metricName(metric)}, {metricUnit(metric)}, tinted where a change was detected
            </span>
          </div>
          <MatrixTable
            rows={model.rows}
            matrix={model.matrix}
            label={`${metricName(metric)} of the labels`}
          />
        </Sheet>
      )}
    </>
  );
}

interface ByRunSideProps extends Pick<ManyViewProps, "model" | "metric" | "targets" | "trendHref"> {
  highlight: LineHighlight;
}

/** The whole runs side by side, beside the runs over time. */
function ByRunSide({ model, metric, targets, trendHref, highlight }: ByRunSideProps) {
  return (
    <div className="flex min-w-0 flex-col border-t border-line p-4 desk:border-t-0 desk:border-l wide:px-5 wide:py-4.5">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <SheetTitle>{metricName(metric)} by run</SheetTitle>
        {trendHref === null ? null : (
          <AppLink href={trendHref} className={clsx(textLinkClass, "ml-auto text-13")}>
            Open the trend
          </AppLink>
        )}
      </div>
      <p className="text-12 text-ink-3">
        The whole run with the 95% interval of its change, in the order they ran.
      </p>
      <ByRun input={byRunInput(model.rows, { metric, targets })} highlight={highlight} />
    </div>
  );
}

/** The latest that changed; without one, the latest. */
function firstHighlight(rows: readonly ManyRow[]): string | null {
  const others = rows.filter(({ card }) => !card.isReference);
  return (others.findLast(({ state }) => state === "regressed") ?? others.at(-1))?.card.id ?? null;
}
