import { formatCount, formatFigure, formatLength, formatMillis } from "@headroom/core/format";
import { countAxis, logAxis, zeroAxis } from "../plot/axes.ts";
import { gapsOf, onGrid, timeGrid } from "./time-grid.ts";
import type { GridPoint } from "./time-grid.ts";
import { gaugePanel } from "./gauge-panel.ts";
import type { LegendEntry, TimeColumn, TimeLine, TimeModel, TimePanel } from "../model/time-model.ts";
import { LATENCY_LINES, PERCENTILE_LINES, PERCENTILE_LOOKS } from "../model/timeline-input.ts";
import type {
  LatencyLine,
  LatencyRange,
  PercentileLine,
  TimelineInput,
  TimelinePoint,
} from "../model/timeline-input.ts";

/** A run over time: throughput from zero, percentiles on a log axis, errors if there are any, gauges each on their own. */
export function prepareTimeline(input: TimelineInput): TimeModel {
  const { points, pointSeconds } = input;
  const { grid, time } = timeGrid({
    ...input,
    firstOffset: points[0]?.offsetSeconds,
    lastOffset: points.at(-1)?.offsetSeconds,
  });
  const byOffset = new Map(points.map((point) => [point.offsetSeconds, point]));
  const found = grid.map(({ fromSeconds }) => byOffset.get(fromSeconds));
  const throughput = throughputPanel(grid, found, input);
  const latency = latencyPanel(grid, found, input);
  const gauges = (input.gauges ?? []).map((gauge) => gaugePanel(gauge, { grid, pointSeconds, time }));
  const errors = errorsPanel(found, input);
  const panels = [throughput, ...(latency ? [latency] : []), ...(errors ? [errors] : []), ...gauges];
  const inside = ({ atSeconds }: { atSeconds: number }) => atSeconds >= time[0] && atSeconds <= time[1];
  return {
    ...(input.clock === undefined ? {} : { clock: input.clock }),
    points: grid.map(({ at, fromSeconds }) => ({ at, fromSeconds })),
    pointSeconds,
    time,
    gaps: gapsOf(grid, (index) => found[index] === undefined, pointSeconds, time[1]),
    shades: [
      ...within(time, input.leftOut),
      ...within(time, input.outages ?? []).map((outage) => ({ ...outage, tone: "outage" as const })),
    ],
    events: (input.events ?? []).filter(inside).sort((a, b) => a.atSeconds - b.atSeconds),
    comments: (input.comments ?? []).filter(inside).sort((a, b) => a.atSeconds - b.atSeconds),
    steady: input.steady ?? null,
    panels,
    legend: panels.flatMap(legendOf),
    spoken: spokenOf(throughput, latency, gauges),
    pointText: [pointText(pointSeconds), ...bucketWords(found, latency)].join(" "),
  };
}

/** What the lines are where the source has no single latencies. */
function bucketWords(found: Found, latency: TimePanel | null): string[] {
  if (latency === null || !found.some((point) => point?.latencyRanges)) return [];
  const strong = latency.lines.find((line) => line.strong)?.name ?? "p99";
  const band = latency.bands?.length ? `, and ${strong} lies within the band` : "";
  return [`The source counts latencies in buckets: lines are at their upper ends${band}.`];
}

type Found = readonly (TimelinePoint | undefined)[];

function throughputPanel(grid: readonly GridPoint[], found: Found, input: TimelineInput): TimePanel {
  const rates = grid.map(({ coveredSeconds, enough }, index) => {
    const point = found[index];
    return point && enough ? point.requests / coveredSeconds : null;
  });
  const expected = expectedLine(grid, input);
  const targets = input.throughputTargets;
  return {
    key: "throughput",
    name: "Throughput",
    unit: "throughput, req/s",
    axis: zeroAxis([...rates, ...(expected?.values ?? []), ...targets.map(({ value }) => value)]),
    lines: [
      ...(expected ? [expected] : []),
      { series: "throughput", name: "req/s", color: "var(--s1)", width: 2, area: true, values: rates },
    ],
    targets,
    columns: [
      { head: "req/s", field: "requests_per_second", values: rates, show: formatFigure },
      ...(expected
        ? [
            {
              head: "Expected, req/s",
              field: "expected_per_second",
              values: expected.values,
              show: formatFigure,
            },
          ]
        : []),
      {
        head: "Requests",
        field: "requests",
        values: found.map((point) => point?.requests ?? null),
        show: formatCount,
      },
    ],
    nameEnds: expected !== null,
    size: "short",
  };
}

function expectedLine(grid: readonly GridPoint[], input: TimelineInput): TimeLine | null {
  const { expected, pointSeconds } = input;
  if (!expected) return null;
  const { perSecond, text } = expected;
  const values =
    typeof perSecond === "number"
      ? grid.map(() => perSecond)
      : onGrid(
          grid,
          pointSeconds,
          perSecond.map(({ offsetSeconds, perSecond: value }) => ({ offsetSeconds, value })),
        );
  return { series: "expected", name: text, color: "var(--ink-3)", width: 1.4, dash: "2 3", values };
}

function latencyPanel(grid: readonly GridPoint[], found: Found, input: TimelineInput): TimePanel | null {
  const isOfRanges = found.some((point) => point?.latencyRanges);
  const targets = input.latencyTargets.filter(({ value }) => value > 0);
  const leading = targets.find(({ of }) => of !== undefined)?.of ?? "p99";
  const isCoarse = input.hidesCoarseTail === true && isOfRanges && !found.some(hasTail);
  const drawn = drawnLines(targets).filter((line) => line !== "p99.9" || !isCoarse);
  const lines = drawn.map((line) => ({
    series: line,
    name: line,
    ...latencyLook(line, leading),
    strong: line === leading,
    values: latenciesOf(
      grid,
      found,
      (point) => point.latencyMicros[line] ?? rangeIn(point, line)?.highMicros,
    ),
  }));
  const end = (key: keyof LatencyRange) =>
    latenciesOf(grid, found, (point) => rangeIn(point, leading)?.[key]);
  const [lows, highs] = [end("lowMicros"), end("highMicros")];
  const axis = logAxis(
    [...lines.flatMap(({ values }) => values), ...lows],
    targets.map(({ value }) => value),
  );
  if (!axis) return null;
  const [, top] = axis.domain;
  const band = lows.map((low, at) => (low === null ? null : ([low, highs[at] ?? top] as const)));
  const hasBand = band.some((range) => range !== null);
  const columns = isOfRanges
    ? PERCENTILE_LINES.flatMap((line) => rangeColumns(line, grid, found))
    : lines.map(({ name, values }) => latencyColumn(`${name}, ms`, `${name}_ms`, values));
  return {
    key: "latency",
    name: "Latency",
    unit: "latency, ms, log scale",
    axis,
    lines,
    targets,
    bands: hasBand ? [{ key: `${leading}-range`, color: "var(--q99)", values: band }] : [],
    columns,
    nameEnds: true,
    size: "tall",
  };
}

function hasTail(point: TimelinePoint | undefined): boolean {
  return typeof point?.latencyMicros["p99.9"] === "number";
}

/** The usual percentiles, and whatever a target is for. */
function drawnLines(targets: TimelineInput["latencyTargets"]): readonly LatencyLine[] {
  return LATENCY_LINES.filter((line) => isPercentileLine(line) || targets.some(({ of }) => of === line));
}

function isPercentileLine(line: LatencyLine): line is PercentileLine {
  return PERCENTILE_LINES.some((one) => one === line);
}

/** The line that leads looks like p99 does elsewhere; those above it are thin. */
function latencyLook(
  line: LatencyLine,
  leading: LatencyLine,
): { color: string; width: number; dash?: string } {
  if (line === leading) return PERCENTILE_LOOKS.p99;
  if (LATENCY_LINES.indexOf(line) > LATENCY_LINES.indexOf(leading)) return PERCENTILE_LOOKS["p99.9"];
  if (line === "mean") return { ...PERCENTILE_LOOKS.p50, dash: "4 3" };
  return isPercentileLine(line) && line !== "p99" ? PERCENTILE_LOOKS[line] : PERCENTILE_LOOKS.p90;
}

function rangeIn({ latencyRanges }: TimelinePoint, line: LatencyLine): LatencyRange | null {
  return isPercentileLine(line) ? (latencyRanges?.[line] ?? null) : null;
}

/** Null: nothing failed, or the source doesn't say. A count, because a share of a few requests looks like an outage. */
function errorsPanel(found: Found, input: TimelineInput): TimePanel | null {
  const values = found.map((point) => point?.errors ?? null);
  if (!values.some((errors) => errors !== null && errors > 0)) return null;
  const share = (point: TimelinePoint | undefined) =>
    point === undefined || point.errors === null || point.requests === 0
      ? null
      : (point.errors / point.requests) * 100;
  const reasons = reasonLines(found, input);
  const all = { series: "errors", name: "errors", color: "var(--s8)", width: 1.7, area: true, values };
  return {
    key: "errors",
    name: "Errors",
    unit: `errors per ${formatLength(input.pointSeconds)}${reasons.length === 0 ? "" : ", by code"}`,
    axis: countAxis([...values, ...reasons.flatMap((line) => line.values)]),
    lines: isAllOf(values, reasons) ? reasons : [all, ...reasons],
    bars: true,
    targets: [],
    columns: [
      { head: "Errors", field: "errors", values, show: formatCount },
      { head: "Error rate, %", field: "error_percent", values: found.map(share), show: formatFigure },
      ...reasons.map(({ series, values: counts }) => ({
        head: series,
        field: series,
        values: counts,
        show: formatFigure,
      })),
    ],
    nameEnds: false,
    size: "short",
  };
}

/** Nothing failed but for these reasons: all errors together would say the same again. */
function isAllOf(all: readonly (number | null)[], reasons: readonly TimeLine[]): boolean {
  if (reasons.length === 0) return false;
  return all.every(
    (count, index) => (count ?? 0) === reasons.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
  );
}

/** Bars for each code or reason beside those of all errors. */
function reasonLines(found: Found, { points, failures = [] }: TimelineInput): TimeLine[] {
  const places = new Map(points.map((point, place) => [point, place]));
  return failures.map(({ name, counts }, index) => ({
    series: name,
    name: shortened(name),
    color: `var(--s${index + 1})`,
    width: 1.4,
    values: found.map((point) => {
      const place = point === undefined ? undefined : places.get(point);
      return place === undefined ? null : (counts[place] ?? null);
    }),
  }));
}

const MAX_NAME = 28;

function shortened(name: string): string {
  return name.length <= MAX_NAME ? name : `${name.slice(0, MAX_NAME - 1).toWellFormed()}…`;
}

/** In milliseconds. */
function latenciesOf(
  grid: readonly GridPoint[],
  found: Found,
  microsOf: (point: TimelinePoint) => number | null | undefined,
): (number | null)[] {
  return grid.map(({ enough }, index) => {
    const point = found[index];
    const micros = point === undefined ? null : microsOf(point);
    return micros == null || !enough ? null : micros / 1000;
  });
}

function rangeColumns(line: PercentileLine, grid: readonly GridPoint[], found: Found): TimeColumn[] {
  const end = (key: keyof LatencyRange) => latenciesOf(grid, found, (point) => rangeIn(point, line)?.[key]);
  return [
    latencyColumn(`${line} from, ms`, `${line}_low_ms`, end("lowMicros")),
    latencyColumn(`${line} to, ms`, `${line}_high_ms`, end("highMicros")),
  ];
}

function latencyColumn(head: string, field: string, values: TimeColumn["values"]): TimeColumn {
  return { head, field, values, show: formatMillis };
}

export function legendOf({ lines, key }: TimePanel): LegendEntry[] {
  const show = key === "latency" ? formatMillis : formatFigure;
  return lines.map(({ series, name, color, width, dash, values }) => ({
    series,
    name: series === "expected" ? "expected" : name,
    color,
    width,
    ...(dash === undefined ? {} : { dash }),
    readings: [{ values, show }],
  }));
}

function spokenOf(
  throughput: TimePanel,
  latency: TimePanel | null,
  gauges: readonly TimePanel[],
): TimeModel["spoken"] {
  const rate = throughput.lines.find(({ series }) => series === "throughput");
  const p99 = latency?.lines.find(({ series }) => series === "p99");
  return [
    ...(rate
      ? [{ values: rate.values, say: (value: number) => `${formatFigure(value)} requests per second` }]
      : []),
    ...(p99 ? [{ values: p99.values, say: (value: number) => `p99 ${formatMillis(value)} ms` }] : []),
    ...gauges.flatMap(({ lines, unit }) =>
      lines
        .slice(0, 1)
        .map(({ values }) => ({ values, say: (value: number) => `${unit} ${formatFigure(value)}` })),
    ),
  ];
}

export function pointText(pointSeconds: number): string {
  return `Each point covers ${formatLength(pointSeconds)}.`;
}

function within(
  time: readonly [number, number],
  parts: readonly { fromSeconds: number; toSeconds: number; label: string }[],
): { from: number; to: number; label: string }[] {
  return parts
    .map(({ fromSeconds, toSeconds, label }) => ({
      from: Math.max(time[0], fromSeconds),
      to: Math.min(time[1], toSeconds),
      label,
    }))
    .filter(({ from, to }) => to > from);
}
