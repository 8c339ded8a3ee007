import type { TrendRun } from "@headroom/services";
import {
  formatFigure,
  formatKnown,
  formatMillis,
  formatMoney,
  formatPercentFigure,
  joinUnit,
  keepUnits,
} from "@headroom/ui";
import { COST_METRICS, isCost } from "@headroom/core";
import type { FigureId, TrendMetric } from "@headroom/core";

export interface TrendFigure {
  /** "p99", "throughput". */
  name: string;
  /** On a button. */
  short: string;
  unit: string;
  /** Without its unit. */
  format: (value: number) => string;
}

const latency = (name: string): TrendFigure => ({ name, short: name, unit: "ms", format: formatMillis });

const FIGURES: Record<FigureId, TrendFigure> = {
  mean: latency("mean"),
  p50: latency("p50"),
  p90: latency("p90"),
  p95: latency("p95"),
  p99: latency("p99"),
  "p99.9": latency("p99.9"),
  throughput: { name: "throughput", short: "req/s", unit: "req/s", format: formatFigure },
  items: { name: "items", short: "items/s", unit: "items/s", format: formatFigure },
  "error-rate": { name: "error rate", short: "errors", unit: "%", format: formatPercentFigure },
};

/** `currency`: that of the costs that are shown. */
export function trendFigure(metric: TrendMetric, currency: string | null): TrendFigure {
  if (!isCost(metric)) return FIGURES[metric];
  const of = COST_METRICS[metric];
  return {
    name: `cost of 1M ${of}`,
    short: `cost of ${of}`,
    unit: "",
    format: (value) => (currency === null ? formatFigure(value) : formatMoney(value, currency)),
  };
}

/** "≥ 0.12%", "100–103 ms", where the value isn't exactly known. */
export function knownWords({ format, unit }: TrendFigure, known: Pick<TrendRun, "value" | "range">): string {
  return keepUnits(joinUnit(formatKnown(known, format) ?? "", unit));
}

/** A line never breaks between a figure and its unit. */
export function figureWords({ format, unit }: TrendFigure, value: number): string {
  return keepUnits(joinUnit(format(value), unit));
}
