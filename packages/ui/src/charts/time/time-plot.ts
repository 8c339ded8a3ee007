import type { Tick } from "../model/axis-ticks.ts";
import type { TimeLine, TimeModel, TimePanel } from "../model/time-model.ts";
import { xScale, yScale } from "../plot/axes.ts";
import type { PlacedWord } from "../plot/placed-word.ts";
import { endLabelRoom, plotBox, Y_AXIS_WIDTH } from "../plot/plot-box.ts";
import type { PlotBox } from "../plot/plot-box.ts";
import type { Size } from "../plot/use-size.ts";
import { momentTicks } from "./moment-text.ts";
import { loneIndexes } from "./time-grid.ts";
import { timeWords } from "./time-words.ts";
import { traceOf } from "./trace.ts";

/** Where everything on a chart over time is, in pixels: the same on the page and in an exported file. */
export interface TimePlot {
  box: PlotBox;
  x: (atSeconds: number) => number;
  y: (value: number) => number;
  xTicks: readonly Tick[];
  /** Of the second axis, in pixels. */
  rightTicks: readonly { y: number; label: string }[];
  /** In the order of the lines, a value for each point; null is a gap. */
  values: readonly (readonly (number | null)[])[];
  /** Lines with their own times, in pixels; null is a gap. */
  traces: readonly { line: TimeLine; pixels: readonly (readonly [x: number, y: number] | null)[] }[];
  /** Values between two gaps: a line can't show them. */
  dots: readonly { key: string; color: string; x: number; y: number }[];
  words: readonly PlacedWord[];
}

export interface TimePlotInput {
  model: TimeModel;
  panel: TimePanel;
  lines: readonly TimeLine[];
  box: PlotBox;
  /** The first chart of a page, which names left-out parts and events. */
  upper: boolean;
}

/** The box of all charts of a page: they share one width so that their times line up. */
export function timeBox({ panels }: TimeModel, size: Size): PlotBox {
  const ends = panels.flatMap(({ nameEnds, lines }) => (nameEnds ? lines.map(({ name }) => name) : []));
  const hasRight = panels.some(({ right }) => right !== undefined);
  return hasRight ? plotBox(size, Y_AXIS_WIDTH, Y_AXIS_WIDTH) : plotBox(size, endLabelRoom(ends));
}

export function timePlot({ model, panel, lines, box, upper }: TimePlotInput): TimePlot {
  const { axis, targets, nameEnds } = panel;
  const x = xScale({ domain: model.time, scale: "linear" }, box.left, box.right);
  const y = yScale(axis, box.top, box.bottom);
  const yRight = panel.right === undefined ? y : yScale(panel.right, box.top, box.bottom);
  const yOf = ({ onRight }: TimeLine) => (onRight === true ? yRight : y);
  const log = axis.scale === "log";
  return {
    box,
    x,
    y,
    xTicks: momentTicks(model, box.narrow ? 4 : 7),
    rightTicks: (panel.right?.ticks ?? []).map(({ value, label }) => ({ y: yRight(value), label })),
    values: lines.map(({ values, trace }) =>
      model.points.map((_, index) => (trace ? null : drawable(values[index] ?? null, log))),
    ),
    traces: lines.flatMap((line) =>
      line.trace
        ? [
            {
              line,
              pixels: line.trace.map(({ at, value }) =>
                value === null ? null : ([x(at), yOf(line)(value)] as const),
              ),
            },
          ]
        : [],
    ),
    dots: lines.flatMap((line) => {
      const drawn = traceOf(model, line);
      return loneIndexes(drawn.map(({ value }) => value)).map((index) => ({
        key: `${line.series} ${index}`,
        color: line.color,
        x: x(drawn[index]?.at ?? 0),
        y: yOf(line)(drawn[index]?.value ?? 0),
      }));
    }),
    words: timeWords({ model, box, lines, targets, nameEnds, upper, x, y }),
  };
}

/** A log axis has no place for zero. */
function drawable(value: number | null, log: boolean): number | null {
  return value !== null && log && value <= 0 ? null : value;
}
