export interface ReportedPoint {
  second: number;
  requests: number;
  /** From its first to its last second with requests, where a silence begins or ends in it. */
  reportedSeconds: number;
}

/** Fewer don't show how often requests come. */
export const FEW = 5;

/**
 * The seconds over which the throughput of each point is: those that were reported, if requests come so often that the
 * others can't have been a pause between two of them, or else the whole point as far as it has passed.
 */
export function rateSeconds(
  points: readonly ReportedPoint[],
  { pointSeconds, now }: { pointSeconds: number; now: number },
): number[] {
  return points.map(({ second, requests, reportedSeconds }, index) => {
    const passed = Math.min(pointSeconds, Math.max(1, reportedSeconds, now - second));
    const next = [points[index - 1], points[index + 1]].flatMap((other) =>
      other !== undefined && Math.abs(other.second - second) === pointSeconds ? other.requests : [],
    );
    const own = requests >= FEW && reportedSeconds >= FEW ? requests / reportedSeconds : 0;
    const rate = Math.max(own, ...next.map((of) => of / pointSeconds));
    return (passed - reportedSeconds) * rate >= FEW ? Math.max(1, reportedSeconds) : passed;
  });
}

/** A longer time without points isn't a pause of the traffic: nobody reported any. */
export const PAUSE_SECONDS = 300;

/** Of points with the seconds of their own throughput, those of the throughput of all. */
export function totalSeconds(
  points: readonly { second: number; seconds: number }[],
  pointSeconds: number,
): number {
  return points.reduce((sum, { second, seconds }, index) => {
    const before = points[index - 1];
    const pause = before === undefined ? 0 : second - before.second - pointSeconds;
    return sum + seconds + (pause > Math.max(PAUSE_SECONDS, pointSeconds) ? 0 : pause);
  }, 0);
}
