import { formatFigure, formatMillis, formatShort } from "@headroom/core/format";
import { axisNumber, extent } from "../plot/axes.ts";
import { logTicks } from "../model/axis-ticks.ts";
import type { ChartData } from "../model/chart-data.ts";
import type { Axis } from "../model/time-model.ts";

export interface MapPlace {
  /** Requests a second. */
  throughput: number;
  /** Of the chosen percentile, in milliseconds. */
  latencyMillis: number;
}

export interface MapEntry {
  key: string;
  /** The experiment. */
  name: string;
  /** Before and after; null where there is no such run. */
  a: MapPlace | null;
  b: MapPlace | null;
  /** Position in the comparison, for the colour. */
  position?: number;
  /** Whether the later of the two holds its target; null without one. */
  holds: boolean | null;
}

export interface MapInput {
  entries: readonly MapEntry[];
  /** "p99" */
  percentile: string;
  /** The runs in the legend, unless it is before and after. */
  runs?: readonly { name: string; position: number }[];
  target: { throughput: number | null; latencyMillis: number | null } | null;
}

export interface MapModel {
  x: Axis | null;
  y: Axis | null;
  entries: readonly (MapEntry & { label: string })[];
  target: { throughput: number | null; latencyMillis: number | null; text: string } | null;
  percentile: string;
  legend: readonly { name: string; position: number }[];
  data: ChartData;
}

const ROOM = 1.35;

const BEFORE_AND_AFTER = [
  { name: "before", position: 0 },
  { name: "after", position: 1 },
] as const;

/** Experiments by throughput and latency, both logarithmic, with an arrow from before to after. */
export function prepareMap({ entries, percentile, runs, target }: MapInput): MapModel {
  const drawable = entries.map((entry) => ({ ...entry, a: placed(entry.a), b: placed(entry.b) }));
  const places = drawable.flatMap(({ a, b }) => [a, b]).filter((place) => place !== null);
  const wanted = {
    throughput: positive(target?.throughput ?? null),
    latencyMillis: positive(target?.latencyMillis ?? null),
  };
  return {
    x: axisOf([...places.map(({ throughput }) => throughput), wanted.throughput], formatShort),
    y: axisOf([...places.map(({ latencyMillis }) => latencyMillis), wanted.latencyMillis], axisNumber),
    entries: drawable.map((entry) => ({ ...entry, label: labelOf(entry) })),
    target:
      wanted.throughput === null && wanted.latencyMillis === null
        ? null
        : { ...wanted, text: targetText(wanted) },
    percentile,
    legend: runs ?? BEFORE_AND_AFTER,
    data: dataOf(entries, percentile),
  };
}

function placed(place: MapPlace | null): MapPlace | null {
  return place && positive(place.throughput) !== null && positive(place.latencyMillis) !== null
    ? place
    : null;
}

function positive(value: number | null): number | null {
  return value !== null && Number.isFinite(value) && value > 0 ? value : null;
}

function axisOf(values: readonly (number | null)[], format: (value: number) => string): Axis | null {
  const { low, high } = extent(values);
  if (low === null || high === null) return null;
  const domain: [number, number] = [low / ROOM, high * ROOM];
  return { scale: "log", domain, ticks: logTicks(domain[0], domain[1], format, 6) };
}

const MAX_LETTERS = 30;

/** A long name is cut, and never what is said of it. */
function labelOf({ name, a, b, holds }: MapEntry): string {
  const said = a && b ? (holds === false ? ", missed" : "") : a ? ", before only" : "";
  const most = MAX_LETTERS - said.length;
  return `${name.length > most ? `${name.slice(0, most - 1).trimEnd()}\u2026` : name}${said}`;
}

function targetText({
  throughput,
  latencyMillis,
}: {
  throughput: number | null;
  latencyMillis: number | null;
}) {
  const parts = [
    throughput === null ? null : `\u2265 ${formatFigure(throughput)} req/s`,
    latencyMillis === null ? null : `\u2264 ${formatMillis(latencyMillis)} ms`,
  ];
  return `target: ${parts.filter((part) => part !== null).join(" and ")}`;
}

function dataOf(entries: readonly MapEntry[], percentile: string): ChartData {
  return {
    columns: [
      { head: "Experiment", field: "experiment" },
      { head: "Before, req/s", field: "before_requests_per_second", show: formatFigure },
      { head: "After, req/s", field: "after_requests_per_second", show: formatFigure },
      { head: `Before, ${percentile}, ms`, field: `before_${percentile}_ms`, show: formatMillis },
      { head: `After, ${percentile}, ms`, field: `after_${percentile}_ms`, show: formatMillis },
    ],
    rows: entries.map(({ name, a, b }) => [
      name,
      a?.throughput ?? null,
      b?.throughput ?? null,
      a?.latencyMillis ?? null,
      b?.latencyMillis ?? null,
    ]),
  };
}
