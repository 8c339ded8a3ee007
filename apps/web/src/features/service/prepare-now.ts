import type { TrafficAnswer } from "@headroom/contract";
import { MINUTE_SECONDS, SILENT_SECONDS } from "@headroom/core";
import { formatCount, formatFigure, formatPercentFigure } from "@headroom/ui";
import type { FigureCell } from "@headroom/ui";
import type { TargetLine } from "@headroom/ui/charts";
import type { TrafficModel } from "./prepare-traffic.ts";
import type { TrafficView } from "./search-params.ts";

/** What tests showed. */
export interface TestedCapacity {
  /** Requests a second. */
  value: number;
  /** Otherwise it was measured with a missed target, which a member accepts. */
  isProven: boolean;
}

interface NowInput {
  traffic: TrafficAnswer;
  view: TrafficView;
  capacity: TestedCapacity | null;
  model: TrafficModel;
  now: Date;
}

export interface NowModel {
  lead: string;
  rest: string;
  cells: FigureCell[];
  /** The capacity as a line of the chart; null: nothing is proven, or so much that the traffic would be flat below it. */
  ceiling: TargetLine | null;
}

/** Above this share of the capacity, there is little room left. */
const NEAR = 0.85;
/** A chart with a ceiling this much higher than its traffic shows only the ceiling. */
const MOST_TIMES = 5;
/** Cells that say the same as the first one. */
const OF_RANGE = ["Requests", "Throughput"];

/** What users do now, against what tests showed. A range of the past, or one label, has the words of its traffic. */
export function prepareNow({ traffic, view, capacity, model, now }: NowInput): NowModel {
  const cells = model.figures.map((cell) => ({ ...cell, state: null }));
  const rate = isCurrent(traffic, view, now) ? latestRate(traffic) : null;
  const ceiling = view.label === null ? ceilingOf(traffic, capacity) : null;
  if (rate === null) return { lead: model.lead, rest: model.rest, cells, ceiling };
  const share = capacity === null || capacity.value <= 0 ? null : rate / capacity.value;
  const ofCapacity =
    share === null ? "" : `, ${formatPercentFigure(share)}% of its ${wordOf(capacity)} capacity`;
  const { requests, throughput } = traffic.total;
  return {
    lead: `${traffic.name} is at ${formatFigure(rate)} req/s${ofCapacity}.`,
    rest: restOf(model, view),
    cells: [
      {
        key: "now",
        label: "Now",
        value: formatFigure(rate),
        unit: "req/s",
        caption: `${formatCount(requests ?? 0)} in the range, ${formatFigure(throughput ?? 0)} req/s`,
        state: null,
      },
      ...(share === null || capacity === null ? [] : [shareCell(share, capacity)]),
      ...cells.filter(({ label }) => !OF_RANGE.includes(label)),
    ],
    ceiling,
  };
}

function isCurrent({ latestAt }: TrafficAnswer, { range, label }: TrafficView, now: Date): boolean {
  if ("from" in range || label !== null || latestAt === null) return false;
  return now.getTime() - Date.parse(latestAt) < SILENT_SECONDS * 1_000;
}

/** Requests a second over the last minute with data, or the last point if that is longer. */
function latestRate({ points, pointSeconds, latestAt }: TrafficAnswer): number | null {
  if (latestAt === null) return null;
  const end = Date.parse(latestAt) + 1_000;
  const length = Math.max(MINUTE_SECONDS, pointSeconds) * 1_000;
  const recent = points.filter(({ at }) => Date.parse(at) >= end - length);
  const [first] = recent;
  if (first === undefined) return null;
  const requests = recent.reduce((sum, point) => sum + (point.requests ?? 0), 0);
  return requests / Math.max(1, (end - Date.parse(first.at)) / 1_000);
}

/** "p99 80 ms, 0.012% errors in the last 15 minutes." */
function restOf({ figures }: TrafficModel, { range }: TrafficView): string {
  const of = (label: string) => figures.find((cell) => cell.label === label);
  const [p99, errors] = [of("p99"), of("Errors")];
  const parts = [
    ...(p99 === undefined || p99.value === null || p99.unit === "" ? [] : [`p99 ${p99.value} ms`]),
    ...(errors === undefined || errors.value === null || errors.unit === ""
      ? []
      : [`${errors.value}% errors`]),
  ];
  if (parts.length === 0 || "from" in range) return "";
  return `${parts.join(", ")} in the last ${range.words}.`;
}

function shareCell(share: number, capacity: TestedCapacity): FigureCell {
  const tested = `${formatFigure(capacity.value)} req/s`;
  return {
    key: "capacity",
    label: `Of ${wordOf(capacity)} capacity`,
    value: formatPercentFigure(share),
    unit: "%",
    caption: share < NEAR ? tested : `above ${formatPercentFigure(NEAR)}% of ${tested}`,
    state: null,
  };
}

function wordOf(capacity: TestedCapacity | null): string {
  return capacity?.isProven === true ? "proven" : "measured";
}

function ceilingOf(
  { points, pointSeconds }: TrafficAnswer,
  capacity: TestedCapacity | null,
): NowModel["ceiling"] {
  if (capacity === null) return null;
  const most = points.reduce((high, { requests }) => Math.max(high, (requests ?? 0) / pointSeconds), 0);
  if (capacity.value > most * MOST_TIMES) return null;
  const text = `${wordOf(capacity)} ${formatFigure(capacity.value)} req/s`;
  return { value: capacity.value, text, ...(capacity.isProven ? { kind: "ceiling" } : {}) };
}
