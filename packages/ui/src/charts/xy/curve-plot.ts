import type { Tick } from "../model/axis-ticks.ts";
import type { Axis } from "../model/time-model.ts";
import { alongLine } from "../plot/along-line.ts";
import { xScale, yScale } from "../plot/axes.ts";
import { fitTicks } from "../plot/fit-ticks.ts";
import { placeNames } from "../plot/place-names.ts";
import type { PlacedName } from "../plot/place-names.ts";
import { LETTER_WIDTH, placeTargets, wordBox } from "../plot/placed-word.ts";
import type { PlacedWord } from "../plot/placed-word.ts";
import { plotBox } from "../plot/plot-box.ts";
import type { PlotBox } from "../plot/plot-box.ts";
import { spreadLabels } from "../plot/spread-labels.ts";
import type { Size } from "../plot/use-size.ts";
import type { CurveLine, CurveModel } from "./prepare-percentile-curve.ts";

/** Where everything on a percentile curve is, in pixels: the same on the page and in an exported file. */
export interface CurvePlot {
  box: PlotBox;
  x: (place: number) => number;
  y: (millis: number) => number;
  xTicks: readonly Tick[];
  dots: readonly { key: string; line: CurveLine; x: number; y: number }[];
  words: readonly PlacedWord[];
}

export function curveBox(size: Size): PlotBox {
  return plotBox(size, 30, 26);
}

export function curvePlot(model: CurveModel, yAxis: Axis, box: PlotBox): CurvePlot {
  const x = xScale(model.x, box.left, box.right);
  const y = yScale(yAxis, box.top, box.bottom);
  const place: Place = (at, value) => [x(at), y(value)];
  const drawn = () => drawnPoints(model, place);
  const several = model.lines.length > 1 ? markWords({ model, box, place, drawn, words: [] }) : null;
  const covered = (several ?? []).flatMap(acrossWord);
  const targets = placeTargets({ box, targets: model.targets, y, drawn: () => [...drawn(), ...covered] });
  return {
    box,
    x,
    y,
    xTicks: fitTicks(model.x.ticks, x),
    dots: model.lines.flatMap((line) =>
      line.marks.map((mark) => ({ key: `${line.key} ${mark.x}`, line, x: x(mark.x), y: y(mark.value) })),
    ),
    words: [...targets, ...(several ?? markWords({ model, box, place, drawn, words: targets }))],
  };
}

/** The names of several runs have their places; that of a target has a choice. */
function acrossWord(word: PlacedWord) {
  const { left, right, top, bottom } = wordBox(word);
  return [top, (top + bottom) / 2, bottom].flatMap((at) =>
    alongLine([
      [left, at],
      [right, at],
    ]),
  );
}

type Place = (x: number, value: number) => [number, number];

function drawnPoints(model: CurveModel, place: Place) {
  return model.lines.flatMap(({ values }) =>
    alongLine(
      model.rows.map(({ x }, index) => {
        const value = values[index] ?? null;
        return value === null || value <= 0 ? null : place(x, value);
      }),
    ),
  );
}

interface MarkWordsInput {
  model: CurveModel;
  box: PlotBox;
  place: Place;
  drawn: () => readonly (readonly [number, number])[];
  /** The names of targets, where they were placed first. */
  words: readonly PlacedWord[];
}

function markWords({ model, box, place, drawn, words }: MarkWordsInput): PlacedWord[] {
  const marks = model.lines.flatMap(({ key, position, marks: own }) =>
    own.flatMap(({ x: at, value, text }) => {
      if (text === null) return [];
      const [x, y] = place(at, value);
      return [{ key: `${key} ${at}`, x, y, text, quiet: position === 0, width: text.length * LETTER_WIDTH }];
    }),
  );
  const places =
    model.lines.length > 1 ? inOrder(marks, box) : beside(marks, { model, box, place, drawn, words });
  return marks.flatMap(({ key, text, quiet }, index) => {
    const at = places[index];
    if (!at) return [];
    return [{ ...at, key, text, weight: 600, fill: quiet ? "var(--ink-2)" : "var(--ink)" }];
  });
}

interface Mark {
  key: string;
  x: number;
  y: number;
  width: number;
}

/** For several runs: left of their dots and in the same order, so that no name sits next to another dot. */
function inOrder(marks: readonly Mark[], box: PlotBox): PlacedName[] {
  const ys = spreadLabels(
    marks.map(({ y }) => y),
    13,
    box.top,
    box.bottom - 6,
  );
  return marks.map(({ key, x }, index) => ({ key, x: x - 10, y: (ys[index] ?? 0) + 4, anchor: "end" }));
}

/** For one run: where the fewest lines are. */
function beside(marks: readonly Mark[], { model, box, place, drawn, words }: MarkWordsInput) {
  const targets = model.targets.flatMap(({ value }) =>
    alongLine([
      [box.left, place(2, value)[1]],
      [box.right, place(2, value)[1]],
    ]),
  );
  return placeNames(
    marks,
    marks,
    { ...box, top: box.top - 4 },
    { lines: [...drawn(), ...targets], words: words.map(wordBox) },
  );
}
