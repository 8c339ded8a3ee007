import type { Tick } from "./axis-ticks.ts";
import type { ChartData } from "./chart-data.ts";

export interface Axis {
  domain: readonly [number, number];
  ticks: readonly Tick[];
  scale: "linear" | "log";
}

export interface TargetLine {
  value: number;
  text: string;
  /** What tests have proven: a heavy line, and hatched above it, where nothing is proven. */
  kind?: "ceiling";
}

/** Between two lines: where values are expected to be. */
export interface TimeBand {
  key: string;
  color: string;
  /** A pair for each point; null is a gap. */
  values: readonly (readonly [low: number, high: number] | null)[];
}

/** Something that happened at a moment: a deploy, a scaling, a cache flush. */
export interface TimeEvent {
  key: string;
  atSeconds: number;
  text: string;
}

/** A comment pinned to a moment. */
export interface TimeComment {
  key: string;
  atSeconds: number;
  /** Its beginning and its author, shown on hover. */
  text: string;
}

export interface TimePoint {
  /** The middle of its time, where it is drawn. */
  at: number;
  fromSeconds: number;
}

type Values = readonly (number | null)[];

/** A value at its own time; null is a gap. */
export interface TraceValue {
  at: number;
  value: number | null;
}

export interface TimeLine {
  /** The legend's entry that it belongs to. */
  series: string;
  /** What stands at its end. */
  name: string;
  color: string;
  width: number;
  /** One value a point; null is a gap. */
  values: Values;
  /** Where it is drawn, if it has its own times; `values` are then what is read at the points. */
  trace?: readonly TraceValue[];
  dash?: string;
  area?: boolean;
  /** It is read on the panel's second axis, and drawn at its own times. */
  onRight?: boolean;
  /** The emphasised line: its name is in full ink. */
  strong?: boolean;
}

export interface TimeColumn {
  head: string;
  /** The name in a file, where the unit has to travel with it. */
  field: string;
  values: Values;
  show: (value: number) => string;
}

/** Counts under the lines: one hue, by opacity. */
export interface HeatLayer {
  /** Rising, in the unit of the axis; one more than there are rows. */
  edges: readonly number[];
  /** Where the last row ends isn't known. */
  openEnd: boolean;
  columnSeconds: number;
  /** A column a point, from the lowest row up, 0 to 1; null is a gap. */
  opacities: readonly (readonly number[] | null)[];
}

/** One chart of several under one crosshair. */
export interface TimePanel {
  key: string;
  /** "Throughput": names its controls, its table and its files. */
  name: string;
  /** "throughput, req/s": stands above the axis. */
  unit: string;
  axis: Axis;
  /** A second one, for lines in another unit or of another size. */
  right?: Axis;
  lines: readonly TimeLine[];
  targets: readonly TargetLine[];
  columns: readonly TimeColumn[];
  /** Whether lines are named where they end. */
  nameEnds: boolean;
  size: "short" | "middle" | "tall";
  heat?: HeatLayer;
  bands?: readonly TimeBand[];
  /** What the CSV holds, where it is more than the table. */
  file?: ChartData;
  /** Counts: bars beside each other instead of lines. */
  bars?: boolean;
}

export interface LegendEntry {
  series: string;
  name: string;
  color: string;
  width: number;
  dash?: string;
  /** The position of a run in a comparison: its dot replaces the swatch. */
  position?: number;
  readings: readonly { values: Values; show: (value: number) => string }[];
}

/** What a screen reader hears of a point. */
export interface SpokenPart {
  values: Values;
  say: (value: number) => string;
}

/** When the seconds of a chart begin, if it shows times of day. */
export interface WallClock {
  originMillis: number;
  timeZone: string;
}

export interface TimeModel {
  /** Absent: times count from the start of a run. */
  clock?: WallClock;
  points: readonly TimePoint[];
  pointSeconds: number;
  time: readonly [number, number];
  gaps: readonly { from: number; to: number }[];
  /** Without a tone: a part that isn't judged. */
  shades: readonly { from: number; to: number; label: string; tone?: "outage" }[];
  events: readonly TimeEvent[];
  comments: readonly TimeComment[];
  steady: { fromSeconds: number; toSeconds: number } | null;
  panels: readonly TimePanel[];
  legend: readonly LegendEntry[];
  spoken: readonly SpokenPart[];
  /** What one point is, in words. */
  pointText: string;
}
