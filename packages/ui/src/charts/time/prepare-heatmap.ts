import { formatCount, formatMillis, formatRange } from "@headroom/core/format";
import { logAxis } from "../plot/axes.ts";
import { pointText } from "./prepare-timeline.ts";
import { gapsOf, timeGrid } from "./time-grid.ts";
import type { HeatLayer, TargetLine, TimeEvent, TimeModel, TimePanel } from "../model/time-model.ts";
import { PERCENTILE_LOOKS } from "../model/timeline-input.ts";

export interface HeatmapInput {
  /** Rising, in microseconds; one more than there are counts in a column. */
  edgesMicros: readonly number[];
  /** The last row has no upper end. */
  openEnd?: boolean;
  columns: readonly {
    offsetSeconds: number;
    requests: number;
    counts: readonly number[];
    /** Drawn over the counts; null or absent is a gap. */
    p99Micros?: number | null;
  }[];
  columnSeconds: number;
  /** From the origin of the run to its last completion. */
  lengthSeconds: number;
  leftOut?: readonly { fromSeconds: number; toSeconds: number; label: string }[];
  /** In milliseconds. */
  targets?: readonly TargetLine[];
  events?: readonly TimeEvent[];
  window?: { fromSeconds: number; toSeconds: number } | null;
}

/** Requests by time and latency in one hue, stronger where there are more, with p99 on top. */
export function prepareHeatmap(input: HeatmapInput): TimeModel {
  const { columns, columnSeconds } = input;
  const { grid, time } = timeGrid({
    pointSeconds: columnSeconds,
    lengthSeconds: input.lengthSeconds,
    firstOffset: columns[0]?.offsetSeconds,
    lastOffset: columns.at(-1)?.offsetSeconds,
    window: input.window,
  });
  const byOffset = new Map(columns.map((column) => [column.offsetSeconds, column]));
  const found = grid.map(({ fromSeconds }) => byOffset.get(fromSeconds));
  const drawn: Drawn = {
    grid,
    found,
    heat: { ...heatOf(input.edgesMicros, found, columnSeconds), openEnd: input.openEnd ?? false },
    p99: found.map((column, index) =>
      column?.p99Micros == null || !grid[index]?.enough ? null : column.p99Micros / 1000,
    ),
    modes: found.map((column) => (column ? densest(column.counts) : null)),
  };
  const panel = panelOf(input, drawn);
  return {
    points: grid.map(({ at, fromSeconds }) => ({ at, fromSeconds })),
    pointSeconds: columnSeconds,
    time,
    gaps: gapsOf(grid, (index) => found[index] === undefined, columnSeconds, time[1]),
    shades: (input.leftOut ?? []).map(({ fromSeconds, toSeconds, label }) => ({
      from: Math.max(time[0], fromSeconds),
      to: Math.min(time[1], toSeconds),
      label,
    })),
    events: input.events ?? [],
    comments: [],
    steady: null,
    panels: panel ? [panel] : [],
    legend: legendOf(drawn, panel !== null && panel.lines.length > 0),
    spoken: [
      { values: drawn.modes, say: (row) => `most common latency ${bucketText(drawn.heat, row)}` },
      { values: drawn.p99, say: (value) => `p99 ${formatMillis(value)} ms` },
    ],
    pointText: pointText(columnSeconds),
  };
}

type Column = HeatmapInput["columns"][number];

/** Index for index, what there is at each point of the time grid. */
interface Drawn {
  grid: readonly { fromSeconds: number }[];
  found: readonly (Column | undefined)[];
  heat: HeatLayer;
  /** In milliseconds. */
  p99: readonly (number | null)[];
  /** The row of the bucket with the most requests. */
  modes: readonly (number | null)[];
}

function panelOf({ columns, targets = [] }: HeatmapInput, drawn: Drawn): TimePanel | null {
  const { grid, found, heat, p99, modes } = drawn;
  if (columns.length === 0) return null;
  const axis = logAxis(
    [footOf(heat), heat.edges.at(-1) ?? null],
    [...p99, ...targets.map(({ value }) => value)],
  );
  return (
    axis && {
      key: "heatmap",
      name: "Latency heatmap",
      unit: "latency, ms, log scale",
      axis,
      lines: p99.some((value) => value !== null)
        ? [{ series: "p99", name: "p99", ...PERCENTILE_LOOKS.p99, width: 1.8, strong: true, values: p99 }]
        : [],
      targets,
      columns: [
        {
          head: "Requests",
          field: "requests",
          values: found.map((one) => one?.requests ?? null),
          show: formatCount,
        },
        {
          head: "Most common",
          field: "most_in_bucket",
          values: modes,
          show: (row: number) => bucketText(heat, row),
        },
        { head: "p99, ms", field: "p99_ms", values: p99, show: formatMillis },
      ],
      nameEnds: true,
      size: "middle",
      heat,
      file: {
        columns: [
          { head: "From", field: "offset_seconds" },
          ...heat.edges
            .slice(0, -1)
            .map((edge) => ({ head: "", field: `from_${Number(edge.toPrecision(4))}_ms` })),
        ],
        rows: grid.map(({ fromSeconds }, index) => [fromSeconds, ...(found[index]?.counts ?? [])]),
      },
    }
  );
}

/** A row that begins at zero is drawn half as high as its upper end, if anything is in it. */
function footOf({ edges, opacities }: HeatLayer): number | null {
  const [first = 0, second = 0] = edges;
  if (first > 0) return first;
  const used = opacities.some((column) => (column?.[0] ?? 0) > 0);
  return used ? second / 2 : (edges.find((edge) => edge > 0) ?? null);
}

function legendOf({ heat, p99, modes }: Drawn, withP99: boolean): TimeModel["legend"] {
  const most = {
    series: "most",
    name: "most common",
    color: "var(--s1)",
    width: 8,
    readings: [{ values: modes, show: (row: number) => bucketText(heat, row) }],
  };
  if (!withP99) return [most];
  return [
    most,
    {
      series: "p99",
      name: "p99",
      color: PERCENTILE_LOOKS.p99.color,
      width: 1.8,
      readings: [{ values: p99, show: (value: number) => `${formatMillis(value)} ms` }],
    },
  ];
}

function bucketText({ edges, openEnd }: HeatLayer, row: number): string {
  if (openEnd && row === edges.length - 2) return `over ${formatMillis(edges[row] ?? 0)} ms`;
  return `${formatRange(formatMillis(edges[row] ?? 0), formatMillis(edges[row + 1] ?? 0))} ms`;
}

/** Opacity grows with the square root of the share: the few slow requests are the interesting ones. */
function heatOf(
  edgesMicros: readonly number[],
  found: readonly (Column | undefined)[],
  columnSeconds: number,
): Omit<HeatLayer, "openEnd"> {
  const shares = found.map((column) =>
    column && column.requests > 0 ? column.counts.map((count) => count / column.requests) : null,
  );
  let most = 0;
  for (const column of shares) for (const share of column ?? []) most = Math.max(most, share);
  return {
    edges: edgesMicros.map((micros) => micros / 1000),
    columnSeconds,
    opacities: shares.map(
      (column) =>
        column && column.map((share) => (share > 0 && most > 0 ? 0.06 + 0.94 * Math.sqrt(share / most) : 0)),
    ),
  };
}

function densest(counts: readonly number[]): number | null {
  let best: number | null = null;
  counts.forEach((count, row) => {
    if (count > 0 && count > (best === null ? 0 : (counts[best] ?? 0))) best = row;
  });
  return best;
}
