import { formatLength } from "../format/duration.ts";
import { formatMillis } from "../format/latency.ts";
import { formatPercent } from "../format/number.ts";
import { plural } from "../format/plural.ts";
import { clockText } from "../peak-day/clock-text.ts";
import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from "../time.ts";
import { isPartOfP99Missing } from "./imported-day.ts";
import type { ImportedFigures } from "./imported-day.ts";
import type { ReconcileInput } from "./reconcile.ts";

interface Day {
  startsAt: string;
  timeZone: string;
}

/** What is known of each target, in sentences: "p99 was at most 91 ms in each of 24 hours (target 200 ms)." */
export function importedText(
  { p99, errors, holeSeconds }: ImportedFigures,
  targets: ReconcileInput["targets"],
  day: Day,
): string[] {
  const { p99Ms, errorRate } = targets;
  if (p99Ms === null && errorRate === null) return ["It has no target of p99 or errors to be judged by."];
  if (p99 === null && errors === null)
    return ["Neither p99 nor errors were imported, so it isn't known whether targets were met."];
  return [
    ...(p99Ms === null ? [] : [p99Text(p99, p99Ms, day)]),
    ...(errorRate === null ? [] : [errorText(errors, errorRate, day)]),
    ...(holeSeconds === 0 ? [] : [`Nothing is known of ${formatLength(holeSeconds)} of the day.`]),
  ];
}

function p99Text(p99: ImportedFigures["p99"], target: number, day: Day): string {
  if (p99 === null) return "p99 wasn't imported, so it isn't known whether it met its target.";
  const { intervals, above, highestMs, unknownSeconds, intervalSeconds } = p99;
  const limit = `${formatMillis(target)} ms`;
  const highest = `the highest ${formatMillis(highestMs)} ms at ${clockText(p99.highestAt, day)}`;
  const missing = isPartOfP99Missing(p99) ? `, and isn't known for ${formatLength(unknownSeconds)}` : "";
  const inEach = intervals === 1 ? "throughout" : `in each of ${stretches(intervals, intervalSeconds)}`;
  const whole = "It isn't known whether the whole day met it.";
  if (highestMs <= target) {
    const most = `p99 was at most ${formatMillis(highestMs)} ms ${inEach} (target ${limit})${missing}.`;
    return missing === "" ? most : `${most} ${whole}`;
  }
  if (above === 0) return `p99 reached ${formatMillis(highestMs)} ms (target ${limit})${missing}. ${whole}`;
  if (above === intervals && missing === "") return `p99 was above ${limit} ${inEach}, ${highest}.`;
  return `p99 was above ${limit} in ${above} of ${stretches(intervals, intervalSeconds)}, ${highest}${missing}. ${whole}`;
}

function errorText(errors: ImportedFigures["errors"], target: number, day: Day): string {
  if (errors === null) return "Errors weren't imported, so it isn't known whether they met their target.";
  const { low, high, above, intervals, intervalSeconds, highest, highestAt } = errors;
  const limit = formatPercent(target);
  const share = low === high ? formatPercent(low) : `${formatPercent(low)} to ${formatPercent(high)}`;
  const all = `${share} of all requests failed (limit ${limit}).`;
  // Of the whole day it is within its limit, which not every part of it was.
  if (high > target || above === 0) return all;
  return `${all} It was above that in ${above} of ${stretches(intervals, intervalSeconds)}, the highest ${formatPercent(highest)} at ${clockText(highestAt, day)}.`;
}

const UNITS = new Map([
  [MINUTE_SECONDS, "minute"],
  [HOUR_SECONDS, "hour"],
  [DAY_SECONDS, "day"],
]);

/** "24 hours", "96 stretches of 15m". */
function stretches(count: number, seconds: number): string {
  const unit = UNITS.get(seconds);
  return unit === undefined
    ? `${plural(count, "stretch", "stretches")} of ${formatLength(seconds)}`
    : plural(count, unit);
}
