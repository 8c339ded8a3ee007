import type { Cell } from "../cell/cell.ts";
import { formatCount } from "../format/number.ts";
import { quantileInterval } from "../cell/interval.ts";
import { meanMicros } from "../cell/summary.ts";
import type { AbsentFigure } from "../cell/sample.ts";
import type { Statistic, Target } from "../target/target.ts";
import { RATE_UNITS, TIME_UNITS } from "../target/target-units.ts";
import type { JudgedFigures, JudgedGauge, JudgedWindow } from "./verdict.ts";

/** A figure in the target's unit with the interval that holds the true one, or why there is none. */
export type Measured = MeasuredFigure | { problem: string; window?: JudgedWindow };

export interface MeasuredFigure {
  value: number | null;
  low: number;
  high: number;
  unit: string;
  /** What the reason should add. */
  notes: string[];
  /** The requests behind it; null for gauges and for shares of expected requests. */
  cell: Cell | null;
  /** The label's own window, where it is not that of the run's figures. */
  window?: JudgedWindow;
  /** Why the figure does not stand for the window that is judged. */
  doubt?: string;
}

/** How a source rounds latencies: to multiples of a step, and by a share of the value. */
export interface Rounding {
  stepMicros: number;
  share: number;
}

/** Reads the target's figure out of a window's figures. */
export function measure(target: Target, figures: JudgedFigures, rounding: Rounding): Measured {
  const measured = measureAsGiven(target, figures, rounding);
  if ("problem" in measured) return measured;
  const { value, low, high } = measured;
  return {
    ...measured,
    value: value === null ? null : withoutNoise(value),
    low: withoutNoise(low),
    high: withoutNoise(high),
  };
}

/** To twelve significant digits: a figure that equals its threshold must not differ from it by how it was worked out. */
export function withoutNoise(value: number): number {
  return Number(value.toPrecision(12));
}

function measureAsGiven(target: Target, figures: JudgedFigures, rounding: Rounding): Measured {
  const { metric, label } = target;
  const asked = askedUnit(target);
  if (metric.kind === "gauge") return measureGauge(metric, figures.gauge?.(metric.gauge) ?? null, asked);
  if (metric.kind === "achieved") return measureAchieved(figures.achieved ?? null);
  const { absent = [], durationSeconds: seconds } = figures;
  if (label === null) {
    const { all, allParts } = figures;
    return measureRequests(target, { cell: all, parts: allParts ?? [all], seconds, absent, rounding });
  }
  const judged = figures.label(label);
  if (judged === null) return { problem: `The label “${label}” is not in this run.` };
  if ("problem" in judged) return judged;
  const { cell, parts, durationSeconds, window, doubt } = judged;
  return {
    ...measureRequests(target, { cell, parts: parts ?? [cell], seconds: durationSeconds, absent, rounding }),
    ...(window === null ? {} : { window }),
    ...(doubt === null ? {} : { doubt }),
  };
}

function askedUnit({ threshold }: Target): string | null {
  return threshold.kind === "absolute" ? threshold.unit : null;
}

interface Requests {
  cell: Cell;
  parts: readonly Cell[];
  seconds: number;
  absent: readonly AbsentFigure[];
  rounding: Rounding;
}

function measureRequests(target: Target, requests: Requests): Measured {
  const { metric } = target;
  const { cell, parts, seconds, absent, rounding } = requests;
  const asked = askedUnit(target);
  const uncounted = absent.includes("requests");
  if (cell.requests === 0 && !uncounted) return { problem: "No requests completed in the judged window." };
  switch (metric.kind) {
    case "throughput":
      if (uncounted) return UNCOUNTED;
      return measureThroughput(cell, metric.of, seconds, asked ?? "/s");
    case "error-rate":
      if (absent.includes("errors")) return { problem: "The source doesn't report which requests failed." };
      if (uncounted) return UNCOUNTED;
      return measureErrors(cell);
    case "percentile":
      return inTimeUnit(percentileMicros(cell, parts, metric.percent), cell, rounding, asked ?? "ms");
    case "latency":
      return inTimeUnit(statisticMicros(cell, metric.statistic), cell, rounding, asked ?? "ms");
    default:
      return { problem: "Requests don't have this figure." };
  }
}

const UNCOUNTED = { problem: "The source doesn't report how many requests there were." };

function exact(value: number, unit: string, cell: Cell | null, notes: string[] = []): MeasuredFigure {
  return { value, low: value, high: value, unit, notes, cell };
}

function measureThroughput(cell: Cell, of: "requests" | "items", seconds: number, unit: string): Measured {
  if (!(seconds > 0)) return { problem: "The judged window has no length, so there is no throughput." };
  const count = of === "items" ? cell.items : cell.requests;
  return exact((count / seconds) * (RATE_UNITS[unit] ?? 1), unit, cell);
}

function measureErrors(cell: Cell): Measured {
  // Hanley and Lippman-Hand, JAMA 1983: with no event in n, the true rate lies below 3 / n with 95% confidence.
  const ceiling = Math.min(100, 300 / cell.requests);
  const notes =
    cell.errors > 0
      ? []
      : [
          `No errors in ${formatCount(cell.requests)} requests: the true rate is below ${ceiling.toPrecision(2)}% with 95% confidence.`,
        ];
  return exact((100 * cell.errors) / cell.requests, "%", cell, notes);
}

function measureAchieved(achieved: number | null): Measured {
  if (achieved === null) return { problem: "The experiment doesn't define how many requests to expect." };
  return exact(achieved * 100, "%", null);
}

function measureGauge(
  metric: { statistic: Statistic; gauge: string },
  gauge: JudgedGauge | null,
  asked: string | null,
): Measured {
  if (gauge === null) return { problem: `The run has no gauge “${metric.gauge}”.` };
  const value = gauge[metric.statistic];
  if (value === null) return { problem: `The gauge “${metric.gauge}” has no values in the judged window.` };
  const unit = asked ?? gauge.unit ?? "";
  if (gauge.unit !== null && asked !== null && asked !== "" && asked !== gauge.unit) {
    return {
      problem:
        gauge.unit === ""
          ? `The gauge “${metric.gauge}” has no unit, but the target is in ${asked}.`
          : `The gauge “${metric.gauge}” is in ${gauge.unit}, but the target is in ${asked}.`,
    };
  }
  return exact(value, unit, null);
}

interface Micros {
  value: number | null;
  low: number;
  high: number;
  notes: string[];
}

function percentileMicros(cell: Cell, parts: readonly Cell[], percent: number): Micros | null {
  const { distribution } = cell;
  if (distribution.kind === "sketch") {
    const bounds = distribution.all.quantileBounds(percent / 100);
    return bounds === null ? null : { ...bounds, value: distribution.all.quantile(percent / 100), notes: [] };
  }
  if (distribution.kind === "quoted") {
    const value = distribution.micros[`p${percent}`];
    if (value !== undefined)
      return { value, low: value, high: value, notes: ["This is the tool's own figure."] };
  }
  const interval = quantileInterval(parts, percent / 100);
  if (interval === null || (interval.lowMicros === 0 && interval.highMicros === null)) return null;
  const notes = [
    distribution.kind === "buckets"
      ? "The source reports buckets, so only a range is known."
      : "It comes from parts that can't be merged, so only a range is known.",
  ];
  return { value: null, low: interval.lowMicros, high: interval.highMicros ?? Infinity, notes };
}

function statisticMicros(cell: Cell, statistic: Statistic): Micros | null {
  const value = { mean: meanMicros(cell), min: cell.minMicros, max: cell.maxMicros }[statistic];
  return value === null ? null : { value, low: value, high: value, notes: [] };
}

/** A tool that rounds to a step may have cut it off or rounded it up: the true value lies up to a step away. */
function inTimeUnit(
  micros: Micros | null,
  cell: Cell,
  { stepMicros, share }: Rounding,
  unit: string,
): Measured {
  if (micros === null) return { problem: "The source doesn't report this figure." };
  const scale = TIME_UNITS[unit] ?? 1_000;
  const rounding = stepMicros > 1 ? stepMicros : 0;
  return {
    value: micros.value === null ? null : micros.value / scale,
    low: Math.max(0, micros.low * (1 - share) - rounding) / scale,
    high: (micros.high * (1 + share) + rounding) / scale,
    unit,
    notes: micros.notes,
    cell,
  };
}
