import { formatRoughPercent, formatTimes } from "@headroom/core/format";
import type { ChangeState } from "../../components/change-pill.tsx";
import type { ChartData } from "../model/chart-data.ts";
import type { Axis } from "../model/time-model.ts";

export interface IntervalRow {
  key: string;
  name: string;
  /** B divided by A, with its interval; null where it cannot be said. */
  ratio: number | null;
  low: number | null;
  high: number | null;
  /** The smallest change this pair can detect, as a share: 0.04. */
  smallestChange: number | null;
  /** Between which ratios it usually changes; the block shows them in the place of the smallest change. */
  usual?: { low: number; high: number } | null;
  better: "higher" | "lower";
  state: ChangeState;
  /** The ratio in words, such as "5.83x faster"; by default lower or higher. */
  text?: string;
}

export interface IntervalInput {
  /** "throughput", "p99" */
  groups: readonly { key: string; title: string; rows: readonly IntervalRow[] }[];
}

export interface DrawnInterval {
  key: string;
  name: string;
  state: ChangeState;
  /** Turned so that right is better; null where there is nothing to draw. */
  at: number | null;
  from: number | null;
  to: number | null;
  /** The grey block around no change, or the usual one. */
  block: readonly [number, number] | null;
  /** "5.83x faster"; why not, where there is no ratio. */
  text: string;
}

export interface IntervalModel {
  axis: Axis;
  groups: readonly { key: string; title: string; rows: readonly DrawnInterval[] }[];
  data: ChartData;
}

const FACTORS = [1, 1.1, 1.2, 1.5, 2, 3, 5, 10, 20, 50, 100, 1000];
const MAX_FACTOR = 1000;

/** Changes as ratios on a log axis: doubling and halving are equally far from 1, and right is always better. */
export function prepareIntervals({ groups }: IntervalInput): IntervalModel {
  const drawn = groups.map(({ key, title, rows }) => ({ key, title, rows: rows.map(drawnRow) }));
  const all = drawn.flatMap(({ rows }) => rows);
  const ends = all.flatMap(({ at, from, to, block }) =>
    [at, from, to, ...(block ?? [])].filter((value): value is number => value !== null),
  );
  const least = Math.min(...ends, 1 / 1.1);
  const most = Math.max(...ends, 1.1);
  return { axis: axisOf(least, most), groups: drawn, data: dataOf(groups) };
}

function drawnRow(row: IntervalRow): DrawnInterval {
  const { key, name, state, ratio, low, high, smallestChange, better } = row;
  const turn = (value: number | null) => {
    if (value === null || !Number.isFinite(value) || value <= 0) return null;
    const turned = better === "higher" ? value : 1 / value;
    return Math.max(1 / MAX_FACTOR, Math.min(MAX_FACTOR, turned));
  };
  const [one, other] = [turn(low), turn(high)];
  const known = one !== null && other !== null;
  const usual = [turn(row.usual?.low ?? null), turn(row.usual?.high ?? null)] as const;
  return {
    key,
    name,
    state,
    at: turn(ratio),
    from: known ? Math.min(one, other) : null,
    to: known ? Math.max(one, other) : null,
    block: row.usual ? sorted(usual) : aroundNone(smallestChange),
    text: row.text ?? ratioText(ratio, better),
  };
}

function sorted([one, other]: readonly [number | null, number | null]): DrawnInterval["block"] {
  return one === null || other === null ? null : [Math.min(one, other), Math.max(one, other)];
}

function aroundNone(smallestChange: number | null): DrawnInterval["block"] {
  if (smallestChange === null || !(smallestChange > 0)) return null;
  return [1 / (1 + smallestChange), 1 + smallestChange];
}

function ratioText(ratio: number | null, better: IntervalRow["better"]): string {
  if (ratio === null || !Number.isFinite(ratio) || ratio <= 0) return "unknown";
  if (better === "higher") return formatTimes(ratio);
  const [times, direction] = ratio <= 1 ? [1 / ratio, "lower"] : [ratio, "higher"];
  const text = formatTimes(times);
  return text === formatTimes(1) ? text : `${text} ${direction}`;
}

function axisOf(least: number, most: number): Axis {
  const domain: [number, number] = [least / 1.04, most * 1.04];
  const inside = (value: number) => value >= domain[0] && value <= domain[1];
  const below = FACTORS.slice(1)
    .map((factor) => 1 / factor)
    .filter(inside)
    .reverse();
  const values = [...below, ...FACTORS.filter(inside)];
  return {
    scale: "log",
    domain,
    ticks: values.map((value) => ({ value, label: `${tickText(value)}x` })),
  };
}

/** Those that have room: 1x always, then from it outwards. */
export function fittingTicks(
  ticks: IntervalModel["axis"]["ticks"],
  x: (value: number) => number,
  least: number,
): IntervalModel["axis"]["ticks"] {
  const kept = ticks.filter(({ value }) => value === 1);
  for (const tick of [...ticks].sort((a, b) => Math.abs(Math.log(a.value)) - Math.abs(Math.log(b.value)))) {
    if (kept.every(({ value }) => Math.abs(x(value) - x(tick.value)) >= least)) kept.push(tick);
  }
  return kept.sort((a, b) => a.value - b.value);
}

function tickText(value: number): string {
  return String(Number(value.toFixed(2)));
}

function dataOf(groups: IntervalInput["groups"]): ChartData {
  const isUsual = groups.some(({ rows }) => rows.some(({ usual }) => usual));
  return {
    columns: [
      { head: "Experiment", field: "name" },
      { head: "Metric", field: "figure" },
      { head: "B / A", field: "ratio", show: formatTimes },
      { head: "From", field: "interval_from", show: formatTimes },
      { head: "To", field: "interval_to", show: formatTimes },
      { head: "Smallest detectable", field: "smallest_change", show: formatRoughPercent },
      ...(isUsual
        ? [
            { head: "Usual, from", field: "usual_from", show: formatTimes },
            { head: "Usual, to", field: "usual_to", show: formatTimes },
          ]
        : []),
    ],
    rows: groups.flatMap(({ title, rows }) =>
      rows.map(({ name, ratio, low, high, smallestChange, usual }) => [
        name,
        title,
        ratio,
        low,
        high,
        smallestChange,
        ...(isUsual ? [usual?.low ?? null, usual?.high ?? null] : []),
      ]),
    ),
  };
}
