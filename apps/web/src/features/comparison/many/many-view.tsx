"use client";

import { useMemo, useState } from "react";
import type { FigureId } from "@headroom/core";
import { Sheet, SheetTitle } from "@headroom/ui";
import type { OverlayInput } from "@headroom/ui/charts";
import type { ReactNode } from "react";
import { OverTime } from "../overlay/over-time.tsx";
import { metricName, metricUnit } from "../view/figure-words.ts";
import { ManyTable } from "./many-table.tsx";
import type { MenuGroups } from "./many-table.tsx";
import { MatrixTable } from "./matrix-table.tsx";
import type { ManyModel, ManyRow, ManyRun } from "./prepare-many.ts";

interface ManyViewProps {
  model: ManyModel;
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
  const { model, metric, input, words, problem, metrics, onMetric } = props;
  const [chosen, choose] = useState<string | null>(null);
  const reference = model.rows.find(({ card }) => card.isReference)?.card.id ?? "";
  const run = chosen ?? firstHighlight(model.rows);
  const drawn = useMemo(
    () => (input === null ? null : { ...input, highlight: { run, reference } }),
    [input, run, reference],
  );
  return (
    <>
      <Sheet label="Evidence" className="mt-5">
        <div className="p-4 wide:px-5 wide:py-4.5">
          <OverTime
            input={drawn}
            metric={metric}
            metrics={metrics}
            onMetric={onMetric}
            words={`${words}. Point at a row to highlight its run.`}
            problem={problem}
          />
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

/** The latest that changed; without one, the latest. */
function firstHighlight(rows: readonly ManyRow[]): string | null {
  const others = rows.filter(({ card }) => !card.isReference);
  return (others.findLast(({ state }) => state === "regressed") ?? others.at(-1))?.card.id ?? null;
}
