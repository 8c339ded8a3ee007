import type { TrafficAnswer } from "@headroom/contract";
import { MINUTE_SECONDS, SILENT_SECONDS } from "@headroom/core";
import { formatCount, formatFigure, formatMillis, formatPercentFigure } from "@headroom/ui";
import type { FigureCell } from "@headroom/ui";
import type { TargetLine } from "@headroom/ui/charts";
import { betweenWords } from "./prepare-traffic.ts";
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
  /** The strictest of the experiments that represent the peak. */
  targets: NowTargets;
  view: TrafficView;
  capacity: TestedCapacity | null;
  /** What the peak day that runs or comes next is expected to bring, in requests a second. */
  peak: number | null;
  model: TrafficModel;
  now: Date;
}

export interface NowTargets {
  p99Ms: number | null;
  /** From 0 to 1. */
  errorRate: number | null;
}

/** A figure, and whether its target is met; null: it has none. */
export interface NowCell extends Omit<FigureCell, "state"> {
  verdict: "met" | "missed" | null;
}

export interface NowModel {
  lead: string;
  rest: string;
  cells: NowCell[];
  /** The capacity and the expected peak, as lines of the chart. Without those below which the traffic would be flat. */
  lines: TargetLine[];
}

/** How the service does now, by its targets and its capacity; null: it has neither. */
export type LiveState = "missed" | "above" | "near" | "holding";

export function liveState(cells: readonly NowCell[]): LiveState | null {
  const verdicts = cells.map(({ verdict }) => verdict);
  const tones = cells.map(({ tone }) => tone);
  if (verdicts.includes("missed")) return "missed";
  if (tones.includes("over")) return "above";
  if (tones.includes("near")) return "near";
  return verdicts.includes("met") ? "holding" : null;
}

/** Above this share of the capacity, there is little room left. */
const NEAR = 0.85;
/** A chart with a ceiling this much higher than its traffic shows only the ceiling. */
const MOST_TIMES = 5;

/** What users do now, against what tests showed. A range of the past, or one label, has the words of its traffic. */
export function prepareNow({ traffic, targets, view, capacity, peak, model, now }: NowInput): NowModel {
  const cells = model.figures.map((cell): NowCell => ({ ...cell, verdict: null }));
  const rate = isCurrent(traffic, view, now) ? latestRate(traffic) : null;
  const lines = view.label === null ? linesOf(traffic, capacity, peak) : [];
  if (rate === null) return { lead: model.lead, rest: model.rest, cells, lines };
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
        verdict: null,
      },
      ...(share === null || capacity === null ? [] : [shareCell(share, capacity)]),
      ...latencyCell(traffic, targets, cells),
      ...errorsCell(traffic, targets, cells),
    ],
    lines,
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
    ...(p99 === undefined || p99.value === null || p99.unit === ""
      ? []
      : [`p99 ${betweenWords(p99.value)} ms`]),
    ...(errors === undefined || errors.value === null || errors.unit === ""
      ? []
      : [`${errors.value}% errors`]),
  ];
  if (parts.length === 0 || "from" in range) return "";
  return `${parts.join(", ")} in the last ${range.words}.`;
}

/** p99 against its target, with the other latencies under it. */
function latencyCell({ total }: TrafficAnswer, { p99Ms }: NowTargets, cells: readonly NowCell[]): NowCell[] {
  const of = (label: string) => cells.find((one) => one.label === label);
  const p99 = of("p99");
  if (p99 === undefined) return [];
  const others = ["Mean", "p50", "p95"].flatMap((label) => {
    const one = of(label);
    return one === undefined || one.value === null || one.unit === ""
      ? []
      : [`${label.toLowerCase()} ${one.value}`];
  });
  const { p99: range } = total.latencyIntervalsMs;
  const [low, high] = [
    range?.low ?? total.latencyMs.p99,
    range === undefined ? total.latencyMs.p99 : range.high,
  ];
  return [
    {
      ...p99,
      label: p99Ms === null ? "p99" : `p99, target ${formatMillis(p99Ms)} ms`,
      caption: others.length === 0 ? "" : `${others.join(", ")} ms`,
      verdict: p99Ms === null ? null : verdictOf(low, high, p99Ms),
    },
  ];
}

/** Null where a range lies on both sides. */
function verdictOf(low: number | null, high: number | null, most: number): NowCell["verdict"] {
  if (low === null) return null;
  if (low > most) return "missed";
  return high !== null && high <= most ? "met" : null;
}

function errorsCell(
  { total }: TrafficAnswer,
  { errorRate }: NowTargets,
  cells: readonly NowCell[],
): NowCell[] {
  const errors = cells.find(({ label }) => label === "Errors");
  if (errors === undefined) return [];
  return [
    {
      ...errors,
      label: errorRate === null ? "Errors" : `Errors, limit ${formatPercentFigure(errorRate)}%`,
      verdict:
        errorRate === null || total.errorRate === null
          ? null
          : total.errorRate > errorRate
            ? "missed"
            : "met",
    },
  ];
}

function shareCell(share: number, capacity: TestedCapacity): NowCell {
  const tested = `${formatFigure(capacity.value)} req/s`;
  return {
    key: "capacity",
    label: `Of ${wordOf(capacity)} capacity`,
    value: formatPercentFigure(share),
    unit: "%",
    caption: share < NEAR ? tested : `above ${formatPercentFigure(NEAR)}% of ${tested}`,
    tone: share > 1 ? "over" : share > NEAR ? "near" : "plain",
    verdict: null,
  };
}

function wordOf(capacity: TestedCapacity | null): string {
  return capacity?.isProven === true ? "proven" : "measured";
}

function linesOf(
  { points, pointSeconds }: TrafficAnswer,
  capacity: TestedCapacity | null,
  peak: number | null,
): TargetLine[] {
  const most = points.reduce((high, { requests }) => Math.max(high, (requests ?? 0) / pointSeconds), 0);
  const lines: TargetLine[] = [];
  if (capacity !== null) {
    const text = `${wordOf(capacity)} ${formatFigure(capacity.value)} req/s`;
    lines.push({ value: capacity.value, text, ...(capacity.isProven ? { kind: "ceiling" } : {}) });
  }
  if (peak !== null) lines.push({ value: peak, text: `expected peak ${formatFigure(peak)} req/s` });
  return lines.filter(({ value }) => value <= most * MOST_TIMES);
}
