import { overlap } from "../plot/place-names.ts";
import { LETTER_WIDTH, STRONG, wordBox } from "../plot/placed-word.ts";
import type { PlacedWord } from "../plot/placed-word.ts";
import type { PlotBox } from "../plot/plot-box.ts";
import type { TrendChartModel } from "./prepare-trend-chart.ts";

interface PlaceLevelsInput extends Pick<TrendChartModel, "levels"> {
  box: PlotBox;
  x: (at: number) => number;
  y: (value: number) => number;
  /** Where other lines cross the whole plot, which have words of their own. */
  lines: readonly number[];
  /** Their words, which were placed first. */
  words: readonly PlacedWord[];
}

const BELOW = 12;
const ABOVE = 5;
const TOP_ROW = 16;
/** A word and a line this near to each other can't be read. */
const APART = 14;

/**
 * The words of levels, each where it begins: below its range, or above it if a line or another word is there, or else at its
 * end. Narrow plots name the value alone.
 */
export function placeLevels({ levels, box, x, y, lines, words }: PlaceLevelsInput): PlacedWord[] {
  const taken = words.map(wordBox);
  return levels.map(({ key, x1, x2, usual, text, short }) => {
    const named = box.narrow ? short : text;
    const [below, above] = [y(usual.low) + BELOW, y(usual.high) - ABOVE];
    const isOffLines = (at: number) => lines.every((value) => Math.abs(y(value) - (at - ABOVE)) >= APART);
    const isAbove = (!isOffLines(below) || below > box.bottom - 3) && above > box.top + TOP_ROW;
    const isWide = x(x1) + 4 + named.length * LETTER_WIDTH > box.right;
    const begin = { x: x(x1) + 4, anchor: "start" as const };
    const end = { x: x(x2), anchor: "end" as const };
    const [first, second] = isAbove ? [above, below] : [below, above];
    const placed = (isWide ? [end] : [begin, end]).flatMap((at) =>
      [first, second].map((height) => ({ ...at, y: Math.min(height, box.bottom - 3), text: named })),
    );
    const isFree = (one: (typeof placed)[number]) => {
      const own = wordBox(one);
      return own.left >= box.left && own.top >= box.top && !taken.some((other) => overlap(own, other));
    };
    const best = placed.find((one) => isFree(one) && isOffLines(one.y)) ?? placed.find(isFree) ?? placed[0];
    const word = { key: `level ${key}`, ...(best ?? { ...begin, y: below, text: named }), ...STRONG };
    taken.push(wordBox(word));
    return word;
  });
}
