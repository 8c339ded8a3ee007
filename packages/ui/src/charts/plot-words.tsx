import { ZIndexLayer } from "recharts";
import { spreadLabels } from "./spread-labels.ts";
import type { PlotBox } from "./plot-box.ts";
import type { TargetLine, TimelineModel } from "./timeline-model.ts";

const LINE = 13;
/** Above every line and area. */
const WORDS = 3000;

interface LineEnd {
  name: string;
  value: number;
  strong: boolean;
}

interface PlotWordsProps {
  model: TimelineModel;
  box: PlotBox;
  /** Where a value lies, in pixels from the top. */
  y: (value: number) => number;
  targets: readonly TargetLine[];
  /** Names for the ends of the lines. */
  ends?: readonly LineEnd[];
  /** The left-out parts are named once, in the upper chart. */
  nameShades: boolean;
}

/** What is written on a chart: in ink, with a halo of the ground, never in the colour of a series. */
export function PlotWords({ model, box, y, targets, ends = [], nameShades }: PlotWordsProps) {
  const x = (at: number) =>
    box.left + ((at - model.time[0]) / (model.time[1] - model.time[0])) * (box.right - box.left);
  const places = spreadLabels(
    ends.map(({ value }) => y(value)),
    LINE,
    box.top + 4,
    box.bottom - 4,
  );
  return (
    <ZIndexLayer zIndex={WORDS}>
      <g className="plot-words" fontSize={11}>
        {nameShades
          ? model.shades.map(({ from, to, label }) =>
              x(to) - x(from) > label.length * 5.6 + 10 ? (
                <text key={from} x={x(from) + 6} y={box.top + 12} fill="var(--ink-2)">
                  {label}
                </text>
              ) : null,
            )
          : null}
        {targets.map(({ value, text }) => (
          <text
            key={text}
            x={box.right - 6}
            y={y(value) - box.top < 18 ? y(value) + 15 : y(value) - 7}
            textAnchor="end"
            fontWeight={600}
            fill="var(--ink)"
          >
            {text}
          </text>
        ))}
        {box.narrow
          ? null
          : ends.map(({ name, strong }, index) => (
              <text
                key={name}
                x={box.right + 6}
                y={(places[index] ?? 0) + 4}
                fontWeight={600}
                fill={strong ? "var(--ink)" : "var(--ink-2)"}
              >
                {name}
              </text>
            ))}
      </g>
    </ZIndexLayer>
  );
}
