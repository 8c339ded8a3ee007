import { placeEvents } from "./place-events.ts";
import { placeLabel } from "./place-label.ts";
import { boxOf } from "./place-names.ts";
import type { WordBox } from "./place-names.ts";
import type { PlotBox } from "./plot-box.ts";
import type { TargetLine } from "../model/time-model.ts";

/** Of Inter at 11 px, semibold. */
export const LETTER_WIDTH = 6.1;
const LINE = 13;
export const MARK_ROWS = 3;

type Pixel = readonly [x: number, y: number];

/** Text on a plot, placed; in ink, never in the color of a series. */
export interface PlacedWord {
  key: string;
  text: string;
  x: number;
  /** Of the baseline. */
  y: number;
  anchor: "start" | "middle" | "end";
  weight: 400 | 500 | 600;
  fill: "var(--ink)" | "var(--ink-2)";
}

interface Mark {
  key: string;
  x: number;
  text: string;
}

/** The text of lines that cross the plot from top to bottom, in rows at the top. Text without room is left out. */
export function placeMarks(
  marks: readonly Mark[],
  box: PlotBox,
  { look = QUIET, rows = box.narrow ? 1 : MARK_ROWS }: { look?: Look; rows?: number } = {},
): PlacedWord[] {
  const { left, right } = box;
  return placeEvents({ events: marks, left, right, letterWidth: LETTER_WIDTH, rows }).flatMap(
    ({ key, words }) =>
      words
        ? [
            {
              key,
              text: words.text,
              x: words.x,
              y: box.top + 9 + words.row * LINE,
              anchor: words.anchor,
              ...look,
            },
          ]
        : [],
  );
}

type Look = Pick<PlacedWord, "weight" | "fill">;
export const STRONG: Look = { weight: 600, fill: "var(--ink)" };
const QUIET: Look = { weight: 500, fill: "var(--ink-2)" };

/** What it covers. */
export function wordBox(word: Pick<PlacedWord, "text" | "x" | "y" | "anchor">): WordBox {
  return boxOf(word, word.text.length * LETTER_WIDTH);
}

interface PlaceTargetsInput {
  box: PlotBox;
  targets: readonly TargetLine[];
  y: (value: number) => number;
  /** What is drawn, in pixels; computed only when there is a name to place. */
  drawn: () => readonly Pixel[];
}

/** The names of targets, next to their lines. */
export function placeTargets({ box, targets, y, drawn }: PlaceTargetsInput): PlacedWord[] {
  if (targets.length === 0) return [];
  const points = drawn();
  return targets.map(({ value, text }) => {
    const textWidth = text.length * LETTER_WIDTH;
    const place = placeLabel({ ...box, lineY: y(value), textWidth, drawn: points });
    return { key: text, text, ...place, ...STRONG };
  });
}
