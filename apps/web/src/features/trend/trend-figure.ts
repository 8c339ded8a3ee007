import type { TrendRun } from "@headroom/services";
import {
  formatFigure,
  formatKnown,
  formatMillis,
  formatPercentFigure,
  joinUnit,
  keepUnits,
} from "@headroom/ui";
import type { FigureId } from "@headroom/core";

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

export const TREND_FIGURES: Record<FigureId, TrendFigure> = {
  p50: latency("p50"),
  p90: latency("p90"),
  p95: latency("p95"),
  p99: latency("p99"),
  "p99.9": latency("p99.9"),
  throughput: { name: "throughput", short: "req/s", unit: "req/s", format: formatFigure },
  items: { name: "items", short: "items/s", unit: "items/s", format: formatFigure },
  "error-rate": { name: "error rate", short: "errors", unit: "%", format: formatPercentFigure },
};

/** "≥ 0.12%", "100–103 ms", where the value isn't exactly known. */
export function knownWords({ format, unit }: TrendFigure, known: Pick<TrendRun, "value" | "range">): string {
  return keepUnits(joinUnit(formatKnown(known, format) ?? "", unit));
}

/** A line never breaks between a figure and its unit. */
export function figureWords({ format, unit }: TrendFigure, value: number): string {
  return keepUnits(joinUnit(format(value), unit));
}
