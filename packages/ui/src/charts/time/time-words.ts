import { alongLine } from "../plot/along-line.ts";
import { LETTER_WIDTH, placeMarks, placeTargets } from "../plot/placed-word.ts";
import type { PlacedWord } from "../plot/placed-word.ts";
import type { PlotBox } from "../plot/plot-box.ts";
import { spreadLabels } from "../plot/spread-labels.ts";
import { traceOf } from "./trace.ts";
import type { TargetLine, TimeLine, TimeModel } from "../model/time-model.ts";

const LINE = 13;
/** Words over words are worse than words over a line. */
const WORD_WEIGHT = 4;

export interface TimeWordsInput {
  model: TimeModel;
  box: PlotBox;
  x: (atSeconds: number) => number;
  y: (value: number) => number;
  lines: readonly TimeLine[];
  targets: readonly TargetLine[];
  /** Whether lines are named at their ends; the strong one stands out. */
  nameEnds: boolean;
  /** Left-out parts and events are named once, in the upper chart. */
  upper: boolean;
}

/** All text on a chart over time. */
export function timeWords(input: TimeWordsInput): PlacedWord[] {
  const { model, box, lines, targets, nameEnds, upper, x, y } = input;
  const events = upper
    ? placeMarks(
        model.events.map(({ key, atSeconds, text }) => ({ key, text, x: x(atSeconds) })),
        box,
      )
    : [];
  const names = placeTargets({
    box,
    targets,
    y,
    drawn: () => [...drawnPoints(input), ...events.flatMap(underWord)],
  });
  return [
    ...(upper ? shadeNames(input) : []),
    ...events,
    ...names,
    ...(nameEnds && !box.narrow ? endNames(box, y, lines) : []),
  ].map((word, index) => ({ ...word, key: `${index} ${word.key}` }));
}

function drawnPoints({ model, lines, x, y }: TimeWordsInput) {
  return lines.flatMap((line) =>
    alongLine(
      traceOf(model, line).map(({ at, value }) => (value === null || value <= 0 ? null : [x(at), y(value)])),
    ),
  );
}

function shadeNames({ model, box, x, y, targets }: TimeWordsInput): PlacedWord[] {
  const above = box.top + 12;
  const crossed = model.events.length > 0 || targets.some(({ value }) => Math.abs(y(value) - above) < LINE);
  return model.shades.flatMap(({ from, to, label }) => {
    const width = label.length * LETTER_WIDTH + 8;
    const fits = x(to) - x(from) > width;
    if (!fits && box.narrow) return [];
    // A part that is too narrow has its name next to it at the bottom, where a chart from zero is empty or plain area.
    const beside = from > model.time[0] ? x(from) - width : x(to) + 10;
    return [
      {
        key: `${from} ${label}`,
        text: label,
        x: fits ? x(from) + 6 : beside,
        y: crossed || !fits ? box.bottom - 7 : above,
        anchor: "start",
        weight: 400,
        fill: "var(--ink-2)",
      },
    ];
  });
}

/** The text of events counts as drawn too, so that a target's name does not cover it. */
function underWord({ text, x, y, anchor }: PlacedWord): [number, number][] {
  return Array.from({ length: text.length * WORD_WEIGHT }, (_, index) => [
    x + (index / WORD_WEIGHT) * LETTER_WIDTH * (anchor === "start" ? 1 : -1),
    y - 4,
  ]);
}

function endNames(box: PlotBox, y: (value: number) => number, lines: readonly TimeLine[]): PlacedWord[] {
  const ends = lines.flatMap(({ name, strong, values, series }) => {
    const value = values.findLast((one) => one !== null && one > 0) ?? null;
    return value === null || name === "" ? [] : [{ name, series, strong, y: y(value) }];
  });
  const places = spreadLabels(
    ends.map((end) => end.y),
    LINE,
    box.top + 4,
    box.bottom - 4,
  );
  const room = Math.max(4, Math.floor((box.width - box.right - 6) / LETTER_WIDTH));
  return ends.map(({ name, series, strong }, index) => ({
    key: series,
    text: shortened(name, room),
    x: box.right + 6,
    y: (places[index] ?? 0) + 4,
    anchor: "start",
    weight: 600,
    fill: strong ? "var(--ink)" : "var(--ink-2)",
  }));
}

/** "Black Fr… 2026": a short last word stays, because names often differ in nothing else. */
export function shortened(name: string, room: number): string {
  if (name.length <= room) return name;
  const [, last = ""] = /\s(\S{1,6})$/.exec(name) ?? [];
  const end = last === "" || room < last.length + 6 ? "\u2026" : `\u2026 ${last}`;
  return `${name.slice(0, room - end.length).trimEnd()}${end}`;
}
