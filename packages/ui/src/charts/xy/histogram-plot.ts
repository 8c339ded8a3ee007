import type { Tick } from "../model/axis-ticks.ts";
import type { Axis } from "../model/time-model.ts";
import { xScale, yScale } from "../plot/axes.ts";
import { fitTicks } from "../plot/fit-ticks.ts";
import { MARK_ROWS, placeMarks, STRONG } from "../plot/placed-word.ts";
import type { PlacedWord } from "../plot/placed-word.ts";
import { plotBox } from "../plot/plot-box.ts";
import type { PlotBox } from "../plot/plot-box.ts";
import type { Size } from "../plot/use-size.ts";
import type { HistogramModel } from "./prepare-histogram.ts";

/** Where everything on a histogram is, in pixels: the same on the page and in an exported file. */
export interface HistogramPlot {
  box: PlotBox;
  x: (millis: number) => number;
  y: (share: number) => number;
  xTicks: readonly Tick[];
  bars: readonly { key: number; x: number; y: number; width: number; height: number }[];
  marks: readonly { text: string; x: number }[];
  words: readonly PlacedWord[];
}

export function histogramBox(size: Size): PlotBox {
  return plotBox(size, 16);
}

export function histogramPlot(model: HistogramModel, xAxis: Axis, box: PlotBox): HistogramPlot {
  const x = xScale(xAxis, box.left, box.right);
  const y = yScale(model.y, box.top, box.bottom);
  const marks = model.marks.toSorted((a, b) => a.value - b.value);
  return {
    box,
    x,
    y,
    xTicks: fitTicks(xAxis.ticks, x),
    bars: model.bars.map(({ from, to, share }) => ({
      key: from,
      x: x(from),
      width: Math.max(1, x(to) - x(from) - 0.6),
      y: Math.min(y(share), box.bottom - 1),
      height: Math.max(1, box.bottom - y(share)),
    })),
    marks: model.marks.map(({ value, text }) => ({ text, x: x(value) })),
    words: placeMarks(
      marks.map(({ value, text }) => ({ key: text, text, x: x(value) })),
      box,
      { look: STRONG, rows: MARK_ROWS },
    ),
  };
}
