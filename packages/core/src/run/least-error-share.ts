import type { RunTimeline } from "./run-timeline.ts";

const TENTHS = 10;

/** The least share of errors in any tenth of a run in which something completed; null if nothing did. */
export function leastErrorShare({ points, fromSeconds, toSeconds }: RunTimeline): number | null {
  const tenths = Array.from({ length: TENTHS }, () => ({ requests: 0, errors: 0 }));
  for (const { offsetSeconds, cell } of points) {
    const tenth = tenths[Math.floor((TENTHS * (offsetSeconds - fromSeconds)) / (toSeconds - fromSeconds))];
    if (tenth === undefined) continue;
    tenth.requests += cell.requests;
    tenth.errors += cell.errors;
  }
  const shares = tenths.flatMap(({ requests, errors }) => (requests === 0 ? [] : [errors / requests]));
  return shares.length === 0 ? null : Math.min(...shares);
}
