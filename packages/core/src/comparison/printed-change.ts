import { millisDigits } from "../format/latency.ts";
import {
  figureDigits,
  formatChange,
  formatFixed,
  formatPercentFigure,
  percentDigits,
} from "../format/number.ts";
import { joinUnit } from "../format/unit.ts";
import { exactFigure, FIGURES } from "../targets/figures.ts";
import type { ComparableFigures, FigureId, FigureRow } from "../targets/figures.ts";
import { formatRatio, ratioOf } from "./change.ts";

/** Without its unit, as the page of its run has it. */
export function figureText(metric: FigureId, value: number): string {
  return textWith(metric, value, 0);
}

/** "140 ms", "52.0/s", "0.046%" */
export function figureWithUnit(metric: FigureId, value: number): string {
  return withUnit(metric, figureText(metric, value));
}

/**
 * The figures of one metric beside their changes from one of them, without units: as the pages of their runs have them, and with
 * as many more digits as it takes. Dividing two of the figures gives the change that is printed.
 */
export function printedFigures(
  metric: FigureId,
  values: readonly (number | null)[],
  reference: number,
): (string | null)[] {
  const rounded = values.map((value) => (value === null ? null : roundedFigure(metric, value)));
  return withFewestDigits(rounded, reference, {
    textWith: (value, more) => textWith(metric, value, more),
    words: (ratio) => `${formatChange(ratio - 1)} ${formatRatio(metric, ratio)}`,
  });
}

/** A level before and after a change, with units. Dividing them gives the size as it is printed. */
export function printedLevels(
  metric: FigureId,
  { before, after }: { before: number; after: number },
  sizeWords: (ratio: number) => string,
): { before: string; after: string } {
  const [from, to] = withFewestDigits([before, after], 0, {
    textWith: (value, more) => textWith(metric, value, more),
    words: sizeWords,
  });
  return { before: withUnit(metric, from ?? ""), after: withUnit(metric, to ?? "") };
}

/** The value that changes are computed from. Null: no single value is known. */
export function comparedFigure(metric: FigureId, figures: ComparableFigures): number | null {
  const value = exactFigure(metric, figures);
  return value === null ? null : roundedFigure(metric, value);
}

const ENOUGH_DIGITS = 4;

/**
 * How compared figures are rounded: to four digits, or to one more than the page of the run shows, whichever is more. Exact figures
 * would take six digits a side where a percentage is near its next digit. Further digits are kept where the figure would otherwise
 * read differently from that page: 132.46 isn't 132.5, which would then be 133 beside the page's 132.
 */
function roundedFigure(metric: FigureId, value: number): number {
  const { times, digitsOf } = UNITS[FIGURES[metric].unit];
  const figure = value * times;
  if (figure === 0) return 0;
  const fewest = Math.max(digitsOf(figure) + 1, ENOUGH_DIGITS - 1 - Math.floor(Math.log10(Math.abs(figure))));
  const text = figureText(metric, value);
  for (let decimals = fewest; decimals <= fewest + MOST_MORE; decimals++) {
    const rounded = Math.round(figure * 10 ** decimals) / 10 ** decimals / times;
    if (figureText(metric, rounded) === text) return rounded;
  }
  return value;
}

/** No figure needs more to show a change in three digits. */
const MOST_MORE = 4;

/** The texts of some values, with no more digits than their quotients need to say the same as the ratios of the values. */
export function withFewestDigits(
  values: readonly (number | null)[],
  reference: number,
  {
    textWith: textOf,
    words,
  }: { textWith: (value: number, more: number) => string; words: (ratio: number) => string },
): (string | null)[] {
  const before = values[reference] ?? null;
  for (let more = 0; ; more++) {
    const texts = values.map((value) => (value === null ? null : textOf(value, more)));
    const shown = numberIn(texts[reference] ?? null);
    const fit = values.every((after, at) => {
      const ratio = ratioOf(before, after);
      const printed = ratioOf(shown, numberIn(texts[at] ?? null));
      return ratio === null || (printed !== null && words(printed) === words(ratio));
    });
    if (fit || more === MOST_MORE) return texts;
  }
}

/** One change as sentences have it: "42.1 ms", "48.4 ms" and "+14.8%". From zero, there is no size. Errors go from or to "none". */
export function printedChange(
  metric: FigureId,
  { before, after }: { before: number | null; after: number | null },
): { before: string; after: string; size: string | null } {
  const rounded = [before, after].map((value) => (value === null ? null : roundedFigure(metric, value)));
  const ratio = ratioOf(rounded[0] ?? null, rounded[1] ?? null);
  const [from = null, to = null] = printedFigures(metric, rounded, 0).map((text) =>
    text === null ? null : withUnit(metric, text),
  );
  const isNone = (value: number | null | undefined) => metric === "error-rate" && ratio !== 1 && value === 0;
  return {
    before: isNone(rounded[0]) && rounded[1] !== 0 ? "none" : (from ?? "unknown"),
    after: isNone(rounded[1]) && rounded[0] !== 0 ? "none" : (to ?? "unknown"),
    size: ratio === null ? null : formatChange(ratio - 1),
  };
}

/** "+11.7% to +18.2%" of a ratio. */
export function printedInterval({ low, high }: { low: number; high: number | null }): string {
  return `${formatChange(low - 1)} to ${high === null ? "no upper limit" : formatChange(high - 1)}`;
}

const UNITS: Record<
  FigureRow["unit"],
  { text: string; times: number; digitsOf: (figure: number) => number }
> = {
  ms: { text: "ms", times: 1, digitsOf: millisDigits },
  "/s": { text: "/s", times: 1, digitsOf: figureDigits },
  share: { text: "%", times: 100, digitsOf: percentDigits },
};

function textWith(metric: FigureId, value: number, more: number): string {
  const { unit } = FIGURES[metric];
  if (unit === "share" && more === 0) return formatPercentFigure(value);
  const { times, digitsOf } = UNITS[unit];
  const figure = value * times;
  return figure === 0 ? "0" : formatFixed(figure, digitsOf(figure) + more);
}

function withUnit(metric: FigureId, text: string): string {
  return joinUnit(text, UNITS[FIGURES[metric].unit].text);
}

/** Null: there is no single number in it, as in "< 0.001". */
function numberIn(text: string | null): number | null {
  return text === null || /[<>]/.test(text) ? null : Number(text.replaceAll(/[^\d.]/g, ""));
}
