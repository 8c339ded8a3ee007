import type { DrawnDistribution, RunDetail, RunWindow } from "@headroom/services";
import { formatCount, formatMillis, formatPercent } from "@headroom/ui";
import type { TargetLine } from "@headroom/ui/charts";
import { runTitle } from "../view/run-title.ts";
import { timelineInput } from "./timeline-input.ts";
import type { TimelineExtras, TimelineFrame } from "./timeline-input.ts";
import { windowName } from "../view/window-words.ts";

/** Everything that the heatmap shows except its counts. */
export interface HeatmapFrame {
  title: string;
  lengthSeconds: number;
  leftOut: readonly { fromSeconds: number; toSeconds: number; label: string }[];
  targets: TargetLine[];
  events: { key: string; atSeconds: number; text: string }[];
  window: { fromSeconds: number; toSeconds: number } | null;
}

export interface DistributionFrame {
  title: string;
  caption: string;
  requests: number;
  targets: TargetLine[];
  /** Upright lines of the histogram, in milliseconds. */
  marks: TargetLine[];
}

interface HeatmapInput {
  detail: RunDetail;
  frame: TimelineFrame;
  events: TimelineExtras["events"];
  window: HeatmapFrame["window"];
}

/** Null where the source gives nothing over time. */
export function prepareHeatmapFrame({ detail, frame, events, window }: HeatmapInput): HeatmapFrame | null {
  const { origin } = detail;
  if (detail.answer.run.finestStepSeconds === null || origin === null) return null;
  const figures = { origin: origin.toISOString(), pointSeconds: 1, cellSeconds: 1, points: [] };
  const input = timelineInput(frame, figures, { window, events, comments: [], gauges: [] });
  return {
    title: runTitle(detail),
    lengthSeconds: input.lengthSeconds,
    leftOut: input.leftOut,
    targets: frame.latencyTargets,
    events: [...(input.events ?? [])],
    window,
  };
}

/** The distribution of the shown requests; null where there is none. */
export function shownDistribution(
  { distribution }: RunWindow,
  successful: boolean,
): DrawnDistribution | null {
  if (distribution === null) return null;
  return successful ? distribution.successful : distribution.all;
}

export function prepareDistribution(
  detail: RunDetail,
  window: RunWindow,
  options: { successful: boolean; frame: TimelineFrame },
): DistributionFrame {
  const { successful, frame } = options;
  const summary = successful ? (window.successful ?? window.summary) : window.summary;
  const drawn = shownDistribution(window, successful);
  const { latencyMs, latencyIntervalsMs } = summary;
  const p50 = latencyMs.p50 ?? latencyIntervalsMs.p50?.high ?? null;
  const p99 = latencyMs.p99 ?? latencyIntervalsMs.p99?.high ?? null;
  const mark = (name: string, value: number | null) =>
    value === null ? [] : [{ value, text: `${name} ${formatMillis(value)}` }];
  return {
    title: runTitle(detail),
    caption: captionOf(window, { summary, drawn, successful, targets: frame.latencyTargets }),
    requests: summary.requests ?? 0,
    targets: frame.latencyTargets,
    marks: [...mark("p50", p50), ...mark("p99", p99), ...frame.latencyTargets],
  };
}

interface Caption {
  summary: RunWindow["summary"];
  drawn: DrawnDistribution | null;
  successful: boolean;
  targets: readonly TargetLine[];
}

/** "steady phase; 2.3% of 62,976 requests are over 200 ms" */
function captionOf(window: RunWindow, { summary, drawn, successful, targets }: Caption): string {
  const which = successful ? "successful requests" : "requests";
  const ends = drawn?.isOfRanges === true ? "; latencies are the upper ends of the source's ranges" : "";
  const name = `${windowName(window)}, ${formatCount(summary.requests ?? 0)} ${which}${ends}`;
  const [target] = targets;
  const total = drawn?.histogram.reduce((sum, { count }) => sum + count, 0) ?? 0;
  if (target === undefined || drawn === null || total === 0) return name;
  const share = `${drawn.isOfRanges ? "at most " : ""}${formatPercent(shareOver(drawn, target.value * 1_000))}`;
  return `${name}; ${share} of them over ${formatMillis(target.value)} ms`;
}

/** Read off the curve, whose points are the sketch's own, and interpolated between two of them. */
function shareOver({ curve }: DrawnDistribution, micros: number): number {
  const after = curve.findIndex((point) => point.micros > micros);
  if (after < 0) return 0;
  const [next, before] = [curve[after], curve[after - 1]];
  if (next === undefined || before === undefined) return 1;
  const way = next.micros === before.micros ? 0 : (micros - before.micros) / (next.micros - before.micros);
  return 1 - (before.percent + (next.percent - before.percent) * way) / 100;
}
