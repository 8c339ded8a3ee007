import { mergeAllCells, narrowestWidth, quantileMicros } from "@headroom/core";
import type { Cell } from "@headroom/core";
import type { RunTimeline } from "@headroom/services";
import { LEAST_POINTS, timelineSteps } from "../../run/timeline/timeline-steps.ts";

/** What of runs laid over each other travels to the browser: figures, not sketches. */
export interface OverlayFigures {
  pointSeconds: number;
  cellSeconds: number;
  runs: readonly {
    id: string;
    /** What the source has no time series of is absent. */
    points: readonly {
      offsetSeconds: number;
      throughput: number | null;
      latencyMillis: number | null;
      /** Null: the source doesn't say of all requests whether they failed. */
      errors: number | null;
    }[];
  }[];
}

const MAX_OVERLAID_POINTS = 240;

interface GivenRun {
  id: string;
  timeline: RunTimeline;
}

/** All runs in points of one length, each from its own start: the finest that means something, in which none has too many. */
export function overlayPoints(runs: readonly GivenRun[], percent: number): OverlayFigures {
  const pointSeconds = commonWidth(runs.map(({ timeline }) => timeline));
  return {
    pointSeconds,
    cellSeconds: Math.max(1, ...runs.map(({ timeline }) => timeline.finestStepSeconds)),
    runs: runs.map(({ id, timeline }) => ({ id, points: pointsOf(timeline, pointSeconds, percent) })),
  };
}

function commonWidth(timelines: readonly RunTimeline[]): number {
  const least = leastWidth(timelines);
  return narrowestWidth(
    (width) =>
      width >= least &&
      timelines.every(
        (timeline) =>
          width % timeline.pointSeconds === 0 && lengthOf(timeline) / width <= MAX_OVERLAID_POINTS,
      ),
  );
}

/** As long as the points that the pages of the runs show first, unless the shortest run had too few of them. */
function leastWidth(timelines: readonly RunTimeline[]): number {
  const shortest = Math.min(...timelines.map(lengthOf));
  const steps = timelines.map((timeline) => {
    const requests = timeline.points.reduce((sum, { cell }) => sum + cell.requests, 0);
    return timelineSteps({ lengthSeconds: lengthOf(timeline), requests }).first.seconds ?? 0;
  });
  return Math.max(0, ...steps.filter((step) => shortest / step >= LEAST_POINTS));
}

function lengthOf({ fromSeconds, toSeconds }: RunTimeline): number {
  return toSeconds - fromSeconds;
}

/** A point that the end of a run only touches holds a few stragglers: to be drawn it needs this share of its seconds. */
const MIN_COVERED = 0.5;

function pointsOf(stored: RunTimeline, pointSeconds: number, percent: number) {
  const lastSeconds = (stored.points.at(-1)?.offsetSeconds ?? 0) + stored.pointSeconds;
  const endSeconds = Math.min(lastSeconds, stored.endSeconds);
  const byPoint = new Map<number, Cell[]>();
  for (const { offsetSeconds, cell } of stored.points) {
    const offset = Math.floor(offsetSeconds / pointSeconds) * pointSeconds;
    const cells = byPoint.get(offset);
    if (cells === undefined) byPoint.set(offset, [cell]);
    else cells.push(cell);
  }
  return [...byPoint].flatMap(([offsetSeconds, cells]) => {
    const insideSeconds = Math.min(pointSeconds, endSeconds - offsetSeconds);
    // A run of one point may end within its first second, and then has no more precise length.
    const coveredSeconds = byPoint.size === 1 ? Math.max(1, insideSeconds) : insideSeconds;
    if (byPoint.size > 1 && coveredSeconds < pointSeconds * MIN_COVERED) return [];
    const cell = mergeAllCells(cells);
    const micros = quantileMicros(cell, percent);
    return [
      {
        offsetSeconds,
        throughput: cell.requests / coveredSeconds,
        latencyMillis: micros === null ? null : micros / 1_000,
        errors: (cell.withoutOutcome ?? 0) > 0 ? null : cell.errors,
      },
    ];
  });
}
