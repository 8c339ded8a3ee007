import { mergeAllCells } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import { quantileMicros } from "../cell/summary.ts";
import type { SameLoad } from "../phase/load-shape.ts";
import type { Span } from "../phase/phase-point.ts";
import { MIN_REQUESTS_BEYOND } from "../policy.ts";
import type { RunTimeline } from "./run-timeline.ts";

/** Latency that rises through a run although its load stays the same. */
export interface LatencyRise extends Span {
  of: SameLoad["of"];
  /** So many requests per second, or users. */
  load: number;
  /** In its first tenth and in its last; each has enough requests beyond it there. */
  figures: { metric: "p50" | "p95" | "p99"; beforeMs: number; afterMs: number }[];
}

const TENTHS = 10;
const PERCENTS = { p50: 50, p95: 95, p99: 99 } as const;

/** How far latency rises in this window; null: the timeline can't say. */
export function latencyRise(timeline: RunTimeline, window: Span, load: SameLoad): LatencyRise | null {
  const { fromSeconds, toSeconds } = window;
  const tenth = (toSeconds - fromSeconds) / TENTHS;
  const within = (from: number, to: number) =>
    mergeAllCells(
      timeline.points
        .filter(({ offsetSeconds }) => offsetSeconds >= from && offsetSeconds < to)
        .map(({ cell }) => cell),
    );
  const [first, last] = [within(fromSeconds, fromSeconds + tenth), within(toSeconds - tenth, toSeconds)];
  const figures = (["p50", "p95", "p99"] as const).flatMap((metric) => {
    const [beforeMs, afterMs] = [first, last].map((cell) => millisAt(cell, PERCENTS[metric]));
    return beforeMs == null || afterMs == null || afterMs <= beforeMs ? [] : [{ metric, beforeMs, afterMs }];
  });
  return figures.length === 0 ? null : { fromSeconds, toSeconds, of: load.of, load: load.level, figures };
}

function millisAt(cell: Cell, percent: number): number | null {
  if (cell.requests * (1 - percent / 100) < MIN_REQUESTS_BEYOND) return null;
  const micros = quantileMicros(cell, percent);
  return micros === null ? null : Math.round(micros) / 1_000;
}
