import type { Cell } from "../cell/cell.ts";
import { quantileInterval } from "../cell/interval.ts";
import type { AbsentFigure } from "../cell/sample.ts";
import { meanMicros, quantileMicros } from "../cell/summary.ts";
import { unitOfShare } from "../gauge/share.ts";
import type { FigureReason } from "./figure-sentences.ts";
import { RATE_UNITS, TIME_UNITS } from "./units.ts";

export type Statistic = "mean" | "min" | "max";

/** What a gauge showed in a window. */
export interface GaugeFigures {
  unit: string | null;
  mean: number | null;
  min: number | null;
  max: number | null;
  /** In how much of the window it is known, from 0 to 1; left out: in all of it. */
  knownShare?: number;
}

/** A gauge that is known for less of the window may have been anything in the rest. */
const KNOWN_SHARE = 0.9;

/** How a source rounds latencies: to multiples of a step, and by a share of the value. */
export interface Rounding {
  stepMicros: number;
  share: number;
}

/** What metrics are read from: the requests of a window, and what else is known of it. */
export interface MetricSource {
  cell: Cell;
  /** What the cell was merged from, where kinds of distribution meet that do not merge. */
  parts: readonly Cell[];
  seconds: number;
  /** What the source does not report at all. */
  absent: readonly AbsentFigure[];
  rounding: Rounding;
  /** Completed of expected requests; null when the experiment expects no number. */
  achieved: number | null;
  gauge(name: string): GaugeFigures | null;
  /** The unit that the figure is wanted in; null: the metric's own. */
  asked: string | null;
}

/** A figure in its unit with the interval that holds the true one. */
export interface Figure {
  value: number | null;
  low: number;
  high: number;
  unit: string;
  /** What the reason should add. */
  notes: FigureReason[];
  /** The requests behind it; null for gauges and for shares of expected requests. */
  cell: Cell | null;
}

/** A figure, or why there is none. */
export type Reading = Figure | Unknown;

interface Unknown {
  problem: FigureReason;
}

const UNCOUNTED: Unknown = { problem: { code: "uncounted" } };

export function readThroughput(source: MetricSource, of: "requests" | "items"): Reading {
  const { cell, seconds, asked } = source;
  const missing = nothingToRead(source);
  if (missing !== null) return missing;
  if (isUncounted(source)) return UNCOUNTED;
  if (!(seconds > 0)) return { problem: { code: "no-length" } };
  const unit = asked ?? "/s";
  const count = of === "items" ? cell.items : cell.requests;
  return exact((count / seconds) * (RATE_UNITS[unit] ?? 1), unit, cell);
}

export function readErrorRate(source: MetricSource): Reading {
  const { cell, absent } = source;
  const missing = nothingToRead(source);
  if (missing !== null) return missing;
  if (absent.includes("errors")) return { problem: { code: "errors-unreported" } };
  if (isUncounted(source)) return UNCOUNTED;
  const rate = (100 * cell.errors) / cell.requests;
  if (absent.includes("some-errors")) return { ...exact(rate, "%", cell), high: Infinity };
  // Hanley and Lippman-Hand, JAMA 1983: with no event in n, the true rate lies below 3 / n with 95% confidence.
  const below = 300 / cell.requests;
  const notes: FigureReason[] =
    cell.errors > 0 || below >= 100 ? [] : [{ code: "no-errors", requests: cell.requests, below }];
  return exact(rate, "%", cell, notes);
}

export function readPercentile(source: MetricSource, percent: number): Reading {
  const { cell, parts } = source;
  return nothingToRead(source) ?? inAskedUnit(percentileMicros(cell, parts, percent), source);
}

export function readStatistic(source: MetricSource, statistic: Statistic): Reading {
  return nothingToRead(source) ?? inAskedUnit(statisticMicros(source.cell, statistic), source);
}

export function readAchieved(achieved: number | null): Reading {
  if (achieved === null) return { problem: { code: "no-expected-requests" } };
  return exact(achieved * 100, "%", null);
}

export function readGauge(
  source: MetricSource,
  { gauge: name, statistic }: { statistic: Statistic; gauge: string },
): Reading {
  const gauge = source.gauge(name);
  const { asked } = source;
  if (gauge === null) return { problem: { code: "no-gauge", gauge: name } };
  const value = gauge[statistic];
  if (value === null) return { problem: { code: "empty-gauge", gauge: name } };
  const { unit } = gauge;
  if (unit !== null && asked !== null && asked !== "" && asked !== unitOfShare(unit))
    return { problem: { code: "gauge-unit", gauge: name, unit, asked } };
  const read = exact(value, asked ?? unit ?? "", null);
  const { knownShare = 1 } = gauge;
  if (knownShare >= KNOWN_SHARE) return read;
  const gaps = { code: "gauge-gaps", gauge: name, percent: Math.floor(knownShare * 100) } as const;
  // What was seen of a maximum stays true, however high it was in the rest.
  return statistic === "max" ? { ...read, high: Infinity, notes: [gaps] } : { problem: gaps };
}

function isUncounted({ absent }: MetricSource): boolean {
  return absent.includes("requests");
}

function nothingToRead(source: MetricSource): Unknown | null {
  if (source.cell.requests > 0 || isUncounted(source)) return null;
  return { problem: { code: "nothing-completed" } };
}

function exact(value: number, unit: string, cell: Cell | null, notes: FigureReason[] = []): Figure {
  return { value, low: value, high: value, unit, notes, cell };
}

interface Micros {
  value: number | null;
  /** Low and high are values that the tool can have written, so its rounding adds nothing to what it measured. */
  onGrid: boolean;
  low: number;
  high: number;
  notes: FigureReason[];
}

function percentileMicros(cell: Cell, parts: readonly Cell[], percent: number): Micros | null {
  const { distribution } = cell;
  if (distribution.kind === "sketch") {
    const bounds = distribution.all.quantileBounds(percent / 100);
    if (bounds === null) return null;
    const value = distribution.all.quantile(percent / 100);
    return { ...bounds, value, onGrid: isOnGrid(cell), notes: [] };
  }
  const value = quantileMicros(cell, percent);
  if (value !== null)
    return { value, low: value, high: value, onGrid: false, notes: [{ code: "tools-own" }] };
  const interval = quantileInterval(parts, percent / 100);
  if (interval === null || (interval.lowMicros === 0 && interval.highMicros === null)) return null;
  const notes = [whyRange(cell, parts, percent)];
  const { lowMicros: low, highMicros: high } = interval;
  return { value: null, low, high: high ?? Infinity, onGrid: false, notes };
}

/** Why only a range of a percentile is known. */
function whyRange({ distribution }: Cell, parts: readonly Cell[], percent: number): FigureReason {
  if (distribution.kind === "buckets") return { code: "buckets" };
  if (parts.filter(({ requests }) => requests > 0).length > 1) return { code: "unmergeable" };
  return distribution.kind === "quoted" ? { code: "around", percent } : { code: "extremes" };
}

function statisticMicros(cell: Cell, statistic: Statistic): Micros | null {
  const value = { mean: meanMicros(cell), min: cell.minMicros, max: cell.maxMicros }[statistic];
  const onGrid = statistic !== "mean" && isOnGrid(cell);
  return value === null ? null : { value, low: value, high: value, onGrid, notes: [] };
}

function isOnGrid({ distribution }: Cell): boolean {
  return distribution.kind === "sketch" && distribution.all.gridMicros > 1;
}

function inAskedUnit(micros: Micros | null, { cell, rounding, asked }: MetricSource): Reading {
  const unit = asked ?? "ms";
  if (micros === null) return { problem: { code: "unreported" } };
  const { value, notes } = micros;
  const scaled = value === null ? null : value / (TIME_UNITS[unit] ?? 1_000);
  const onGrid = micros.onGrid ? { ...rounding, stepMicros: 1 } : rounding;
  return { value: scaled, ...inTimeUnit(micros, onGrid, unit), unit, notes, cell };
}

/** A tool that rounds to a step may have cut it off or rounded it up: the true value lies up to a step away. */
export function inTimeUnit(
  { low, high }: { low: number; high: number },
  { stepMicros, share }: Rounding,
  unit: string,
): { low: number; high: number } {
  const scale = TIME_UNITS[unit] ?? 1_000;
  const step = stepMicros > 1 ? stepMicros : 0;
  return { low: Math.max(0, low * (1 - share) - step) / scale, high: (high * (1 + share) + step) / scale };
}
