import type { PeakDayBackground, PeakDayNow } from "@headroom/contract";
import { ALL_FAIL, DAY_SECONDS, errorLimit, HOUR_SECONDS, leastP99, MINUTE_SECONDS } from "@headroom/core";
import type { DayFigures } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";
import { readTrafficPoints, whole } from "../traffic/read-traffic.ts";
import type { TrafficPoint } from "../traffic/read-traffic.ts";
import { at, figuresOf } from "./day-points.ts";

interface Asked {
  serviceId: string;
  /** Of the day. */
  begin: number;
  /** Of the newest second. */
  end: number;
  minute: DayFigures;
  targets: PeakDayBackground["targets"];
}

type Holds = (figures: DayFigures) => boolean;

/** Since when requests have failed, and have been slow, as they do in the last minute; null: they don't. */
export async function readTroubleSince(tx: WorkspaceTx, asked: Asked): Promise<PeakDayNow["since"]> {
  const { minute, targets } = asked;
  const limit = errorLimit(targets);
  const fails: Holds = ({ errorRate }) => (errorRate ?? 0) > limit;
  const allFail: Holds = ({ errorRate }) => (errorRate ?? 0) >= ALL_FAIL;
  const isSlow: Holds = (figures) => targets.p99Ms !== null && (leastP99(figures) ?? 0) > targets.p99Ms;
  const since = (holds: Holds) => (holds(minute) ? readSince(tx, asked, holds) : null);
  return { errors: await since(allFail(minute) ? allFail : fails), slow: await since(isSlow) };
}

const TEN = 10;
/** A pause between two requests or readings is no silence. */
const MOST_MISSING = 2;
/** From the finest on: points of so many seconds, over so long. */
const LOOKS = [
  [MINUTE_SECONDS, HOUR_SECONDS],
  [MINUTE_SECONDS, DAY_SECONDS],
  [10 * MINUTE_SECONDS, 31 * DAY_SECONDS],
] as const;

/** Looks back minute by minute, and further back in coarser steps, until it doesn't hold or nothing is known. */
async function readSince(
  tx: WorkspaceTx,
  { serviceId, begin, end }: Asked,
  holds: Holds,
): Promise<string | null> {
  let since = end;
  for (const [step, span] of LOOKS) {
    const from = Math.max(begin, end - span);
    const isFinest = span === HOUR_SECONDS;
    const range = { from, to: end, pointSeconds: isFinest ? TEN : step };
    const points = (await readTrafficPoints(tx, serviceId, range)).filter(({ second }) => second < end);
    const steps = isFinest ? minutesOf(points, end) : points;
    const first = firstHeld(steps, { step, end, holds });
    if (first === null) break;
    since = Math.min(since, isFinest ? refined(points, first.second, holds) : Math.max(first.second, begin));
    if (!first.isEarliest || from === begin) break;
  }
  return since === end ? null : at(since);
}

type Point = Pick<TrafficPoint, "second" | "cell" | "parts">;

/** Minutes that end with the newest second: each is what the page would have shown. */
function minutesOf(tens: readonly TrafficPoint[], end: number): Point[] {
  const byMinute = Map.groupBy(tens, ({ second }) => Math.floor((end - 1 - second) / MINUTE_SECONDS));
  return [...byMinute]
    .toSorted(([a], [b]) => b - a)
    .map(([back, own]) => ({
      second: end - (back + 1) * MINUTE_SECONDS,
      ...whole(own.flatMap(({ parts }) => parts)),
    }));
}

function firstHeld(
  points: readonly Point[],
  { step, end, holds }: { step: number; end: number; holds: Holds },
): { second: number; isEarliest: boolean } | null {
  let first: number | null = null;
  let next = end;
  for (const [index, point] of points.toReversed().entries()) {
    const isNext = next - point.second <= step * MOST_MISSING;
    if (!isNext || !holds(figuresOf(point, step))) break;
    first = point.second;
    next = point.second;
    if (index === points.length - 1) return { second: first, isEarliest: true };
  }
  return first === null ? null : { second: first, isEarliest: false };
}

/** Within the minutes around the first one: the first ten seconds in which it held. */
function refined(tens: readonly TrafficPoint[], minute: number, holds: Holds): number {
  const near = tens.filter(
    ({ second }) => second >= minute - MINUTE_SECONDS && second < minute + MINUTE_SECONDS,
  );
  const found = near.find((point) => holds(figuresOf(point, TEN)));
  return found?.second ?? minute;
}
