import { addTimes } from "../cell/failure-times.ts";
import type { FailureTimes } from "../cell/failure-times.ts";

/** Tools write the code first: "503", "503 Service Unavailable". */
const STATUS_FIRST = /^[1-5]\d\d(?!\S)/;
const MAX_LINES = 6;
const OTHERS = "other reasons";

/** The HTTP status that a failure's reason begins with; null: it doesn't. */
export function codeOfReason(reason: string): string | null {
  return STATUS_FIRST.exec(reason)?.[0] ?? null;
}

/** The failures of one code, or of one reason without a code, over time. */
export interface FailureLine {
  name: string;
  /** For each point. Where failures are counted in a longer step than a point, its share of them. */
  counts: number[];
}

interface PointsInTime {
  /** When each point begins, in seconds from the origin. */
  offsets: readonly number[];
  pointSeconds: number;
}

/** The most frequent codes and reasons on the points of a chart, and the rest together. */
export function failureLines(
  failures: readonly { reason: string; over: readonly FailureTimes[] }[],
  { offsets, pointSeconds }: PointsInTime,
): FailureLine[] {
  const places = new Map(offsets.map((offset, place) => [offset, place]));
  const byName = Map.groupBy(failures, ({ reason }) => codeOfReason(reason) ?? reason);
  const lines = [...byName]
    .map(([name, some]) => {
      const counts = offsets.map(() => 0);
      for (const over of some.flatMap((one) => one.over)) spread(over, { pointSeconds, places }, counts);
      return { name, counts, total: counts.reduce((sum, count) => sum + count, 0) };
    })
    .filter(({ total }) => total > 0)
    .toSorted((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1));
  const [most, others] = [lines.slice(0, MAX_LINES), lines.slice(MAX_LINES)];
  const rest = offsets.map((_, place) => others.reduce((sum, { counts }) => sum + (counts[place] ?? 0), 0));
  return [
    ...most.map(({ name, counts }) => ({ name, counts })),
    ...(others.length === 0 ? [] : [{ name: OTHERS, counts: rest }]),
  ];
}

interface Grid {
  pointSeconds: number;
  /** The point that begins at an offset. */
  places: ReadonlyMap<number, number>;
}

function spread({ stepSeconds, counts }: FailureTimes, { pointSeconds, places }: Grid, into: number[]): void {
  const pieces = Math.max(1, Math.round(stepSeconds / pointSeconds));
  const byPoint = new Map<number, number>();
  for (const { slot, times } of counts) {
    for (let piece = 0; piece < pieces; piece++) {
      const second = slot * stepSeconds + piece * pointSeconds;
      addTimes(byPoint, Math.floor(second / pointSeconds) * pointSeconds, times / pieces);
    }
  }
  for (const [offset, times] of byPoint) {
    const place = places.get(offset);
    if (place !== undefined) into[place] = (into[place] ?? 0) + times;
  }
}
