import { formatRoughPercent, plural } from "@headroom/core/format";
import { CHANGE_WORDS } from "../../components/status/change-pill.tsx";
import type { ChangeState } from "../../components/status/change-pill.tsx";
import { ratioText } from "../../format/ratio-words.ts";
import type { RatioWords } from "../../format/ratio-words.ts";
import type { ChartData } from "../model/chart-data.ts";
import type { Axis } from "../model/time-model.ts";
import type { Tick } from "../model/axis-ticks.ts";

export interface IntervalRow {
  key: string;
  name: string;
  /** The figures themselves, under the name: "107 → 132 ms". */
  detail?: string;
  /** After divided by before, with its interval; null where it cannot be said. */
  ratio: number | null;
  low: number | null;
  high: number | null;
  /** The smallest change this pair can detect, as a share: 0.04. */
  smallestChange: number | null;
  /** Between which ratios it usually changes; the block shows them in the place of the smallest change. */
  usual?: { low: number; high: number } | null;
  better: "higher" | "lower";
  /** What better and worse are called for this figure. */
  words: RatioWords;
  /** The same of its ratio, if that isn't what the sides are called: "2.87x more". */
  said?: RatioWords;
  state: ChangeState;
}

export interface IntervalInput {
  /** What the rows and the groups are, for the table: "Metric". */
  heads: { row: string; group: string };
  /** What the left and the right side are called, where the rows have words of their own. */
  sides?: { left: string; right: string };
  /** "throughput", "p99"; without a title, the rows stand alone. */
  groups: readonly { key: string; title: string; rows: readonly IntervalRow[] }[];
}

export interface DrawnInterval {
  key: string;
  name: string;
  detail: string | null;
  state: ChangeState;
  /** Turned so that right is better; null where there is nothing to draw. */
  at: number | null;
  from: number | null;
  to: number | null;
  /** The grey block around no change, or the usual one. */
  block: readonly [number, number] | null;
  /** "5.83x faster", which is then on the right; why not, where there is no ratio. */
  text: string;
}

/** "1.5x" and, under it, "slower". */
export interface IntervalTick extends Tick {
  side: string | null;
}

export interface IntervalModel {
  axis: Omit<Axis, "ticks"> & { ticks: readonly IntervalTick[] };
  /** What the left and the right side are called. */
  sides: { left: string; right: string };
  groups: readonly { key: string; title: string; rows: readonly DrawnInterval[] }[];
  /** What the chart shows, for those who don't see it. */
  spoken: string;
  /** The changes in words; the file has the numbers. */
  data: ChartData;
  file: ChartData;
}

const FACTORS = [1, 1.1, 1.2, 1.5, 2, 3, 5, 10, 20, 50, 100, 1000];
const MAX_FACTOR = 1000;
/** Longer, nobody listens to the end. */
const MAX_SPOKEN = 12;

/** Changes as ratios on a log axis: doubling and halving are equally far from no change, and right is always better. */
export function prepareIntervals(input: IntervalInput): IntervalModel {
  const groups = input.groups.map(({ key, title, rows }) => ({ key, title, rows: rows.map(drawnRow) }));
  const all = groups.flatMap(({ rows }) => rows);
  const ends = all.flatMap(({ at, from, to, block }) =>
    [at, from, to, ...(block ?? [])].filter((value): value is number => value !== null),
  );
  const least = Math.min(...ends, 1 / 1.1);
  const most = Math.max(...ends, 1.1);
  const sides = input.sides ?? sidesOf(input.groups.flatMap(({ rows }) => rows));
  return {
    axis: axisOf(least, most, sides),
    sides,
    groups,
    spoken: spokenOf(groups, sides),
    data: tableOf(input),
    file: fileOf(input),
  };
}

/** In the words of the figures, if all have the same: a higher throughput is better, a higher latency isn't. */
function sidesOf([first, ...others]: readonly IntervalRow[]): IntervalModel["sides"] {
  const isSame = ({ words }: IntervalRow) =>
    words.better === first?.words.better && words.worse === first.words.worse;
  return first !== undefined && others.every(isSame)
    ? { left: first.words.worse, right: first.words.better }
    : { left: "worse", right: "better" };
}

function spokenOf(groups: IntervalModel["groups"], { left, right }: IntervalModel["sides"]): string {
  const rows = groups.flatMap((group) =>
    group.rows.map(({ name, text, state }) =>
      [group.title, `${name}: ${text}`, CHANGE_WORDS[state]].filter((part) => part !== "").join(", "),
    ),
  );
  const more = rows.length - MAX_SPOKEN;
  return [
    `Changes with their intervals, ${left} on the left, ${right} on the right.`,
    `${rows.slice(0, MAX_SPOKEN).join("; ")}.`,
    ...(more > 0 ? [`${plural(more, "more row")} in the table.`] : []),
  ].join(" ");
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
    detail: row.detail ?? null,
    state,
    at: turn(ratio),
    from: known ? Math.min(one, other) : null,
    to: known ? Math.max(one, other) : null,
    block: row.usual ? sorted(usual) : aroundNone(smallestChange),
    text: isRatio(ratio) ? ratioText(ratio, row.better, row.said ?? row.words) : "unknown",
  };
}

function sorted([one, other]: readonly [number | null, number | null]): DrawnInterval["block"] {
  return one === null || other === null ? null : [Math.min(one, other), Math.max(one, other)];
}

function aroundNone(smallestChange: number | null): DrawnInterval["block"] {
  if (smallestChange === null || !(smallestChange > 0)) return null;
  return [1 / (1 + smallestChange), 1 + smallestChange];
}

function isRatio(value: number | null): value is number {
  return value !== null && Number.isFinite(value) && value >= 0;
}

function axisOf(least: number, most: number, { left, right }: IntervalModel["sides"]): IntervalModel["axis"] {
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
    ticks: values.map((value) =>
      value === 1
        ? { value, label: "same", side: null }
        : { value, label: `${tickText(Math.max(value, 1 / value))}x`, side: value < 1 ? left : right },
    ),
  };
}

/** Those that have room: no change always, then from it outwards. */
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

function hasUsual({ groups }: IntervalInput): boolean {
  return groups.some(({ rows }) => rows.some(({ usual }) => usual));
}

function tableOf(input: IntervalInput): ChartData {
  const isUsual = hasUsual(input);
  return {
    columns: [
      { head: input.heads.row, field: "name" },
      { head: input.heads.group, field: "figure" },
      { head: "Change", field: "ratio" },
      { head: "95% interval, from", field: "interval_from" },
      { head: "To", field: "interval_to" },
      { head: "Smallest detectable", field: "smallest_change", show: formatRoughPercent },
      ...(isUsual
        ? [
            { head: "Usual, from", field: "usual_from" },
            { head: "Usual, to", field: "usual_to" },
          ]
        : []),
    ],
    rows: input.groups.flatMap(({ title, rows }) =>
      rows.map((row) => {
        const text = (ratio: number | null = null) =>
          isRatio(ratio) ? ratioText(ratio, row.better, row.said ?? row.words) : null;
        return [
          row.name,
          title,
          text(row.ratio),
          text(row.low),
          text(row.high),
          row.smallestChange,
          ...(isUsual ? [text(row.usual?.low), text(row.usual?.high)] : []),
        ];
      }),
    ),
  };
}

/** After divided by before, so that a program needs no words. */
function fileOf(input: IntervalInput): ChartData {
  const isUsual = hasUsual(input);
  return {
    columns: tableOf(input).columns,
    rows: input.groups.flatMap(({ title, rows }) =>
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
