import { CHANGE_WORDS } from "../../components/status/change-pill.tsx";
import type { ChangeState } from "../../components/status/change-pill.tsx";
import type { ChartData } from "../model/chart-data.ts";
import type { Axis, TargetLine } from "../model/time-model.ts";
import { extent, tightLogAxis, zeroAxis } from "../plot/axes.ts";
import type { TrendChangeTone } from "./prepare-trend-chart.ts";

export interface RunFigure {
  key: string;
  /** "run 32", and "32" on the axis. */
  name: string;
  tick: string;
  value: number | null;
  /** Between what it is, as far as its change from the reference is known. */
  low: number | null;
  high: number | null;
  /** How it changed from the reference; null: it is the reference, or it isn't known. */
  state: ChangeState | null;
  isReference: boolean;
}

export interface ByRunInput {
  /** In the order in which they ran. */
  runs: readonly RunFigure[];
  /** "p99" */
  name: string;
  unit: string;
  /** The name of the figure in a file. */
  field: string;
  scale: "linear" | "log";
  show: (value: number) => string;
  targets?: readonly TargetLine[];
  /** Before this run, the level changed. */
  change?: { key: string; text: string; tone: TrendChangeTone } | null;
}

export interface ByRunModel {
  points: readonly (RunFigure & { x: number; spoken: string; range: string | null })[];
  x: Axis;
  y: Axis;
  name: string;
  unit: string;
  targets: readonly TargetLine[];
  change: { x: number; text: string; tone: TrendChangeTone } | null;
  show: (value: number) => string;
  data: ChartData;
}

/** One figure of each run with its interval, side by side in the order in which they ran. */
export function prepareByRun(input: ByRunInput): ByRunModel {
  const { runs, name, unit, show, targets = [], change = null } = input;
  const values = valuesOf(runs);
  const lines = targets.map(({ value }) => value);
  const y = (input.scale === "log" ? tightLogAxis(values, lines) : null) ?? zeroAxis([...values, ...lines]);
  const points = runs.map((run, x) => {
    const range = rangeOf(run, show);
    return { ...run, x, range, spoken: spokenOf(run, { name, show, range }) };
  });
  const changed = points.find(({ key }) => key === change?.key);
  return {
    points,
    x: {
      scale: "linear",
      domain: [-0.5, Math.max(runs.length, 1) - 0.5],
      ticks: points.map(({ x, tick }) => ({ value: x, label: tick })),
    },
    y,
    name,
    unit: [name, unit, y.scale === "log" ? "log scale" : null].filter(Boolean).join(", "),
    targets: y.scale === "log" ? targets.filter(({ value }) => value > 0) : targets,
    change:
      change === null || changed === undefined
        ? null
        : { x: changed.x - 0.5, text: change.text, tone: change.tone },
    show,
    data: {
      columns: [
        { head: "Run", field: "run" },
        { head: `${name}, ${unit}`, field: input.field, show },
        { head: "From", field: `${input.field}_low`, show },
        { head: "To", field: `${input.field}_high`, show },
      ],
      rows: runs.map(({ name: run, value, low, high }) => [run, value, low, high]),
    },
  };
}

/** An interval reaches so far beyond all figures; one that is wider leaves the chart, so that the others can be read. */
const MOST_BEYOND = 1.25;

function valuesOf(runs: readonly RunFigure[]): (number | null)[] {
  const figures = runs.map(({ value }) => value);
  const { low: least, high: most } = extent(figures);
  if (least === null || most === null) return figures;
  const near = (value: number | null) =>
    value === null ? null : Math.max(least / MOST_BEYOND, Math.min(most * MOST_BEYOND, value));
  return [...figures, ...runs.flatMap(({ low, high }) => [near(low), near(high)])];
}

function rangeOf({ low, high }: RunFigure, show: (value: number) => string): string | null {
  return low === null || high === null ? null : `${show(low)} to ${show(high)} of runs like it`;
}

function spokenOf(
  run: RunFigure,
  { name, show, range }: { name: string; show: (value: number) => string; range: string | null },
): string {
  const value = run.value === null ? "unknown" : `${name} ${show(run.value)}`;
  const change = run.isReference ? "reference" : run.state === null ? null : CHANGE_WORDS[run.state];
  return [run.name, value, range, change].filter((part) => part !== null).join(", ");
}
