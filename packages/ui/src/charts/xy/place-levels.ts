import { LETTER_WIDTH, STRONG } from "../plot/placed-word.ts";
import type { PlacedWord } from "../plot/placed-word.ts";
import type { PlotBox } from "../plot/plot-box.ts";
import type { TrendChartModel } from "./prepare-trend-chart.ts";

interface PlaceLevelsInput extends Pick<TrendChartModel, "levels"> {
  box: PlotBox;
  x: (at: number) => number;
  y: (value: number) => number;
  /** Where other lines cross the whole plot, which have words of their own. */
  lines: readonly number[];
}

const BELOW = 12;
const ABOVE = 5;
const TOP_ROW = 16;
/** A word and a line this near to each other can't be read. */
const APART = 14;

/** The words of levels, each where it begins: below its range, or above it if a line is there. Narrow plots name the value alone. */
export function placeLevels({ levels, box, x, y, lines }: PlaceLevelsInput): PlacedWord[] {
  return levels.map(({ key, x1, x2, usual, text, short }) => {
    const words = box.narrow ? short : text;
    const [below, above] = [y(usual.low) + BELOW, y(usual.high) - ABOVE];
    const isFree = (at: number) => lines.every((value) => Math.abs(y(value) - (at - ABOVE)) >= APART);
    const isAbove = (!isFree(below) || below > box.bottom - 3) && above > box.top + TOP_ROW;
    const isWide = x(x1) + 4 + words.length * LETTER_WIDTH > box.right;
    return {
      key: `level ${key}`,
      text: words,
      x: isWide ? x(x2) : x(x1) + 4,
      y: isAbove ? above : Math.min(below, box.bottom - 3),
      anchor: isWide ? ("end" as const) : ("start" as const),
      ...STRONG,
    };
  });
}
