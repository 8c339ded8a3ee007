"use client";

import clsx from "clsx";
import { useMemo } from "react";
import { besideHeightClass, chartHeightClass } from "../frame/chart-heights.ts";
import { ChartFrame } from "../frame/chart-frame.tsx";
import { CommentMarks } from "./comment-marks.tsx";
import { CrosshairLine, MarkedSpan } from "./crosshair-line.tsx";
import { HeatCanvas } from "./heat-canvas.tsx";
import { createCrosshair } from "./crosshair.ts";
import type { Crosshair } from "./crosshair.ts";
import { yScale } from "../plot/axes.ts";
import type { PlotBox } from "../plot/plot-box.ts";
import { nearestLine, nextLine } from "./nearest-line.ts";
import { SteadyEdges } from "./steady-edges.tsx";
import type { TimeLine, TimeModel, TimePanel } from "../model/time-model.ts";
import { timeBox } from "./time-plot.ts";
import { TimePanelChart } from "./time-panel-chart.tsx";
import { TimeReadout } from "./time-readout.tsx";
import { TimeTracker } from "./time-tracker.tsx";
import type { Size } from "../plot/use-size.ts";
import type { ChartData } from "../model/chart-data.ts";
import { momentText } from "./moment-text.ts";
import { useSeriesChoice } from "../frame/use-series-choice.ts";
import type { SeriesChoice } from "../frame/use-series-choice.ts";

export interface TimeChartsProps {
  model: TimeModel;
  /** Prefix for the names of saved files. */
  fileName: string;
  /** Heading of saved pictures. */
  title?: string;
  /** Shared with the other charts of the page. */
  crosshair?: Crosshair;
  /** A window was selected by dragging or with keys. The caller loads it. */
  onWindow?: (fromSeconds: number, toSeconds: number) => void;
  /** Escape was pressed while a window is selected. */
  onReset?: () => void;
  /** Makes the edges of `model.steady` movable; called when one is released. */
  onSteadyChange?: (fromSeconds: number, toSeconds: number) => void;
  /** A comment's mark was pressed. */
  onComment?: (key: string) => void;
  /** Two in a row where there is room, instead of all under each other. */
  beside?: boolean;
  /** What the charts show over time: "run". */
  of?: string;
  /** One of many lines is looked at, the same as elsewhere on the page. */
  highlight?: LineHighlight | undefined;
}

export interface LineHighlight {
  /** The series in colour; null: none. */
  series: string | null;
  /** The pointer came to another line, or an arrow key was pressed. */
  onChange: (series: string) => void;
}

/** Charts under each other on one time axis and under one crosshair. */
export function TimeCharts(props: TimeChartsProps) {
  const { model, fileName, title, beside = false } = props;
  const own = useMemo(() => createCrosshair(), []);
  const crosshair = props.crosshair ?? own;
  const { lines, choice } = useLineChoice(model);
  const legend = model.legend.filter(({ series }) => choice?.shown.has(series) ?? true);
  return (
    <div
      className={clsx(
        "flex flex-1 flex-col paper:block",
        beside && "desk:grid desk:grid-cols-2 desk:content-start desk:gap-x-8",
      )}
    >
      <div className="desk:col-span-2">
        <TimeReadout crosshair={crosshair} model={model} choice={choice} />
      </div>
      {model.panels.map((panel, position) => (
        <ChartFrame
          key={panel.key}
          unit={panel.unit}
          name={panel.name}
          title={title}
          fileName={`${fileName}-${panel.key}`}
          heightClassName={beside ? besideHeightClass(panel) : chartHeightClass(panel)}
          data={panelData(model, panel)}
          {...(panel.file ? { file: panel.file } : {})}
          tableLabel={`${panel.name} over time`}
          legend={legend.filter(({ series }) => panel.lines.some((line) => line.series === series))}
        >
          {(size) => (
            <PanelPlot
              {...props}
              crosshair={crosshair}
              panel={panel}
              lines={lines.get(panel.key) ?? panel.lines}
              size={size}
              upper={position === 0}
            />
          )}
        </ChartFrame>
      ))}
    </div>
  );
}

type LineMoves = Pick<PanelPlotProps, "panel" | "lines" | "highlight"> & { box: PlotBox };

/** How pointer and keys go from line to line. */
function lineMoves({ panel, lines, box, highlight }: LineMoves) {
  if (highlight === undefined) return {};
  const { series: from, onChange } = highlight;
  const change = (series: string | null) => {
    if (series !== null && series !== from) onChange(series);
  };
  return {
    onPlace: (index: number, y: number) =>
      change(nearestLine(lines, { index, y }, yScale(panel.axis, box.top, box.bottom))),
    onStep: (index: number, by: 1 | -1) => change(nextLine(lines, { index, from, by })),
  };
}

interface PanelPlotProps extends TimeChartsProps {
  crosshair: Crosshair;
  panel: TimePanel;
  lines: readonly TimeLine[];
  size: Size;
  upper: boolean;
}

function PanelPlot(props: PanelPlotProps) {
  const { crosshair, model, panel, lines, size, upper, of = "run", onSteadyChange } = props;
  const { width, height } = size;
  const box = useMemo(() => timeBox(model, { width, height }), [width, height, model]);
  const shared = { crosshair, model, box };
  return (
    <>
      <TimeTracker
        {...shared}
        {...lineMoves({ panel, lines, box, highlight: props.highlight })}
        label={`Time in the ${of}, ${panel.name.charAt(0).toLowerCase()}${panel.name.slice(1)}`}
        onWindow={props.onWindow}
        onReset={props.onReset}
      >
        {panel.heat ? <HeatCanvas model={model} heat={panel.heat} axis={panel.axis} box={box} /> : null}
        <TimePanelChart model={model} panel={panel} lines={lines} box={box} upper={upper} />
      </TimeTracker>
      <CrosshairLine {...shared} />
      <MarkedSpan {...shared} />
      {upper && onSteadyChange && model.steady ? (
        <SteadyEdges {...shared} steady={model.steady} onSteadyChange={onSteadyChange} />
      ) : null}
      {upper ? <CommentMarks model={model} box={box} onComment={props.onComment} /> : null}
    </>
  );
}

/** The figures of one chart of several: one row per point. */
function panelData(model: TimeModel, { columns }: TimePanel): ChartData {
  const { clock } = model;
  const startSeconds = clock === undefined ? 0 : clock.originMillis / 1_000;
  const say = momentText(model);
  return {
    columns: [
      clock === undefined
        ? { head: "From", field: "offset_seconds", show: say }
        : { head: "From", field: "epoch_seconds", show: (second) => say(second - startSeconds) },
      ...columns.map(({ head, field, show }) => ({ head, field, show })),
    ],
    rows: model.points.map(({ fromSeconds }, index) => [
      fromSeconds + startSeconds,
      ...columns.map(({ values }) => values[index] ?? null),
    ]),
  };
}

interface LineChoice {
  lines: ReadonlyMap<string, readonly TimeLine[]>;
  /** Only where there are runs to choose from. */
  choice: SeriesChoice | undefined;
}

/** The lines of each panel that are drawn. */
function useLineChoice(model: TimeModel): LineChoice {
  const choosable = model.legend.some(({ position }) => position !== undefined) && model.legend.length > 1;
  const choice = useSeriesChoice(useMemo(() => model.legend.map(({ series }) => series), [model]));
  const { shown } = choice;
  const lines = useMemo(
    () =>
      new Map(
        model.panels.map(({ key, lines: all }) => [
          key,
          choosable ? all.filter(({ series }) => shown.has(series)) : all,
        ]),
      ),
    [model, shown, choosable],
  );
  return { lines, choice: choosable ? choice : undefined };
}
