import { ZIndexLayer } from "recharts";
import { placeLabel } from "./place-label.ts";
import { spreadLabels } from "./spread-labels.ts";
import type { PlotBox } from "./plot-box.ts";
import type { PercentileLine, TargetLine, TimelineModel } from "./timeline-model.ts";

const LINE = 13;
/** Above every line and area. */
const WORDS = 3000;
/** Of Inter at 11 px, semibold. */
const LETTER_WIDTH = 6.1;

type DrawnLine = "throughput" | PercentileLine;

interface PlotWordsProps {
  model: TimelineModel;
  box: PlotBox;
  /** Where a value lies, in pixels from the top. */
  y: (value: number) => number;
  targets: readonly TargetLine[];
  lines: readonly DrawnLine[];
  /** Whether lines are named where they end; the strongest is told apart. */
  nameEnds: boolean;
  /** The left-out parts are named once, in the upper chart. */
  nameShades: boolean;
}

/** What is written on a chart: in ink, with a halo of the ground, never in the colour of a series. */
export function PlotWords(props: PlotWordsProps) {
  const { model, box, nameEnds, nameShades } = props;
  const x = (at: number) =>
    box.left + ((at - model.time[0]) / (model.time[1] - model.time[0])) * (box.right - box.left);
  return (
    <ZIndexLayer zIndex={WORDS}>
      <g className="plot-words" fontSize={11}>
        {nameShades ? <ShadeNames {...props} x={x} /> : null}
        <TargetNames {...props} x={x} />
        {nameEnds && !box.narrow ? <EndNames {...props} /> : null}
      </g>
    </ZIndexLayer>
  );
}

function ShadeNames({ model, box, x, y, targets }: PlotWordsProps & { x: (at: number) => number }) {
  const above = box.top + 12;
  const crossed = targets.some(({ value }) => Math.abs(y(value) - above) < LINE);
  return model.shades.map(({ from, to, label }) => {
    const width = label.length * LETTER_WIDTH + 8;
    const fits = x(to) - x(from) > width;
    if (!fits && box.narrow) return null;
    // Beside a part that is too narrow for its name, at the foot, where a chart from zero is empty or plain area.
    const beside = from > model.time[0] ? x(from) - width : x(to) + 6;
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

function TargetNames({ model, box, y, x, targets, lines }: PlotWordsProps & { x: (at: number) => number }) {
  const drawn = model.points.flatMap((point) =>
    lines.flatMap((line) => {
      const value = point[line];
      return value === null || value <= 0 ? [] : [[x(point.at), y(value)] as const];
    }),
  );
  return targets.map(({ value, text }) => {
    const place = placeLabel({ ...box, lineY: y(value), textWidth: text.length * LETTER_WIDTH, drawn });
    return (
      <text key={text} x={place.x} y={place.y} textAnchor={place.anchor} fontWeight={600} fill="var(--ink)">
        {text}
      </text>
    );
  });
}

function EndNames({ model, box, y, lines }: PlotWordsProps) {
  const ends = lines.flatMap((name) => {
    const value = model.points.findLast((point) => point[name] !== null)?.[name];
    return value == null ? [] : [{ name, y: y(value) }];
  });
  const places = spreadLabels(
    ends.map((end) => end.y),
    LINE,
    box.top + 4,
    box.bottom - 4,
  );
  return ends.map(({ name }, index) => (
    <text
      key={name}
      x={box.right + 6}
      y={(places[index] ?? 0) + 4}
      fontWeight={600}
      fill={name === "p99" ? "var(--ink)" : "var(--ink-2)"}
    >
      {name}
    </text>
  ));
}
