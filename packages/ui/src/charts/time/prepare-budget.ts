import { formatCount, formatFigure } from "@headroom/core/format";
import type { TimeLine, TimeModel, TimePanel, WallClock } from "../model/time-model.ts";
import { zeroAxis } from "../plot/axes.ts";
import { pointText } from "./prepare-timeline.ts";
import { gapsOf } from "./time-grid.ts";

export interface BudgetInput {
  clock: WallClock;
  /** The whole window, of which a part may still be to come. */
  spanSeconds: number;
  pointSeconds: number;
  /** What was left at the end of each point, in percent, in order of time. */
  points: readonly { untilSeconds: number; requests: number; low: number; high: number }[];
}

const OWN = "left";
const COLOR = "var(--s1)";

/** How an error budget went down, from all of it; below zero once more was spent. */
export function prepareBudget(input: BudgetInput): TimeModel {
  const { points, pointSeconds, spanSeconds } = input;
  const grid = points.map(({ untilSeconds }, index) => {
    return { at: untilSeconds, fromSeconds: index * pointSeconds };
  });
  const middle = points.map(({ low, high }) => (low + high) / 2);
  return {
    clock: input.clock,
    points: grid,
    pointSeconds,
    time: [0, spanSeconds],
    gaps: gapsOf(grid, (index) => points[index]?.requests === 0, pointSeconds, spanSeconds),
    shades: [],
    events: [],
    comments: [],
    steady: null,
    panels: [panelOf(input, middle)],
    legend: [
      {
        series: OWN,
        name: "Error budget left",
        color: COLOR,
        width: 2.4,
        readings: [
          { values: points.map(({ low }) => low), show: (value) => `${formatFigure(value)}%` },
          {
            values: points.map(({ requests }) => requests),
            show: (value) => `${formatCount(value)} requests`,
          },
        ],
      },
    ],
    spoken: [{ values: middle, say: (value) => `${formatFigure(value)} percent of the error budget left` }],
    pointText: pointText(pointSeconds),
  };
}

function panelOf({ points }: BudgetInput, middle: readonly number[]): TimePanel {
  const [lows, highs] = [points.map(({ low }) => low), points.map(({ high }) => high)];
  const isRange = points.some(({ low, high }) => low !== high);
  const line: TimeLine = {
    series: OWN,
    name: "left",
    color: COLOR,
    width: 2.4,
    strong: true,
    values: middle,
    trace: [
      { at: 0, value: 100 },
      ...points.map(({ untilSeconds }, index) => ({ at: untilSeconds, value: middle[index] ?? null })),
    ],
  };
  return {
    key: "left",
    name: "Error budget left",
    unit: "error budget left, %",
    axis: zeroAxis([100, ...lows, ...highs]),
    lines: [line],
    targets: [{ value: 0, text: "spent" }],
    bands: isRange
      ? [{ key: "uncertain", color: COLOR, values: points.map(({ low, high }) => [low, high] as const) }]
      : [],
    columns: [
      { head: "left, %", field: "left_percent_low", values: lows, show: formatFigure },
      ...(isRange
        ? [{ head: "left at most, %", field: "left_percent_high", values: highs, show: formatFigure }]
        : []),
      {
        head: "requests",
        field: "requests",
        values: points.map(({ requests }) => requests),
        show: formatCount,
      },
    ],
    nameEnds: false,
    size: "tall",
  };
}
