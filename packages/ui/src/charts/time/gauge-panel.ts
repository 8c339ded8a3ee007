import { formatFigure } from "@headroom/core/format";
import { zeroAxis } from "../plot/axes.ts";
import type { TimelineGauge } from "../model/timeline-input.ts";
import type { TimeModel, TimePanel } from "../model/time-model.ts";
import { onGrid } from "./time-grid.ts";
import type { GridPoint } from "./time-grid.ts";
import { heldAt, traceFrom } from "./trace.ts";

/** Up to eight lines in the order of the series; what comes after them is in the table. */
const MAX_GAUGE_LINES = 8;

interface GaugeFrame {
  grid: readonly GridPoint[];
  pointSeconds: number;
  time: TimeModel["time"];
}

/** Gauges are measured at their own times, which are drawn; tables and files have them by the points of the chart. */
export function gaugePanel(gauge: TimelineGauge, { grid, pointSeconds, time }: GaugeFrame): TimePanel {
  const [from, to] = time;
  const moments = grid.map(({ at }) => at);
  const all = gauge.lines.map(({ name, samples }) => {
    const trace = traceFrom(samples, (gauge.sampleSeconds ?? 0) / 2).filter(
      ({ at }) => at >= from && at <= to,
    );
    return { name, trace, values: onGrid(grid, pointSeconds, samples), held: heldAt(trace, moments) };
  });
  const several = all.length > 1;
  const lines = all.slice(0, MAX_GAUGE_LINES).map(({ name, values, held, trace }, index) => ({
    series: `${gauge.key} ${name}`,
    name: several ? name : gauge.name,
    color: `var(--s${index + 1})`,
    width: 1.7,
    values: values.map((value, point) => value ?? held[point] ?? null),
    trace,
  }));
  const targets = gauge.targets ?? [];
  const unit = gauge.unit === null || gauge.unit === "" ? "" : `, ${gauge.unit}`;
  return {
    key: `gauge-${gauge.key}`,
    name: gauge.name,
    unit: `${gauge.name}${unit}`,
    axis: zeroAxis([
      ...all.flatMap(({ trace }) => trace.map(({ value: drawn }) => drawn)),
      ...targets.map(({ value }) => value),
    ]),
    lines,
    targets,
    columns: [
      ...all.map(({ name, values }) => ({
        head: several ? name : `${gauge.name}${unit}`,
        field: several ? name : gauge.name,
        values,
        show: formatFigure,
      })),
      ...(gauge.ranges === undefined ? [] : rangeColumns(gauge, gauge.ranges, grid)),
    ],
    nameEnds: several,
    size: "short",
  };
}

/** The lowest and the highest value in the time of each point. */
function rangeColumns(
  { name }: TimelineGauge,
  ranges: NonNullable<TimelineGauge["ranges"]>,
  grid: readonly GridPoint[],
): TimePanel["columns"] {
  const first = grid[0]?.fromSeconds ?? 0;
  const pointSeconds = (grid[1]?.fromSeconds ?? first + 1) - first;
  const inPoint = Map.groupBy(ranges, ({ offsetSeconds }) =>
    Math.floor((offsetSeconds - first) / pointSeconds),
  );
  const column = (what: "lowest" | "highest", of: (some: typeof ranges) => number) => ({
    head: `${name}, ${what}`,
    field: `${name}_${what}`,
    values: grid.map((_, at) => {
      const some = inPoint.get(at);
      return some === undefined ? null : of(some);
    }),
    show: formatFigure,
  });
  return [
    column("lowest", (some) => Math.min(...some.map(({ low }) => low))),
    column("highest", (some) => Math.max(...some.map(({ high }) => high))),
  ];
}
