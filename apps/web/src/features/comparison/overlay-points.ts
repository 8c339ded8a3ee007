import { mergeAllCells, quantileMicros } from "@headroom/core";
import type { Cell } from "@headroom/core";
import type { RunTimeline } from "@headroom/services";

/** What of runs laid over each other travels to the browser: figures, not sketches. */
export interface OverlayFigures {
  sliceSeconds: number;
  cellSeconds: number;
  runs: readonly {
    id: string;
    /** What the source has no time series of is absent. */
    slices: readonly { offsetSeconds: number; throughput: number | null; latencyMillis: number | null }[];
  }[];
}

/** Every width of a point of a run over time divides some of these. */
const WIDTHS = [1, 2, 10, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200];
const MAX_SLICES = 240;

interface GivenRun {
  id: string;
  timeline: RunTimeline;
}

/** All runs in slices of one length, each from its own start: the finest in which none has too many. */
export function overlaySlices(runs: readonly GivenRun[], percent: number): OverlayFigures {
  const sliceSeconds = commonWidth(runs.map(({ timeline }) => timeline));
  return {
    sliceSeconds,
    cellSeconds: Math.max(1, ...runs.map(({ timeline }) => timeline.finestStepSeconds)),
    runs: runs.map(({ id, timeline }) => ({ id, slices: slicesOf(timeline, sliceSeconds, percent) })),
  };
}

function commonWidth(timelines: readonly RunTimeline[]): number {
  const fits = (width: number) =>
    timelines.every(
      ({ pointSeconds, fromSeconds, toSeconds }) =>
        width % pointSeconds === 0 && (toSeconds - fromSeconds) / width <= MAX_SLICES,
    );
  let width = WIDTHS.find(fits) ?? WIDTHS.at(-1) ?? 1;
  while (!fits(width) && width < Number.MAX_SAFE_INTEGER / 4) width *= 2;
  return width;
}

/** A slice that the end of a run only touches holds a few stragglers: to be drawn it needs this share of its seconds. */
const MIN_COVERED = 0.5;

function slicesOf({ points, pointSeconds }: RunTimeline, sliceSeconds: number, percent: number) {
  const endSeconds = (points.at(-1)?.offsetSeconds ?? 0) + pointSeconds;
  const bySlice = new Map<number, Cell[]>();
  for (const { offsetSeconds, cell } of points) {
    const offset = Math.floor(offsetSeconds / sliceSeconds) * sliceSeconds;
    const cells = bySlice.get(offset);
    if (cells === undefined) bySlice.set(offset, [cell]);
    else cells.push(cell);
  }
  return [...bySlice].flatMap(([offsetSeconds, cells]) => {
    const coveredSeconds = Math.min(sliceSeconds, endSeconds - offsetSeconds);
    if (bySlice.size > 1 && coveredSeconds < sliceSeconds * MIN_COVERED) return [];
    const cell = mergeAllCells(cells);
    const micros = quantileMicros(cell, percent);
    return [
      {
        offsetSeconds,
        throughput: cell.requests / coveredSeconds,
        latencyMillis: micros === null ? null : micros / 1_000,
      },
    ];
  });
}
