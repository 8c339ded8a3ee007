import { ALL_REQUESTS, DAY_SECONDS } from "@headroom/core";
import type { SampleSink } from "@headroom/core";
import { givenCell } from "../../given-cell.ts";

export const PROGRESS = /^progress: \d{1,10}\.\d s, \d{1,12}\.\d tps, lat /m;
const LINE =
  /^progress: (\d{1,10}\.\d) s, (\d{1,12}\.\d) tps, lat (\d{1,12}\.\d{1,3}) ms stddev [\d.]+(?:, (\d{1,12}) failed)?/gm;
/** A later time is an epoch (--progress-timestamp), which counts from no start of a run. */
const MAX_SECONDS = 30 * DAY_SECONDS;

/**
 * Gives the lines of `pgbench --progress`, each of the time since the one before; answers how many there were. A rate
 * with one decimal, times the seconds it held for, is the number of transactions but for rounding.
 */
export function giveProgress(text: string, sink: SampleSink, startMicros: number): number {
  let before = 0;
  let intervals = 0;
  for (const [, at, rate, mean, failed] of text.matchAll(LINE)) {
    const seconds = Number(at) - before;
    if (!(seconds > 0) || Number(at) > MAX_SECONDS) continue;
    const errors = Number(failed ?? 0);
    const successes = Math.round(Number(rate) * seconds);
    const figures = { requests: successes + errors, errors, mean: successes === 0 ? null : Number(mean) };
    sink.interval(ALL_REQUESTS, startMicros + before * 1_000_000, seconds, givenCell(figures, 1_000));
    before = Number(at);
    intervals += 1;
  }
  return intervals;
}
