import type { ServiceEvent, TrafficAnswer } from "@headroom/contract";
import { DAY_SECONDS, SILENT_SECONDS } from "@headroom/core";
import { plural } from "@headroom/core/format";
import {
  formatCount,
  formatFigure,
  formatKnown,
  formatLength,
  formatMillis,
  formatPercentFigure,
  formatShort,
} from "@headroom/ui";
import type { TimelineGauge, TimelineInput, TimelinePoint } from "@headroom/ui/charts";
import { KIND_WORDS } from "../event/event-words.ts";
import { leastOf } from "../run/figures/prepare-figures.ts";
import { offClockWords } from "../shell/off-clock-words.ts";
import type { TrafficView } from "./search-params.ts";

interface TrafficFigure {
  key: string;
  label: string;
  /** Null: not reported. */
  value: string | null;
  unit: string;
  caption: string;
}

/** What the charts of live traffic are drawn from; offsets count from `from`. */
export interface TrafficDrawing {
  from: string;
  spanSeconds: number;
  /** To the end of the newest second that anything is known of. */
  lengthSeconds: number;
  pointSeconds: number;
  cellSeconds: number;
  points: TimelinePoint[];
  uncounted: { fromSeconds: number; toSeconds: number; label: string }[];
  gauges: TimelineGauge[];
  events: NonNullable<TimelineInput["events"]>;
}

export interface TrafficModel {
  lead: string;
  rest: string;
  /** "3 s ago"; null: nothing has ever arrived. */
  lastData: string | null;
  /** Something to say before the figures, if the traffic isn't flowing or has wrong times. */
  silence: { title: string; detail: string } | null;
  figures: TrafficFigure[];
  drawing: TrafficDrawing;
}

const MAX_GAUGES = 12;
/** More lines hide what they explain. */
const MAX_EVENTS = 30;

interface ShownTraffic {
  traffic: TrafficAnswer;
  events: readonly ServiceEvent[];
  view: TrafficView;
  now: Date;
}

/** The words and figures of a service's live traffic. */
export function prepareTraffic({ traffic, events, view, now }: ShownTraffic): TrafficModel {
  const age = traffic.latestAt === null ? null : secondsBetween(traffic.latestAt, now);
  return {
    ...sentenceOf(traffic, view),
    lastData: age === null ? null : ageText(age),
    silence: silenceOf(traffic, age, now),
    figures: figuresOf(traffic, now),
    drawing: drawingOf(traffic, events),
  };
}

function sentenceOf(traffic: TrafficAnswer, { range }: TrafficView): Pick<TrafficModel, "lead" | "rest"> {
  const { total, latestAt, heardAt, label } = traffic;
  if (latestAt === null) {
    return heardAt === null
      ? { lead: "No live traffic yet.", rest: "Send the service's metrics to see its requests here." }
      : { lead: "Nothing that arrives counts as requests.", rest: unmappedWords(traffic) };
  }
  const where = "from" in range ? "in this range" : `in the last ${range.words}`;
  const of = label === null ? "" : ` of ${label}`;
  const requests = total.requests ?? 0;
  if (requests === 0) return { lead: `No requests${of} were reported ${where}.`, rest: "" };
  const p99 = percentileText(traffic.total, "p99");
  const rest = [
    `${formatFigure(total.throughput ?? 0)} req/s`,
    p99 === null ? null : `p99 ${betweenWords(p99)} ms`,
    total.errorRate === null ? "errors not reported" : `${errorsText(total)}% errors`,
  ];
  return {
    lead: `${formatShort(requests)} ${requests === 1 ? "request" : "requests"}${of} ${where}.`,
    rest: `${rest.filter((part) => part !== null).join(", ")}.`,
  };
}

function unmappedWords({ unmappedMetrics }: TrafficAnswer): string {
  if (unmappedMetrics === 0) return "Nothing that can be used has arrived in the last 24 hours.";
  return `${plural(unmappedMetrics, "metric has", "metrics have")} arrived in the last 24 hours, and none of them is used.`;
}

function silenceOf(
  { heardAt, offClock }: TrafficAnswer,
  age: number | null,
  now: Date,
): TrafficModel["silence"] {
  const wrong = offClockWords(offClock, now.getTime());
  // Data that arrives with wrong times isn't missing.
  if (wrong !== null) return { title: wrong.title, detail: `${wrong.cause} ${wrong.effect}` };
  if (age === null || age < SILENT_SECONDS) return null;
  const isHeard = heardAt !== null && secondsBetween(heardAt, now) < SILENT_SECONDS;
  return {
    title: `No data for the last ${lengthText(age)}.`,
    detail: isHeard
      ? "Metrics still arrive, but nothing in them counts for this time."
      : "Check that the service still runs and sends its metrics here.",
  };
}

function figuresOf(traffic: TrafficAnswer, now: Date): TrafficFigure[] {
  const { total } = traffic;
  const { requests, errors, throughput } = total;
  const known = requests !== null && requests > 0;
  const latency = (name: string, text: string | null) => figure(name, known ? text : NOTHING, "ms");
  const percentile = (name: "p50" | "p95" | "p99") => latency(name, percentileText(total, name));
  const seconds = total.durationSeconds ?? 0;
  const passed = Math.min(
    secondsBetween(traffic.from, now),
    secondsBetween(traffic.from, new Date(traffic.to)),
  );
  return [
    figure("Requests", formatCount(requests ?? 0), ""),
    {
      ...figure("Throughput", known ? formatFigure(throughput ?? 0) : NOTHING, "req/s"),
      caption: known && seconds < passed * 0.95 ? `over ${formatLength(seconds)} with data` : "",
    },
    {
      ...figure("Errors", known ? errorsText(total) : NOTHING, "%"),
      caption: errors === null || errors === 0 || !known ? "" : `${formatCount(errors)} failed`,
    },
    latency("Mean", meanText(total)),
    percentile("p50"),
    percentile("p95"),
    percentile("p99"),
  ];
}

const NOTHING = "–";

function figure(label: string, value: string | null, unit: string): TrafficFigure {
  return { key: label, label, value, unit: value === NOTHING ? "" : unit, caption: "" };
}

type Figures = TrafficAnswer["total"];

export function percentileText(
  { latencyMs, latencyIntervalsMs }: Pick<Figures, "latencyMs" | "latencyIntervalsMs">,
  name: "p50" | "p95" | "p99",
): string | null {
  return formatKnown({ value: latencyMs[name], range: latencyIntervalsMs[name] ?? null }, formatMillis);
}

/** "between 250 and 500": what lies within a bucket, in a sentence. */
export function betweenWords(text: string): string {
  const [low, high, ...others] = text.split("–");
  return low === undefined || high === undefined || others.length > 0 ? text : `between ${low} and ${high}`;
}

export function meanText({ latencyMs: { mean } }: Pick<Figures, "latencyMs">): string | null {
  return mean === null ? null : formatMillis(mean);
}

export function errorsText({ errorRate, errorsAtLeast }: Pick<Figures, "errorRate" | "errorsAtLeast">) {
  return leastOf(errorsAtLeast, errorRate, formatPercentFigure);
}

/** How much of a range can have data, in seconds from its start: up to the newest second. */
function knownEnd({ from, to, latestAt }: Pick<TrafficAnswer, "from" | "to" | "latestAt">): number {
  const span = (Date.parse(to) - Date.parse(from)) / 1_000;
  return latestAt === null ? span : Math.min(span, (Date.parse(latestAt) - Date.parse(from)) / 1_000 + 1);
}

const STEPS = [600, 60, 10, 1];

function drawingOf(traffic: TrafficAnswer, events: readonly ServiceEvent[]): TrafficDrawing {
  const { from, to, pointSeconds } = traffic;
  const offset = (at: string) => (Date.parse(at) - Date.parse(from)) / 1_000;
  return {
    from,
    spanSeconds: offset(to),
    lengthSeconds: Math.max(0, knownEnd(traffic)),
    pointSeconds,
    cellSeconds: STEPS.find((step) => pointSeconds % step === 0) ?? 1,
    points: traffic.points.map((point) => pointOf(point, offset(point.at))),
    uncounted: traffic.gaps.map(({ from: begin, to: end, requests, atLeast }) => ({
      fromSeconds: offset(begin),
      toSeconds: offset(end),
      label: `${atLeast ? "≥ " : ""}${formatShort(requests)} not counted`,
    })),
    events: events.slice(-MAX_EVENTS).map(({ id, at, kind, title }) => ({
      key: id,
      atSeconds: offset(at),
      text: kind === "note" ? title : `${KIND_WORDS[kind]}: ${title}`,
    })),
    gauges: traffic.gauges.slice(0, MAX_GAUGES).map(({ name, unit, points }) => ({
      key: name,
      name,
      unit,
      sampleSeconds: pointSeconds > 1 ? pointSeconds : 0,
      lines: [{ name, samples: points.map(({ at, mean }) => ({ offsetSeconds: offset(at), value: mean })) }],
    })),
  };
}

function pointOf(point: TrafficAnswer["points"][number], offsetSeconds: number): TimelinePoint {
  const { latencyMs, latencyIntervalsMs: ranges } = point;
  const micros = (millis: number | null) => (millis === null ? null : millis * 1_000);
  const range = (of: { low: number; high: number | null } | undefined) =>
    of === undefined ? null : { lowMicros: of.low * 1_000, highMicros: micros(of.high) };
  const isOfRanges = Object.keys(ranges).length > 0;
  return {
    offsetSeconds,
    requests: point.requests ?? 0,
    errors: point.errors,
    latencyMicros: {
      p50: micros(latencyMs.p50),
      p90: micros(latencyMs.p90),
      p99: micros(latencyMs.p99),
      "p99.9": micros(latencyMs["p99.9"]),
    },
    latencyRanges: isOfRanges
      ? {
          p50: range(ranges.p50),
          p90: range(ranges.p90),
          p99: range(ranges.p99),
          "p99.9": range(ranges["p99.9"]),
        }
      : null,
  };
}

function secondsBetween(from: string, to: Date): number {
  return Math.max(0, (to.getTime() - Date.parse(from)) / 1_000);
}

/** "3 s ago", "2h ago". */
export function ageText(seconds: number): string {
  return `${lengthText(seconds)} ago`;
}

function lengthText(seconds: number): string {
  if (seconds < 60) return `${Math.floor(seconds)} s`;
  if (seconds < DAY_SECONDS) return formatLength(Math.floor(seconds / 60) * 60);
  const days = Math.floor(seconds / DAY_SECONDS);
  return plural(days, "day");
}
