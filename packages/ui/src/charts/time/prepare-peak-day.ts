import { errorLimit } from "@headroom/core";
import { formatFigure, formatPercent } from "@headroom/core/format";
import type {
  LegendEntry,
  TargetLine,
  TimeEvent,
  TimeLine,
  TimeModel,
  TimePanel,
  WallClock,
} from "../model/time-model.ts";
import { zeroAxis } from "../plot/axes.ts";
import type { TimelineGauge } from "../model/timeline-input.ts";
import { dayLatencyPanel, dayLatencyReadings } from "./day-latency.ts";
import type { DayLatency } from "./day-latency.ts";
import { gaugePanel } from "./gauge-panel.ts";
import { legendOf as legendOfPanel, pointText } from "./prepare-timeline.ts";
import { gapsOf } from "./time-grid.ts";
import { traceFrom } from "./trace.ts";

interface DayPoint extends DayLatency {
  offsetSeconds: number;
  throughput: number;
  /** From 0 to 1; null: not reported. */
  errorRate: number | null;
}

export interface EarlierLine {
  key: string;
  name: string;
  stepSeconds: number;
  /** On this day's clock. */
  samples: readonly { offsetSeconds: number; value: number }[];
  /** By how much this day is expected to be larger; only drawn for the first one. */
  growth: readonly [low: number, high: number];
}

export interface PeakDayInput {
  clock: WallClock;
  spanSeconds: number;
  pointSeconds: number;
  /** "Black Friday 2026" */
  name: string;
  points: readonly DayPoint[];
  /** Until when anything can be known, from the start of the day. */
  knownSeconds: number;
  earlier: readonly EarlierLine[];
  /** What a usual day of this weekday has; null: unknown. */
  usual: Omit<EarlierLine, "growth"> | null;
  gauges: readonly TimelineGauge[];
  throughputTargets: readonly TargetLine[];
  latencyTargets: readonly TargetLine[];
  errorTargets: readonly TargetLine[];
  events: readonly TimeEvent[];
}

/** Lines across the chart aren't its upper edge: what is above them, and the names of events, need room. */
const ROOM = 1.05;
const OWN = "own";
const OWN_COLOR = "var(--s1)";
const USUAL_COLOR = "var(--ink-3)";
const EARLIER_COLORS = ["var(--s8)", "var(--s3)", "var(--s2)", "var(--s5)"];

/** A peak day over earlier ones, all on its own clock. */
export function preparePeakDay(input: PeakDayInput): TimeModel {
  const { pointSeconds, spanSeconds, earlier, knownSeconds } = input;
  const count = Math.max(1, Math.ceil(spanSeconds / pointSeconds));
  const grid = Array.from({ length: count }, (_, index) => {
    const fromSeconds = index * pointSeconds;
    return { at: fromSeconds + pointSeconds / 2, fromSeconds };
  });
  const byIndex = new Map(input.points.map((one) => [Math.floor(one.offsetSeconds / pointSeconds), one]));
  const own = grid.map((_, index) => byIndex.get(index) ?? null);
  const lines = earlier.map((one, index) => earlierLine(one, index, grid));
  if (input.usual !== null) lines.push(usualLine(input.usual, grid));
  const throughput = own.map((point) => point?.throughput ?? null);
  const first = own.findIndex((point) => point !== null);
  const isMissing = (index: number) =>
    first >= 0 &&
    index >= first &&
    (grid[index]?.fromSeconds ?? 0) + pointSeconds <= knownSeconds &&
    own[index] === null;
  const frame = { grid: grid.map(wholePoint), pointSeconds, time: [0, spanSeconds] as const };
  const gauges = input.gauges.map((gauge) => gaugePanel(gauge, frame));
  const prepared = { own, throughput, lines, gauges };
  return {
    clock: input.clock,
    points: grid,
    pointSeconds,
    time: [0, spanSeconds],
    gaps: gapsOf(grid, isMissing, pointSeconds, spanSeconds),
    shades: [],
    events: input.events,
    comments: [],
    steady: null,
    panels: panelsOf(input, prepared),
    legend: legendOf(input, prepared),
    spoken: [
      { values: throughput, say: (value) => `${formatFigure(value)} requests per second` },
      ...lines.slice(0, 3).map(({ name, values }) => ({
        values,
        say: (value: number) => `${name} ${formatFigure(value)}`,
      })),
    ],
    pointText: pointText(pointSeconds),
  };
}

function wholePoint({ at, fromSeconds }: TimeModel["points"][number]) {
  return { at, fromSeconds, coveredSeconds: (at - fromSeconds) * 2, enough: true };
}

function legendOf({ name }: PeakDayInput, { own, throughput, lines, gauges }: Prepared): LegendEntry[] {
  return [
    {
      series: OWN,
      name,
      color: OWN_COLOR,
      width: 2.4,
      readings: [
        { values: throughput, show: (value) => `${formatFigure(value)} req/s` },
        ...dayLatencyReadings(own),
      ],
    },
    ...lines.map(({ series, name: earlier, color, width, values }) => ({
      series,
      name: earlier,
      color,
      width,
      readings: [{ values, show: (value: number) => `${formatFigure(value)} req/s` }],
    })),
    ...gauges.flatMap(legendOfPanel),
  ];
}

interface Prepared {
  own: readonly (DayPoint | null)[];
  throughput: readonly (number | null)[];
  lines: readonly TimeLine[];
  gauges: readonly TimePanel[];
}

function panelsOf(input: PeakDayInput, { own, throughput, lines, gauges }: Prepared): TimePanel[] {
  const { throughputTargets, earlier, name } = input;
  const [low, high] = earlier[0]?.growth ?? [1, 1];
  const grown = earlier.length === 0 ? [] : (lines[0]?.values ?? []);
  const expected = grown.map((value) => (value === null ? null : ([value * low, value * high] as const)));
  const ownLine = { series: OWN, name, color: OWN_COLOR, strong: true, width: 2.4 };
  const drawn = [...lines.flatMap(({ trace = [] }) => trace.map(({ value }) => value)), ...throughput];
  const limits = [
    ...throughputTargets.map(({ value }) => value * ROOM),
    ...expected.map((pair) => pair?.[1] ?? null),
  ];
  const main: TimePanel = {
    key: "throughput",
    name: "Throughput",
    unit: "throughput, req/s",
    axis: zeroAxis([...drawn, ...limits]),
    lines: [...lines, { ...ownLine, values: throughput, area: true }],
    targets: throughputTargets,
    bands: earlier.length === 0 ? [] : [{ key: "expected", color: OWN_COLOR, values: expected }],
    columns: [
      { head: "req/s", field: "requests_per_second", values: throughput, show: formatFigure },
      ...lines.map((line) => ({
        head: line.name,
        field: `${line.name}_requests_per_second`,
        values: line.values,
        show: formatFigure,
      })),
      ...(earlier.length === 0
        ? []
        : [
            {
              head: "expected, low",
              field: "expected_low",
              values: expected.map((pair) => pair?.[0] ?? null),
              show: formatFigure,
            },
            {
              head: "expected, high",
              field: "expected_high",
              values: expected.map((pair) => pair?.[1] ?? null),
              show: formatFigure,
            },
          ]),
    ],
    nameEnds: true,
    size: "tall",
  };
  return [
    main,
    ...dayLatencyPanel(own, ownLine, input.latencyTargets),
    ...errorsPanel(own, ownLine, input.errorTargets),
    ...gauges,
  ];
}

type OwnLine = Omit<TimeLine, "values">;

function errorsPanel(own: Prepared["own"], line: OwnLine, targets: readonly TargetLine[]): TimePanel[] {
  const values = own.map((point) => (point?.errorRate == null ? null : point.errorRate * 100));
  if (values.every((value) => value === null)) return [];
  return [
    {
      key: "errors",
      name: "Errors",
      unit: "errors, %",
      axis: zeroAxis([...values, ...targets.map(({ value }) => value)]),
      lines: [{ ...line, values, color: isTooMany(values, targets) ? "var(--bad)" : OWN_COLOR, width: 1.7 }],
      targets,
      columns: [
        { head: "errors, %", field: "errors_percent", values, show: (value) => formatPercent(value / 100) },
      ],
      nameEnds: false,
      size: "short",
    },
  ];
}

/** A few errors within the target are nothing to worry about. */
function isTooMany(values: readonly (number | null)[], targets: readonly TargetLine[]): boolean {
  const [target = null] = targets.map(({ value }) => value / 100);
  const limit = errorLimit({ errorRate: target }) * 100;
  return values.some((value) => (value ?? 0) > limit);
}

function earlierLine(line: EarlierLine, index: number, grid: readonly { at: number }[]): TimeLine {
  return {
    ...placed(line, grid),
    color: EARLIER_COLORS[index % EARLIER_COLORS.length] ?? "var(--s8)",
    width: 1.6,
    ...(index < EARLIER_COLORS.length ? {} : { dash: "6 3" }),
  };
}

function usualLine(line: Omit<EarlierLine, "growth">, grid: readonly { at: number }[]): TimeLine {
  return { ...placed(line, grid), color: USUAL_COLOR, width: 1.6, dash: "2 4" };
}

function placed(
  { key, name, stepSeconds, samples }: Omit<EarlierLine, "growth">,
  grid: readonly { at: number }[],
): Pick<TimeLine, "series" | "name" | "values" | "trace"> {
  const sorted = samples.toSorted((a, b) => a.offsetSeconds - b.offsetSeconds);
  let next = 0;
  const values = grid.map(({ at }) => {
    while (next < sorted.length && (sorted[next]?.offsetSeconds ?? 0) + stepSeconds <= at) next += 1;
    const sample = sorted[next];
    return sample !== undefined && sample.offsetSeconds <= at ? sample.value : null;
  });
  return { series: key, name, values, trace: traceFrom(sorted, stepSeconds / 2) };
}
