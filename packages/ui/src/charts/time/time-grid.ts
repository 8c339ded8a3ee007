import type { TimeModel, TimePoint } from "../model/time-model.ts";

/** A point that the run only touches holds a few stragglers. It is drawn if this share of its seconds is covered. */
const MIN_COVERED = 0.5;
/** A point that is one interval of the source has no stragglers, only a shorter length if it is the last. */
const MIN_INTERVAL_SECONDS = 1;

export interface GridPoint extends TimePoint {
  /** The seconds of the point that lie inside the run. */
  coveredSeconds: number;
  /** Whether it covers enough to be drawn. */
  enough: boolean;
}

interface GridInput {
  pointSeconds: number;
  /** Of the cells that points are merged from, if the chart draws single ones. */
  cellSeconds?: number;
  lengthSeconds: number;
  /** Of the first and the last point that there is. */
  firstOffset: number | undefined;
  lastOffset: number | undefined;
  window?: { fromSeconds: number; toSeconds: number } | null | undefined;
}

/** Every point between the first and the last, whether or not anything was stored for it. */
export function timeGrid(input: GridInput): { grid: GridPoint[]; time: [number, number] } {
  const { pointSeconds, lengthSeconds, firstOffset, lastOffset, window } = input;
  const end = Math.max(lengthSeconds, lastOffset ?? 0, 1);
  const start = Math.min(0, firstOffset ?? 0);
  const time: [number, number] = window ? [window.fromSeconds, window.toSeconds] : [start, end];
  if (firstOffset === undefined || lastOffset === undefined) return { grid: [], time };
  const minCovered =
    input.cellSeconds === pointSeconds
      ? Math.min(MIN_INTERVAL_SECONDS, pointSeconds * MIN_COVERED)
      : pointSeconds * MIN_COVERED;
  const count = Math.round((lastOffset - firstOffset) / pointSeconds) + 1;
  const all = Array.from({ length: count }, (_, index) => {
    const offset = firstOffset + index * pointSeconds;
    const until = Math.min(offset + pointSeconds, Math.max(lengthSeconds, offset));
    const coveredSeconds = until - offset;
    return {
      at: offset + Math.min(coveredSeconds, pointSeconds) / 2,
      fromSeconds: offset,
      coveredSeconds,
      enough: coveredSeconds >= minCovered,
    };
  });
  return { grid: all.filter(({ at }) => at >= time[0] && at <= time[1]), time };
}

/** Neighbouring points without anything, joined. */
export function gapsOf(
  points: readonly TimePoint[],
  isMissing: (index: number) => boolean,
  pointSeconds: number,
  end: number,
): TimeModel["gaps"] {
  const gaps: { from: number; to: number }[] = [];
  points.forEach(({ fromSeconds }, index) => {
    if (!isMissing(index)) return;
    const previous = gaps.at(-1);
    const to = Math.min(fromSeconds + pointSeconds, end);
    if (previous && previous.to === fromSeconds) previous.to = to;
    else gaps.push({ from: fromSeconds, to });
  });
  return gaps;
}

/** Samples of their own rhythm on the grid: the last one of each point, as a gauge is read. */
export function onGrid(
  points: readonly TimePoint[],
  pointSeconds: number,
  samples: readonly { offsetSeconds: number; value: number | null }[],
): (number | null)[] {
  const first = points[0]?.fromSeconds ?? 0;
  const values = Array.from<number | null>({ length: points.length }).fill(null);
  const taken = Array.from<number>({ length: points.length }).fill(Number.NEGATIVE_INFINITY);
  for (const { offsetSeconds, value } of samples) {
    const index = Math.floor((offsetSeconds - first) / pointSeconds + 1e-9);
    if (value === null || index < 0 || index >= points.length || offsetSeconds < (taken[index] ?? 0))
      continue;
    values[index] = value;
    taken[index] = offsetSeconds;
  }
  return values;
}

/** Values between two gaps: a line cannot show them, a dot does. */
export function loneIndexes(values: readonly (number | null)[]): number[] {
  return values.flatMap((value, index) =>
    value !== null && (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null
      ? [index]
      : [],
  );
}
