import { ZIndexLayer } from "recharts";
import { alongLine } from "./along-line.ts";
import { placeEvents } from "./place-events.ts";
import type { PlacedEvent } from "./place-events.ts";
import { placeLabel } from "./place-label.ts";
import { spreadLabels } from "./spread-labels.ts";
import type { PlotBox } from "./plot-box.ts";
import type { TargetLine, TimeLine, TimeModel } from "../model/time-model.ts";

const LINE = 13;
/** Above every line and area. */
const WORDS = 3000;
/** Of Inter at 11 px, semibold. */
export const LETTER_WIDTH = 6.1;
const EVENT_ROWS = 3;

export interface Placed {
  x: (value: number) => number;
  y: (value: number) => number;
}

interface PlotWordsProps extends Placed {
  model: TimeModel;
  box: PlotBox;
  lines: readonly TimeLine[];
  targets: readonly TargetLine[];
  /** Whether lines are named at their ends; the strong one stands out. */
  nameEnds: boolean;
  /** Left-out parts and events are named once, in the upper chart. */
  upper: boolean;
}

/** All text on a chart: in ink with a halo of the background, never in the colour of a series. */
export function PlotWords(props: PlotWordsProps) {
  const { model, box, lines, targets, nameEnds, upper, x, y } = props;
  const events = upper ? placedEvents(props) : [];
  return (
    <ZIndexLayer zIndex={WORDS}>
      <g className="plot-words" fontSize={11}>
        {upper ? <ShadeNames {...props} /> : null}
        <EventNames events={events} box={box} />
        <TargetNames
          box={box}
          targets={targets}
          y={y}
          drawn={() => [...drawnPoints(model, lines, { x, y }), ...underWords(events, box)]}
        />
        {nameEnds && !box.narrow ? <EndNames box={box} y={y} lines={lines} /> : null}
      </g>
    </ZIndexLayer>
  );
}

function drawnPoints(model: TimeModel, lines: readonly TimeLine[], { x, y }: Placed) {
  return lines.flatMap(({ values }) =>
    alongLine(
      values.map((value, index) => {
        const at = model.points[index]?.at;
        return value === null || value <= 0 || at === undefined ? null : [x(at), y(value)];
      }),
    ),
  );
}

function ShadeNames({ model, box, x, y, targets }: PlotWordsProps) {
  const above = box.top + 12;
  const crossed = model.events.length > 0 || targets.some(({ value }) => Math.abs(y(value) - above) < LINE);
  return model.shades.map(({ from, to, label }) => {
    const width = label.length * LETTER_WIDTH + 8;
    const fits = x(to) - x(from) > width;
    if (!fits && box.narrow) return null;
    // A part that is too narrow has its name next to it at the bottom, where a chart from zero is empty or plain area.
    const beside = from > model.time[0] ? x(from) - width : x(to) + 10;
    return (
      <text
        key={from}
        x={fits ? x(from) + 6 : beside}
        y={crossed || !fits ? box.bottom - 7 : above}
        fill="var(--ink-2)"
      >
        {label}
      </text>
    );
  });
}

function placedEvents({ model, box, x }: PlotWordsProps): PlacedEvent[] {
  return placeEvents({
    events: model.events.map(({ key, atSeconds, text }) => ({ key, text, x: x(atSeconds) })),
    left: box.left,
    right: box.right,
    letterWidth: LETTER_WIDTH,
    rows: box.narrow ? 1 : EVENT_ROWS,
  });
}

const eventY = (box: PlotBox, row: number) => box.top + 9 + row * LINE;

/** Words over words are worse than words over a line. */
const WORD_WEIGHT = 4;

/** The text of events counts as drawn too, so that a target's name does not cover it. */
function underWords(events: readonly PlacedEvent[], box: PlotBox): [number, number][] {
  return events.flatMap(({ words }) =>
    words
      ? Array.from({ length: words.text.length * WORD_WEIGHT }, (_, index): [number, number] => [
          words.x + (index / WORD_WEIGHT) * LETTER_WIDTH * (words.anchor === "start" ? 1 : -1),
          eventY(box, words.row) - 4,
        ])
      : [],
  );
}

function EventNames({ events, box }: { events: readonly PlacedEvent[]; box: PlotBox }) {
  return events.map(({ key, words }) =>
    words ? (
      <text
        key={key}
        x={words.x}
        y={eventY(box, words.row)}
        textAnchor={words.anchor}
        fontWeight={500}
        fill="var(--ink-2)"
      >
        {words.text}
      </text>
    ) : null,
  );
}

interface TargetNamesProps {
  box: PlotBox;
  targets: readonly TargetLine[];
  y: (value: number) => number;
  /** What is drawn, in pixels; computed only when there is a name to place. */
  drawn: () => readonly (readonly [number, number])[];
}

export function TargetNames({ box, y, targets, drawn }: TargetNamesProps) {
  if (targets.length === 0) return null;
  const points = drawn();
  return targets.map(({ value, text }) => {
    const place = placeLabel({
      ...box,
      lineY: y(value),
      textWidth: text.length * LETTER_WIDTH,
      drawn: points,
    });
    return (
      <text key={text} x={place.x} y={place.y} textAnchor={place.anchor} fontWeight={600} fill="var(--ink)">
        {text}
      </text>
    );
  });
}

function EndNames({
  box,
  y,
  lines,
}: {
  box: PlotBox;
  y: (value: number) => number;
  lines: readonly TimeLine[];
}) {
  const ends = lines.flatMap(({ name, strong, values, series }) => {
    const value = values.findLast((one) => one !== null && one > 0) ?? null;
    return value === null ? [] : [{ name, series, strong, y: y(value) }];
  });
  const places = spreadLabels(
    ends.map((end) => end.y),
    LINE,
    box.top + 4,
    box.bottom - 4,
  );
  const room = Math.max(4, Math.floor((box.width - box.right - 6) / LETTER_WIDTH));
  return ends.map(({ name, series, strong }, index) => (
    <text
      key={series}
      x={box.right + 6}
      y={(places[index] ?? 0) + 4}
      fontWeight={600}
      fill={strong ? "var(--ink)" : "var(--ink-2)"}
    >
      {name.length > room ? `${name.slice(0, room - 1)}\u2026` : name}
    </text>
  ));
}
