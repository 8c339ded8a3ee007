import type { Percentile, RunAnswer, WindowSummary } from "@headroom/contract";
import { formatCount, formatFigure, formatLength, formatMillis, formatPercent } from "@headroom/ui";

interface FigureRow {
  name: string;
  steady: string | null;
  whole: string;
  /** Requests beyond the percentile; null for what is none. */
  beyond: string | null;
  strong: boolean;
}

export interface FiguresTable {
  /** Null when the run has no steady phase: one column then. */
  steadyLength: string | null;
  wholeLength: string | null;
  rows: readonly FigureRow[];
}

const ABSENT = "-";
type Interval = { low: number; high: number | null };

const PERCENTILES = ["p50", "p90", "p95", "p99", "p99.9"] as const;

/** Percentiles of the judged window beside those of the whole run. */
export function prepareFigures(answer: RunAnswer): FiguresTable {
  const { summary, steady, proof } = answer;
  const row = (
    name: string,
    show: (figures: WindowSummary) => string,
    beyond: number | null = null,
  ): FigureRow => ({
    name,
    steady: steady === null ? null : show(steady.summary),
    whole: show(summary),
    beyond: beyond === null || summary.requests === null ? null : formatCount(beyond),
    strong: name === "p99, ms",
  });
  const millis = (key: keyof WindowSummary["latencyMs"]) => (figures: WindowSummary) =>
    or(figures.latencyMs[key], formatMillis);
  const percentile = (key: Percentile) => (figures: WindowSummary) =>
    figures.latencyMs[key] === null ? between(figures.latencyIntervalsMs[key]) : millis(key)(figures);
  return {
    steadyLength: steady === null ? null : lengthOf(steady.summary),
    wholeLength: lengthOf(summary),
    rows: [
      ...PERCENTILES.map((name) => row(`${name}, ms`, percentile(name), proof.beyond[name])),
      row("max, ms", millis("max")),
      row("mean, ms", millis("mean")),
      row("req/s", ({ throughput }) => or(throughput, formatFigure)),
      row("requests", ({ requests }) => or(requests, formatCount)),
      row("errors", ({ errors }) => or(errors, formatCount)),
      row("error rate", ({ errorRate }) => or(errorRate, formatPercent)),
    ],
  };
}

/** What must hold the true value, where no single figure is known. */
function between(interval: Interval | undefined): string {
  if (interval === undefined) return ABSENT;
  const { low, high } = interval;
  return high === null ? `≥ ${formatMillis(low)}` : `${formatMillis(low)} – ${formatMillis(high)}`;
}

function lengthOf({ durationSeconds }: WindowSummary): string | null {
  return durationSeconds === null ? null : formatLength(durationSeconds);
}

function or(value: number | null, show: (value: number) => string): string {
  return value === null ? ABSENT : show(value);
}
