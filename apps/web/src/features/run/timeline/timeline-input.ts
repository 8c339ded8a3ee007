import type { RunAnswer, RunGauge } from "@headroom/contract";
import type { RunComment } from "@headroom/services";
import { figureOfMetric, inShownUnit } from "@headroom/core";
import { formatClock, formatFigure } from "@headroom/ui";
import type {
  GaugesInput,
  LatencyLine,
  LatencyTargetLine,
  TargetLine,
  TimelineGauge,
  TimelineInput,
} from "@headroom/ui/charts";
import { subjectOf, thresholdTitle } from "../verdict/target-words.ts";
import type { JudgedTarget } from "../verdict/target-words.ts";
import type { TimelineFigures } from "./timeline-points.ts";

/** What the charts show besides the figures over time; small, and there with the first paint. */
export interface TimelineFrame {
  endedAt: string;
  /** The planned rate of all generators together; null if it is unknown or a label is shown. */
  expectedPerSecond: number | null;
  steady: { fromSeconds: number; toSeconds: number } | null;
  /** When no request of the run succeeded, as instants. */
  holes: readonly { from: string; to: string }[];
  throughputTargets: TargetLine[];
  latencyTargets: LatencyTargetLine[];
  p99TargetMs: number | null;
}

const LATENCY_LINES: readonly LatencyLine[] = ["mean", "p50", "p90", "p95", "p99", "p99.9"];
const MIN_LEFT_OUT_SECONDS = 1;

/** Targets of what is drawn: of the run, or of the label that is looked at. */
export function timelineFrame(
  answer: Pick<RunAnswer, "targets" | "phase"> & { run: Pick<RunAnswer["run"], "endedAt"> },
  steady: TimelineFrame["steady"],
  shown: { name: string } | null = null,
  expectedPerSecond: number | null = null,
): TimelineFrame {
  const ofRun = answer.targets.filter(({ label }) => label === (shown?.name ?? null));
  return {
    endedAt: answer.run.endedAt,
    expectedPerSecond: shown === null ? expectedPerSecond : null,
    steady,
    holes: answer.phase?.holes ?? [],
    throughputTargets: ofRun.flatMap(throughputLine),
    latencyTargets: ofRun.flatMap(latencyLine),
    p99TargetMs: p99TargetMs(ofRun),
  };
}

/** What is drawn besides the figures and arrives after them. */
export interface TimelineExtras {
  window: { fromSeconds: number; toSeconds: number } | null;
  events: readonly { at: string; kind: string; title: string }[];
  comments: readonly Pick<RunComment, "id" | "atSeconds" | "body" | "author" | "resolved">[];
  gauges: readonly DrawnGauge[];
}

type DrawnGauge = Pick<RunGauge, "name" | "unit" | "pointSeconds" | "points">;

export const NO_EXTRAS: TimelineExtras = { window: null, events: [], comments: [], gauges: [] };
const BEGINNING = 60;

export function timelineInput(
  frame: TimelineFrame,
  figures: TimelineFigures,
  extras: TimelineExtras = NO_EXTRAS,
): TimelineInput {
  const offset = (instant: string) => (Date.parse(instant) - Date.parse(figures.origin)) / 1000;
  const lengthSeconds = offset(frame.endedAt);
  const { expectedPerSecond, steady } = frame;
  return {
    ...figures,
    lengthSeconds,
    leftOut: leftOutOf(steady, lengthSeconds),
    outages: frame.holes
      .map(({ from, to }) => ({ fromSeconds: offset(from), toSeconds: offset(to) }))
      .map((hole) => ({ ...hole, label: `outage ${formatClock(hole.toSeconds - hole.fromSeconds)}` })),
    throughputTargets: frame.throughputTargets,
    latencyTargets: frame.latencyTargets,
    window: extras.window,
    steady,
    expected:
      expectedPerSecond === null
        ? null
        : { text: `expected ${formatFigure(expectedPerSecond)}`, perSecond: expectedPerSecond },
    events: extras.events.map((event, index) => drawnEvent(event, index, offset)),
    comments: extras.comments.flatMap(({ id, atSeconds, body, author, resolved }) =>
      atSeconds === null || resolved !== null
        ? []
        : [{ key: id, atSeconds, text: `${author === null ? "" : `${author}: `}${beginningOf(body)}` }],
    ),
    gauges: extras.gauges.filter(isMoving).map((gauge) => drawnGauge(gauge, offset)),
  };
}

/** A constant gauge needs no chart: its value is in the Gauges tab. */
function isMoving({ points: [first, ...others] }: DrawnGauge): boolean {
  return (
    first !== undefined && [first, ...others].some(({ min, max }) => min !== first.min || max !== first.min)
  );
}

/** The gauges of a run that has nothing else over time; they count from its start. */
export function gaugesInput(
  run: { startedAt: string; endedAt: string },
  extras: Pick<TimelineExtras, "events" | "gauges">,
): GaugesInput {
  const offset = (instant: string) => (Date.parse(instant) - Date.parse(run.startedAt)) / 1000;
  return {
    lengthSeconds: offset(run.endedAt),
    events: extras.events.map((event, index) => drawnEvent(event, index, offset)),
    gauges: extras.gauges.map((gauge) => drawnGauge(gauge, offset)),
  };
}

type Offset = (instant: string) => number;

function drawnEvent({ at, kind, title }: TimelineExtras["events"][number], index: number, offset: Offset) {
  return {
    key: `${index} ${at}`,
    atSeconds: offset(at),
    text: kind === "note" ? title : `${kind.replace("-", " ")}: ${title}`,
  };
}

/** A gauge with what it showed before and after the run. */
export function gaugeAround(gauge: RunGauge, startedAt: string): TimelineGauge {
  const { before = [], after = [] } = gauge.around ?? {};
  const points = [...before, ...gauge.points, ...after];
  const offset = (instant: string) => (Date.parse(instant) - Date.parse(startedAt)) / 1000;
  const isRange = points.some(({ min, max }) => min < max);
  const ranges = points.map(({ at, min, max }) => ({ offsetSeconds: offset(at), low: min, high: max }));
  return { ...drawnGauge({ ...gauge, points }, offset), ...(isRange ? { ranges } : {}) };
}

function drawnGauge({ name, unit, pointSeconds, points }: DrawnGauge, offset: Offset) {
  return {
    key: name,
    name,
    unit,
    // A value of one second is drawn where it was measured, a merged one in the middle of its time.
    sampleSeconds: pointSeconds > 1 ? pointSeconds : 0,
    lines: [{ name, samples: points.map(({ at, mean }) => ({ offsetSeconds: offset(at), value: mean })) }],
  };
}

function beginningOf(text: string): string {
  const line = text.split("\n")[0] ?? "";
  return line.length <= BEGINNING ? line : `${line.slice(0, BEGINNING - 1)}…`;
}

function leftOutOf(steady: TimelineFrame["steady"], lengthSeconds: number): TimelineInput["leftOut"] {
  if (steady === null) return [];
  const before = { fromSeconds: 0, toSeconds: steady.fromSeconds, name: "warm-up" };
  const after = { fromSeconds: steady.toSeconds, toSeconds: lengthSeconds, name: "cool-down" };
  return [before, after]
    .map((part) => ({ ...part, length: part.toSeconds - part.fromSeconds }))
    .filter(({ length }) => length >= MIN_LEFT_OUT_SECONDS)
    .map(({ fromSeconds, toSeconds, name, length }) => ({
      fromSeconds,
      toSeconds,
      label: `${name} ${formatClock(length)}`,
    }));
}

function throughputLine(target: JudgedTarget): TargetLine[] {
  const perSecond = inShownUnit(target.threshold, target.unit);
  if (target.metric.kind !== "throughput" || perSecond === null) return [];
  return [{ value: perSecond, text: `target ${thresholdTitle(target)}` }];
}

function latencyLine(target: JudgedTarget): LatencyTargetLine[] {
  const millis = inShownUnit(target.threshold, target.unit);
  const figure = figureOfMetric(target.metric);
  const of = LATENCY_LINES.find((line) => line === figure);
  if (millis === null || of === undefined) return [];
  return [{ value: millis, text: `target ${subjectOf(target)} ${thresholdTitle(target)}`, of }];
}

/** What the p99 of a slice is held against: a target at a load is about other moments. */
function p99TargetMs(targets: readonly JudgedTarget[]): number | null {
  const target = targets.find(({ metric, users }) => figureOfMetric(metric) === "p99" && users === null);
  return target === undefined ? null : inShownUnit(target.threshold, target.unit);
}
